// npu_fused_bag_sums: template, template MLIRBagTemplate, mapping default
func.func @bags_sum (%X: memref<1650xf32>, %I: memref<23xi64>, %O: memref<5xi64>, %Y: memref<165xf32>) {
  %t1 = arith.constant 23 : index
  %t2 = arith.constant 0 : index
  %t3 = arith.constant 5 : index
  %t4 = arith.constant 8 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 16 : index
  %t7 = arith.constant 33 : index
  %t8 = arith.constant 50 : index
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
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x128xf32, 1>
  %x0 = memref.reinterpret_cast %I to offset: [%t2], sizes: [%t1], strides: [1] : memref<23xi64> to memref<?xi64, strided<[1], offset: ?>>
  %x1 = memref.reinterpret_cast %O to offset: [%t2], sizes: [%t3], strides: [1] : memref<5xi64> to memref<?xi64, strided<[1], offset: ?>>
  affine.for %block = 0 to 5 step 8 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
      ^bb0(%e2: i64):
      %x3 = linalg.index 0 : index
      %x4 = linalg.index 1 : index
      %x5 = arith.muli %x3, %t4 : index
      %x6 = arith.addi %x5, %block : index
      %x7 = arith.addi %x6, %x4 : index
      %x8 = arith.addi %x7, %t2 : index
      %x9 = arith.index_cast %x8 : index to i64
      linalg.yield %x9 : i64
    }
    "npu.gather"(%x1, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
      ^bb0(%e10: i64):
      %x11 = linalg.index 0 : index
      %x12 = linalg.index 1 : index
      %x13 = arith.muli %x11, %t4 : index
      %x14 = arith.addi %x13, %block : index
      %x15 = arith.addi %x14, %x12 : index
      %x16 = arith.addi %x15, %t5 : index
      %x17 = arith.index_cast %x16 : index to i64
      linalg.yield %x17 : i64
    }
    "npu.gather"(%x1, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%lengths : memref<1x8xi64, 1>) {
      ^bb0(%e18: i64, %e19: i64, %e20: i64):
      %x21 = linalg.index 0 : index
      %x22 = linalg.index 1 : index
      %x23 = arith.muli %x21, %t4 : index
      %x24 = arith.addi %x23, %block : index
      %x25 = arith.addi %x24, %x22 : index
      %x26 = arith.addi %x25, %t2 : index
      %x27 = arith.index_cast %x26 : index to i64
      %x28 = arith.index_cast %t1 : index to i64
      %x29 = arith.index_cast %t3 : index to i64
      %x30 = arith.constant 0 : i64
      %x31 = arith.constant 1 : i64
      %x32 = arith.addi %x27, %x31 : i64
      %x33 = arith.cmpi sge, %x32, %x29 : i64
      %x34 = arith.select %x33, %x28, %e19 : i64
      %x35 = arith.minsi %x34, %x28 : i64
      %x36 = arith.subi %x35, %e18 : i64
      %x37 = arith.maxsi %x36, %x30 : i64
      %x38 = arith.cmpi slt, %x27, %x29 : i64
      %x39 = arith.select %x38, %x37, %x30 : i64
      linalg.yield %x39 : i64
    }
    %x40 = arith.constant 0 : i64
    linalg.fill ins(%x40 : i64) outs(%longest : memref<1xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<1x8xi64, 1>) outs(%longest : memref<1xi64, 1>) {
      ^bb0(%e41: i64, %e42: i64):
      %x43 = arith.maxsi %e41, %e42 : i64
      linalg.yield %x43 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%positions : memref<1x2x8x8xi64, 1>) {
      ^bb0(%e44: i64, %e45: i64, %e46: i64):
      %x47 = linalg.index 1 : index
      %x48 = linalg.index 3 : index
      %x49 = arith.muli %x47, %t4 : index
      %x50 = arith.addi %x49, %x48 : index
      %x51 = arith.addi %x50, %t2 : index
      %x52 = arith.index_cast %x51 : index to i64
      %x53 = arith.cmpi slt, %x52, %e45 : i64
      %x54 = arith.addi %e44, %x52 : i64
      %x55 = arith.constant -1 : i64
      %x56 = arith.select %x53, %x54, %x55 : i64
      linalg.yield %x56 : i64
    }
    "npu.gather"(%x0, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (1, (s0 - d0) ceildiv 8)>(%block)[%t3] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 8 * d1)>(%block, %g)
      %x57 = memref.load %longest[%g] : memref<1xi64, 1>
      %x58 = arith.index_cast %x57 : i64 to index
      affine.for %d = 0 to 33 step 128 {
        %x59 = arith.constant 0.0 : f32
        linalg.fill ins(%x59 : f32) outs(%accumulator : memref<8x128xf32, 1>)
        scf.for %l60 = %t2 to %x58 step %t6 {
          %x61 = arith.cmpi ne, %l60, %t2 : index
          %x62 = arith.cmpi sgt, %x58, %t6 : index
          %x63 = arith.cmpi ne, %d, %t2 : index
          %x64 = arith.andi %x62, %x63 : i1
          %x65 = arith.ori %x61, %x64 : i1
          scf.if %x65 {
            %x66 = memref.subview %starts[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %x67 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %x68 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            %x69 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x66, %x67 : memref<1x8xi64, strided<[8, 1], offset: ?>, 1>, memref<1x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%x68 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
              ^bb0(%e70: i64, %e71: i64, %e72: i64):
              %x73 = linalg.index 1 : index
              %x74 = linalg.index 3 : index
              %x75 = arith.muli %x73, %t4 : index
              %x76 = arith.addi %x75, %x74 : index
              %x77 = arith.addi %x76, %l60 : index
              %x78 = arith.index_cast %x77 : index to i64
              %x79 = arith.cmpi slt, %x78, %e71 : i64
              %x80 = arith.addi %e70, %x78 : i64
              %x81 = arith.constant -1 : i64
              %x82 = arith.select %x79, %x80, %x81 : i64
              linalg.yield %x82 : i64
            }
            "npu.gather"(%x0, %x68, %x69) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) -> ()
          }
          %x83 = arith.subi %x58, %l60 : index
          %x84 = arith.minsi %x83, %t6 : index
          %x85 = arith.ceildivsi %x84, %t4 : index
          scf.for %l86 = %t2 to %x85 step %t5 {
            %x87 = memref.subview %indices[%g, %l86, 0, 0] [1, 1, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
            %x88 = arith.muli %d, %t5 : index
            %x89 = arith.addi %x88, %t2 : index
            %x90 = arith.subi %t7, %d : index
            %x91 = arith.minsi %x90, %c128 : index
            %x92 = memref.reinterpret_cast %X to offset: [%x89], sizes: [%t8, %x91], strides: [%t7, %t5] : memref<1650xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%x92, %x87, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<8x8xi64, strided<[8, 1], offset: ?>, 1>, memref<8x8x128xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows : memref<8x8x128xf32, 1>) outs(%accumulator : memref<8x128xf32, 1>) {
              ^bb0(%e93: f32, %e94: f32):
              %x95 = arith.addf %e94, %e93 : f32
              linalg.yield %x95 : f32
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
