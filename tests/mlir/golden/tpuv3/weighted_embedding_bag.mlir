// npu_fused_bag_sums: template, template MLIRSegmentReduceTemplate, mapping default
func.func @bags_sum (%X: memref<1650xf32>, %I: memref<23xi64>, %O: memref<5xi64>, %F: memref<23xf32>, %Y: memref<165xf32>) {
  %t1 = arith.constant 23 : index
  %t2 = arith.constant 0 : index
  %t3 = arith.constant 5 : index
  %t4 = arith.constant 8 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 50 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 33 : index
  %t9 = arith.constant 128 : index
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec8 = arith.constant 8 : index
  %ec128 = arith.constant 128 : index
  %c128 = arith.constant 128 : index
  %places = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %starts = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %ends = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %longest = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  %positions = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<1x2x8x8xi64, 1>
  %indices = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<1x2x8x8xi64, 1>
  %rows = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<8x8x128xf32, 1>
  %factors = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<8x8x128xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x128xf32, 1>
  %largest = "npu.alloc"() {slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  %x0 = arith.constant 0 : i64
  linalg.fill {npu.host} ins(%x0 : i64) outs(%largest : memref<1xi64, 1>)
  %x1 = memref.reinterpret_cast %I to offset: [%t2], sizes: [%t1], strides: [1] : memref<23xi64> to memref<?xi64, strided<[1], offset: ?>>
  %x2 = memref.reinterpret_cast %O to offset: [%t2], sizes: [%t3], strides: [1] : memref<5xi64> to memref<?xi64, strided<[1], offset: ?>>
  %x3 = memref.reinterpret_cast %F to offset: [%t2], sizes: [%t1], strides: [1] : memref<23xf32> to memref<?xf32, strided<[1], offset: ?>>
  affine.for %block = 0 to 5 step 8 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
      ^bb0(%e4: i64):
      %x5 = linalg.index 0 : index
      %x6 = linalg.index 1 : index
      %x7 = arith.muli %x5, %t4 : index
      %x8 = arith.addi %x7, %block : index
      %x9 = arith.addi %x8, %x6 : index
      %x10 = arith.addi %x9, %t2 : index
      %x11 = arith.index_cast %x10 : index to i64
      linalg.yield %x11 : i64
    }
    "npu.gather"(%x2, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
      ^bb0(%e12: i64):
      %x13 = linalg.index 0 : index
      %x14 = linalg.index 1 : index
      %x15 = arith.muli %x13, %t4 : index
      %x16 = arith.addi %x15, %block : index
      %x17 = arith.addi %x16, %x14 : index
      %x18 = arith.addi %x17, %t5 : index
      %x19 = arith.index_cast %x18 : index to i64
      linalg.yield %x19 : i64
    }
    "npu.gather"(%x2, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%lengths : memref<1x8xi64, 1>) {
      ^bb0(%e20: i64, %e21: i64, %e22: i64):
      %x23 = linalg.index 0 : index
      %x24 = linalg.index 1 : index
      %x25 = arith.muli %x23, %t4 : index
      %x26 = arith.addi %x25, %block : index
      %x27 = arith.addi %x26, %x24 : index
      %x28 = arith.addi %x27, %t2 : index
      %x29 = arith.index_cast %x28 : index to i64
      %x30 = arith.index_cast %t1 : index to i64
      %x31 = arith.index_cast %t3 : index to i64
      %x32 = arith.constant 0 : i64
      %x33 = arith.constant 1 : i64
      %x34 = arith.addi %x29, %x33 : i64
      %x35 = arith.cmpi sge, %x34, %x31 : i64
      %x36 = arith.select %x35, %x30, %e21 : i64
      %x37 = arith.minsi %x36, %x30 : i64
      %x38 = arith.subi %x37, %e20 : i64
      %x39 = arith.maxsi %x38, %x32 : i64
      %x40 = arith.cmpi slt, %x29, %x31 : i64
      %x41 = arith.select %x40, %x39, %x32 : i64
      linalg.yield %x41 : i64
    }
    %x42 = arith.constant 0 : i64
    linalg.fill ins(%x42 : i64) outs(%longest : memref<1xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<1x8xi64, 1>) outs(%longest : memref<1xi64, 1>) {
      ^bb0(%e43: i64, %e44: i64):
      %x45 = arith.maxsi %e43, %e44 : i64
      linalg.yield %x45 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%positions : memref<1x2x8x8xi64, 1>) {
      ^bb0(%e46: i64, %e47: i64, %e48: i64):
      %x49 = linalg.index 1 : index
      %x50 = linalg.index 3 : index
      %x51 = arith.muli %x49, %t4 : index
      %x52 = arith.addi %x51, %x50 : index
      %x53 = arith.addi %x52, %t2 : index
      %x54 = arith.index_cast %x53 : index to i64
      %x55 = arith.cmpi slt, %x54, %e47 : i64
      %x56 = arith.addi %e46, %x54 : i64
      %x57 = arith.constant -1 : i64
      %x58 = arith.select %x55, %x56, %x57 : i64
      linalg.yield %x58 : i64
    }
    "npu.gather"(%x1, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%positions, %indices : memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) outs(%largest : memref<1xi64, 1>) {
      ^bb0(%e59: i64, %e60: i64, %e61: i64):
      %x62 = arith.constant 0 : i64
      %x63 = arith.cmpi sge, %e59, %x62 : i64
      %x64 = arith.constant 0 : i64
      %x65 = arith.select %x63, %e60, %x64 : i64
      %x66 = arith.maxui %x65, %e61 : i64
      linalg.yield %x66 : i64
    }
    "npu.check_index"(%largest, %t6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (1, (s0 - d0) ceildiv 8)>(%block)[%t3] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 8 * d1)>(%block, %g)
      %x67 = memref.load %longest[%g] : memref<1xi64, 1>
      %x68 = arith.index_cast %x67 : i64 to index
      affine.for %d = 0 to 33 step 128 {
        %x69 = arith.constant 0.0 : f32
        linalg.fill ins(%x69 : f32) outs(%accumulator : memref<8x128xf32, 1>)
        scf.for %l70 = %t2 to %x68 step %t7 {
          %x71 = arith.cmpi ne, %l70, %t2 : index
          %x72 = arith.cmpi sgt, %x68, %t7 : index
          %x73 = arith.cmpi ne, %d, %t2 : index
          %x74 = arith.andi %x72, %x73 : i1
          %x75 = arith.ori %x71, %x74 : i1
          scf.if %x75 {
            %x76 = memref.subview %starts[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %x77 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %x78 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            %x79 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x76, %x77 : memref<1x8xi64, strided<[8, 1], offset: ?>, 1>, memref<1x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%x78 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
              ^bb0(%e80: i64, %e81: i64, %e82: i64):
              %x83 = linalg.index 1 : index
              %x84 = linalg.index 3 : index
              %x85 = arith.muli %x83, %t4 : index
              %x86 = arith.addi %x85, %x84 : index
              %x87 = arith.addi %x86, %l70 : index
              %x88 = arith.index_cast %x87 : index to i64
              %x89 = arith.cmpi slt, %x88, %e81 : i64
              %x90 = arith.addi %e80, %x88 : i64
              %x91 = arith.constant -1 : i64
              %x92 = arith.select %x89, %x90, %x91 : i64
              linalg.yield %x92 : i64
            }
            "npu.gather"(%x1, %x78, %x79) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%x78, %x79 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) outs(%largest : memref<1xi64, 1>) {
              ^bb0(%e93: i64, %e94: i64, %e95: i64):
              %x96 = arith.constant 0 : i64
              %x97 = arith.cmpi sge, %e93, %x96 : i64
              %x98 = arith.constant 0 : i64
              %x99 = arith.select %x97, %e94, %x98 : i64
              %x100 = arith.maxui %x99, %e95 : i64
              linalg.yield %x100 : i64
            }
            "npu.check_index"(%largest, %t6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
          }
          %x101 = arith.subi %x68, %l70 : index
          %x102 = arith.minsi %x101, %t7 : index
          %x103 = arith.ceildivsi %x102, %t4 : index
          scf.for %l104 = %t2 to %x103 step %t5 {
            %x105 = memref.subview %indices[%g, %l104, 0, 0] [1, 1, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
            %x106 = arith.muli %d, %t5 : index
            %x107 = arith.addi %x106, %t2 : index
            %x108 = arith.subi %t8, %d : index
            %x109 = arith.minsi %x108, %c128 : index
            %x110 = memref.reinterpret_cast %X to offset: [%x107], sizes: [%t6, %x109], strides: [%t8, %t5] : memref<1650xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%x110, %x105, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<8x8xi64, strided<[8, 1], offset: ?>, 1>, memref<8x8x128xf32, 1>) -> ()
            %x111 = memref.reinterpret_cast %F to offset: [%t2], sizes: [%t1, %t9], strides: [1, 0] : memref<23xf32> to memref<?x?xf32, strided<[1, 0], offset: ?>>
            %x112 = memref.subview %positions[%g, %l104, 0, 0] [1, 1, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
            "npu.gather"(%x111, %x112, %factors) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[1, 0], offset: ?>>, memref<8x8xi64, strided<[8, 1], offset: ?>, 1>, memref<8x8x128xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows, %factors : memref<8x8x128xf32, 1>, memref<8x8x128xf32, 1>) outs(%accumulator : memref<8x128xf32, 1>) {
              ^bb0(%e113: f32, %e114: f32, %e115: f32):
              %x116 = math.fma %e113, %e114, %e115 : f32
              linalg.yield %x116 : f32
            }
          }
        }
        %ex = arith.muli %b, %ec33 : index
        %ex_1 = arith.addi %ex, %d : index
        %ex_2 = arith.muli %b, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec5 : index
        %en_P0 = arith.minsi %ex_3, %ec8 : index
        %ex_4 = arith.muli %d, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec33 : index
        %en_P1 = arith.minsi %ex_5, %ec128 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<165xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<8x128xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      }
    }
  } {npu.parallel}
  return
}
