// npu_fused_bag_sums: template, template MLIRSegmentReduceTemplate, mapping default
func.func @bags_sum (%X: memref<1650xf32>, %I: memref<23xi64>, %O: memref<5xi64>, %Y: memref<165xf32>) {
  %t1 = arith.constant 23 : index
  %t2 = arith.constant 0 : index
  %t3 = arith.constant 5 : index
  %t4 = arith.constant 8 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 50 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 33 : index
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec8 = arith.constant 8 : index
  %ec40 = arith.constant 40 : index
  %c40 = arith.constant 40 : index
  %places = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %starts = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %ends = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %longest = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  %positions = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<1x2x8x8xi64, 1>
  %indices = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<1x2x8x8xi64, 1>
  %rows = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<8x8x40xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x40xf32, 1>
  %largest = "npu.alloc"() {slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  %x0 = arith.constant 0 : i64
  linalg.fill {npu.host} ins(%x0 : i64) outs(%largest : memref<1xi64, 1>)
  %x1 = memref.reinterpret_cast %I to offset: [%t2], sizes: [%t1], strides: [1] : memref<23xi64> to memref<?xi64, strided<[1], offset: ?>>
  %x2 = memref.reinterpret_cast %O to offset: [%t2], sizes: [%t3], strides: [1] : memref<5xi64> to memref<?xi64, strided<[1], offset: ?>>
  affine.for %block = 0 to 5 step 8 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
      ^bb0(%e3: i64):
      %x4 = linalg.index 0 : index
      %x5 = linalg.index 1 : index
      %x6 = arith.muli %x4, %t4 : index
      %x7 = arith.addi %x6, %block : index
      %x8 = arith.addi %x7, %x5 : index
      %x9 = arith.addi %x8, %t2 : index
      %x10 = arith.index_cast %x9 : index to i64
      linalg.yield %x10 : i64
    }
    "npu.gather"(%x2, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
      ^bb0(%e11: i64):
      %x12 = linalg.index 0 : index
      %x13 = linalg.index 1 : index
      %x14 = arith.muli %x12, %t4 : index
      %x15 = arith.addi %x14, %block : index
      %x16 = arith.addi %x15, %x13 : index
      %x17 = arith.addi %x16, %t5 : index
      %x18 = arith.index_cast %x17 : index to i64
      linalg.yield %x18 : i64
    }
    "npu.gather"(%x2, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%lengths : memref<1x8xi64, 1>) {
      ^bb0(%e19: i64, %e20: i64, %e21: i64):
      %x22 = linalg.index 0 : index
      %x23 = linalg.index 1 : index
      %x24 = arith.muli %x22, %t4 : index
      %x25 = arith.addi %x24, %block : index
      %x26 = arith.addi %x25, %x23 : index
      %x27 = arith.addi %x26, %t2 : index
      %x28 = arith.index_cast %x27 : index to i64
      %x29 = arith.index_cast %t1 : index to i64
      %x30 = arith.index_cast %t3 : index to i64
      %x31 = arith.constant 0 : i64
      %x32 = arith.constant 1 : i64
      %x33 = arith.addi %x28, %x32 : i64
      %x34 = arith.cmpi sge, %x33, %x30 : i64
      %x35 = arith.select %x34, %x29, %e20 : i64
      %x36 = arith.minsi %x35, %x29 : i64
      %x37 = arith.subi %x36, %e19 : i64
      %x38 = arith.maxsi %x37, %x31 : i64
      %x39 = arith.cmpi slt, %x28, %x30 : i64
      %x40 = arith.select %x39, %x38, %x31 : i64
      linalg.yield %x40 : i64
    }
    %x41 = arith.constant 0 : i64
    linalg.fill ins(%x41 : i64) outs(%longest : memref<1xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<1x8xi64, 1>) outs(%longest : memref<1xi64, 1>) {
      ^bb0(%e42: i64, %e43: i64):
      %x44 = arith.maxsi %e42, %e43 : i64
      linalg.yield %x44 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%positions : memref<1x2x8x8xi64, 1>) {
      ^bb0(%e45: i64, %e46: i64, %e47: i64):
      %x48 = linalg.index 1 : index
      %x49 = linalg.index 3 : index
      %x50 = arith.muli %x48, %t4 : index
      %x51 = arith.addi %x50, %x49 : index
      %x52 = arith.addi %x51, %t2 : index
      %x53 = arith.index_cast %x52 : index to i64
      %x54 = arith.cmpi slt, %x53, %e46 : i64
      %x55 = arith.addi %e45, %x53 : i64
      %x56 = arith.constant -1 : i64
      %x57 = arith.select %x54, %x55, %x56 : i64
      linalg.yield %x57 : i64
    }
    "npu.gather"(%x1, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%positions, %indices : memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) outs(%largest : memref<1xi64, 1>) {
      ^bb0(%e58: i64, %e59: i64, %e60: i64):
      %x61 = arith.constant 0 : i64
      %x62 = arith.cmpi sge, %e58, %x61 : i64
      %x63 = arith.constant 0 : i64
      %x64 = arith.select %x62, %e59, %x63 : i64
      %x65 = arith.maxui %x64, %e60 : i64
      linalg.yield %x65 : i64
    }
    "npu.check_index"(%largest, %t6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (1, (s0 - d0) ceildiv 8)>(%block)[%t3] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 8 * d1)>(%block, %g)
      %x66 = memref.load %longest[%g] : memref<1xi64, 1>
      %x67 = arith.index_cast %x66 : i64 to index
      affine.for %d = 0 to 33 step 40 {
        %x68 = arith.constant 0.0 : f32
        linalg.fill ins(%x68 : f32) outs(%accumulator : memref<8x40xf32, 1>)
        scf.for %l69 = %t2 to %x67 step %t7 {
          %x70 = arith.cmpi ne, %l69, %t2 : index
          %x71 = arith.cmpi sgt, %x67, %t7 : index
          %x72 = arith.cmpi ne, %d, %t2 : index
          %x73 = arith.andi %x71, %x72 : i1
          %x74 = arith.ori %x70, %x73 : i1
          scf.if %x74 {
            %x75 = memref.subview %starts[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %x76 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %x77 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            %x78 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x75, %x76 : memref<1x8xi64, strided<[8, 1], offset: ?>, 1>, memref<1x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%x77 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
              ^bb0(%e79: i64, %e80: i64, %e81: i64):
              %x82 = linalg.index 1 : index
              %x83 = linalg.index 3 : index
              %x84 = arith.muli %x82, %t4 : index
              %x85 = arith.addi %x84, %x83 : index
              %x86 = arith.addi %x85, %l69 : index
              %x87 = arith.index_cast %x86 : index to i64
              %x88 = arith.cmpi slt, %x87, %e80 : i64
              %x89 = arith.addi %e79, %x87 : i64
              %x90 = arith.constant -1 : i64
              %x91 = arith.select %x88, %x89, %x90 : i64
              linalg.yield %x91 : i64
            }
            "npu.gather"(%x1, %x77, %x78) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%x77, %x78 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) outs(%largest : memref<1xi64, 1>) {
              ^bb0(%e92: i64, %e93: i64, %e94: i64):
              %x95 = arith.constant 0 : i64
              %x96 = arith.cmpi sge, %e92, %x95 : i64
              %x97 = arith.constant 0 : i64
              %x98 = arith.select %x96, %e93, %x97 : i64
              %x99 = arith.maxui %x98, %e94 : i64
              linalg.yield %x99 : i64
            }
            "npu.check_index"(%largest, %t6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
          }
          %x100 = arith.subi %x67, %l69 : index
          %x101 = arith.minsi %x100, %t7 : index
          %x102 = arith.ceildivsi %x101, %t4 : index
          scf.for %l103 = %t2 to %x102 step %t5 {
            %x104 = memref.subview %indices[%g, %l103, 0, 0] [1, 1, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
            %x105 = arith.muli %d, %t5 : index
            %x106 = arith.addi %x105, %t2 : index
            %x107 = arith.subi %t8, %d : index
            %x108 = arith.minsi %x107, %c40 : index
            %x109 = memref.reinterpret_cast %X to offset: [%x106], sizes: [%t6, %x108], strides: [%t8, %t5] : memref<1650xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%x109, %x104, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<8x8xi64, strided<[8, 1], offset: ?>, 1>, memref<8x8x40xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows : memref<8x8x40xf32, 1>) outs(%accumulator : memref<8x40xf32, 1>) {
              ^bb0(%e110: f32, %e111: f32):
              %x112 = arith.addf %e111, %e110 : f32
              linalg.yield %x112 : f32
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
        %en_P1 = arith.minsi %ex_5, %ec40 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<165xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<8x40xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      }
    }
  } {npu.parallel}
  return
}
