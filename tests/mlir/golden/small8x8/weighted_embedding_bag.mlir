// npu_fused_bag_sums: template, template MLIRBagTemplate, mapping default
func.func @bags_sum (%X: memref<1650xf32>, %I: memref<23xi64>, %O: memref<5xi64>, %F: memref<23xf32>, %Y: memref<165xf32>) {
  %t1 = arith.constant 23 : index
  %t2 = arith.constant 0 : index
  %t3 = arith.constant 5 : index
  %t4 = arith.constant 4 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 8 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 33 : index
  %t9 = arith.constant 50 : index
  %t10 = arith.constant 40 : index
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec4 = arith.constant 4 : index
  %ec40 = arith.constant 40 : index
  %c40 = arith.constant 40 : index
  %places = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x4xi64, 1>
  %starts = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x4xi64, 1>
  %ends = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x4xi64, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x4xi64, 1>
  %longest = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2xi64, 1>
  %positions = "npu.alloc"() {lane_axis = 3 : i64, slots = 1 : i64} : () -> memref<2x2x4x8xi64, 1>
  %indices = "npu.alloc"() {lane_axis = 3 : i64, slots = 1 : i64} : () -> memref<2x2x4x8xi64, 1>
  %rows = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<4x8x40xf32, 1>
  %factors = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<4x8x40xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x40xf32, 1>
  %x0 = memref.reinterpret_cast %I to offset: [%t2], sizes: [%t1], strides: [1] : memref<23xi64> to memref<?xi64, strided<[1], offset: ?>>
  %x1 = memref.reinterpret_cast %O to offset: [%t2], sizes: [%t3], strides: [1] : memref<5xi64> to memref<?xi64, strided<[1], offset: ?>>
  %x2 = memref.reinterpret_cast %F to offset: [%t2], sizes: [%t1], strides: [1] : memref<23xf32> to memref<?xf32, strided<[1], offset: ?>>
  affine.for %block = 0 to 5 step 8 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<2x4xi64, 1>) {
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
    "npu.gather"(%x1, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<2x4xi64, 1>, memref<2x4xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<2x4xi64, 1>) {
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
    "npu.gather"(%x1, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<2x4xi64, 1>, memref<2x4xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<2x4xi64, 1>, memref<2x4xi64, 1>) outs(%lengths : memref<2x4xi64, 1>) {
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
    linalg.fill ins(%x41 : i64) outs(%longest : memref<2xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<2x4xi64, 1>) outs(%longest : memref<2xi64, 1>) {
      ^bb0(%e42: i64, %e43: i64):
      %x44 = arith.maxsi %e42, %e43 : i64
      linalg.yield %x44 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<2x4xi64, 1>, memref<2x4xi64, 1>) outs(%positions : memref<2x2x4x8xi64, 1>) {
      ^bb0(%e45: i64, %e46: i64, %e47: i64):
      %x48 = linalg.index 1 : index
      %x49 = linalg.index 3 : index
      %x50 = arith.muli %x48, %t6 : index
      %x51 = arith.addi %x50, %x49 : index
      %x52 = arith.addi %x51, %t2 : index
      %x53 = arith.index_cast %x52 : index to i64
      %x54 = arith.cmpi slt, %x53, %e46 : i64
      %x55 = arith.addi %e45, %x53 : i64
      %x56 = arith.constant -1 : i64
      %x57 = arith.select %x54, %x55, %x56 : i64
      linalg.yield %x57 : i64
    }
    "npu.gather"(%x0, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<2x2x4x8xi64, 1>, memref<2x2x4x8xi64, 1>) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (2, (s0 - d0) ceildiv 4)>(%block)[%t3] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 4 * d1)>(%block, %g)
      %x58 = memref.load %longest[%g] : memref<2xi64, 1>
      %x59 = arith.index_cast %x58 : i64 to index
      affine.for %d = 0 to 33 step 40 {
        %x60 = arith.constant 0.0 : f32
        linalg.fill ins(%x60 : f32) outs(%accumulator : memref<4x40xf32, 1>)
        scf.for %l61 = %t2 to %x59 step %t7 {
          %x62 = arith.cmpi ne, %l61, %t2 : index
          %x63 = arith.cmpi sgt, %x59, %t7 : index
          %x64 = arith.cmpi ne, %d, %t2 : index
          %x65 = arith.andi %x63, %x64 : i1
          %x66 = arith.ori %x62, %x65 : i1
          scf.if %x66 {
            %x67 = memref.subview %starts[%g, 0] [1, 4] [1, 1] : memref<2x4xi64, 1> to memref<1x4xi64, strided<[4, 1], offset: ?>, 1>
            %x68 = memref.subview %lengths[%g, 0] [1, 4] [1, 1] : memref<2x4xi64, 1> to memref<1x4xi64, strided<[4, 1], offset: ?>, 1>
            %x69 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
            %x70 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x67, %x68 : memref<1x4xi64, strided<[4, 1], offset: ?>, 1>, memref<1x4xi64, strided<[4, 1], offset: ?>, 1>) outs(%x69 : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
              ^bb0(%e71: i64, %e72: i64, %e73: i64):
              %x74 = linalg.index 1 : index
              %x75 = linalg.index 3 : index
              %x76 = arith.muli %x74, %t6 : index
              %x77 = arith.addi %x76, %x75 : index
              %x78 = arith.addi %x77, %l61 : index
              %x79 = arith.index_cast %x78 : index to i64
              %x80 = arith.cmpi slt, %x79, %e72 : i64
              %x81 = arith.addi %e71, %x79 : i64
              %x82 = arith.constant -1 : i64
              %x83 = arith.select %x80, %x81, %x82 : i64
              linalg.yield %x83 : i64
            }
            "npu.gather"(%x0, %x69, %x70) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) -> ()
          }
          %x84 = arith.subi %x59, %l61 : index
          %x85 = arith.minsi %x84, %t7 : index
          %x86 = arith.ceildivsi %x85, %t6 : index
          scf.for %l87 = %t2 to %x86 step %t5 {
            %x88 = memref.subview %indices[%g, %l87, 0, 0] [1, 1, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
            %x89 = arith.muli %d, %t5 : index
            %x90 = arith.addi %x89, %t2 : index
            %x91 = arith.subi %t8, %d : index
            %x92 = arith.minsi %x91, %c40 : index
            %x93 = memref.reinterpret_cast %X to offset: [%x90], sizes: [%t9, %x92], strides: [%t8, %t5] : memref<1650xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%x93, %x88, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<4x8xi64, strided<[8, 1], offset: ?>, 1>, memref<4x8x40xf32, 1>) -> ()
            %x94 = memref.reinterpret_cast %F to offset: [%t2], sizes: [%t1, %t10], strides: [1, 0] : memref<23xf32> to memref<?x?xf32, strided<[1, 0], offset: ?>>
            %x95 = memref.subview %positions[%g, %l87, 0, 0] [1, 1, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
            "npu.gather"(%x94, %x95, %factors) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[1, 0], offset: ?>>, memref<4x8xi64, strided<[8, 1], offset: ?>, 1>, memref<4x8x40xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows, %factors : memref<4x8x40xf32, 1>, memref<4x8x40xf32, 1>) outs(%accumulator : memref<4x40xf32, 1>) {
              ^bb0(%e96: f32, %e97: f32, %e98: f32):
              %x99 = math.fma %e96, %e97, %e98 : f32
              linalg.yield %x99 : f32
            }
          }
        }
        %ex = arith.muli %b, %ec33 : index
        %ex_1 = arith.addi %ex, %d : index
        %ex_2 = arith.muli %b, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec5 : index
        %en_P0 = arith.minsi %ex_3, %ec4 : index
        %ex_4 = arith.muli %d, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec33 : index
        %en_P1 = arith.minsi %ex_5, %ec40 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<165xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<4x40xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      }
    }
  } {npu.parallel}
  return
}
