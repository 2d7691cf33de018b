// npu_fused_substitute: template, template MLIRSubstitutionTemplate
func.func @npu_fused_substitute (%A: memref<1750xf32>, %B: memref<700xf32>, %Y: memref<700xf32>) {
  %row = arith.constant 0 : index
  %step = arith.constant 0 : index
  %t7 = arith.constant 5 : index
  %t8 = arith.constant 0 : index
  %t9 = arith.constant 1 : index
  %matrix = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x5x5xf32, 1>
  %sides = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x5x2xf32, 1>
  %solved = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<8x2xf32, 1>
  affine.for %batch = 0 to 70 step 8 {
    affine.for %column = 0 to 2 step 2 {
      %t1 = affine.min affine_map<(d0) -> (8, 70 - d0)>(%batch)
      %t2 = affine.apply affine_map<(d0) -> (d0 * 25)>(%batch)
      %t3 = memref.reinterpret_cast %A to offset: [%t2], sizes: [%t1, 5, 5], strides: [25, 5, 1] : memref<1750xf32> to memref<?x5x5xf32, strided<[25, 5, 1], offset: ?>>
      "npu.dma_load"(%t3, %matrix) : (memref<?x5x5xf32, strided<[25, 5, 1], offset: ?>>, memref<8x5x5xf32, 1>) -> ()
      %t4 = affine.min affine_map<(d0) -> (8, 70 - d0)>(%batch)
      %t5 = affine.apply affine_map<(d0) -> (d0 * 10)>(%batch)
      %t6 = memref.reinterpret_cast %B to offset: [%t5], sizes: [%t4, 5, 2], strides: [10, 2, 1] : memref<700xf32> to memref<?x5x2xf32, strided<[10, 2, 1], offset: ?>>
      "npu.dma_load"(%t6, %sides) : (memref<?x5x2xf32, strided<[10, 2, 1], offset: ?>>, memref<8x5x2xf32, 1>) -> ()
      scf.for %l_0 = %t8 to %t7 step %t9 {
        %part_1 = memref.subview %sides[0, %l_0, 0] [8, 1, 2] [1, 1, 1] : memref<8x5x2xf32, 1> to memref<8x2xf32, strided<[10, 1], offset: ?>, 1>
        %part_2 = memref.subview %matrix[0, %l_0, %l_0] [8, 1, 1] [1, 1, 1] : memref<8x5x5xf32, 1> to memref<8xf32, strided<[25], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, c) -> (b, c)>, affine_map<(b, c) -> (b, c)>], iterator_types = ["parallel", "parallel"]} outs(%part_1, %solved : memref<8x2xf32, strided<[10, 1], offset: ?>, 1>, memref<8x2xf32, 1>) {
          ^bb0(%e_3: f32, %e_4: f32):
          linalg.yield %e_3, %e_3 : f32, f32
        }
        %part_5 = memref.subview %matrix[0, 0, %l_0] [8, 5, 1] [1, 1, 1] : memref<8x5x5xf32, 1> to memref<8x5xf32, strided<[25, 5], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, r, c) -> (b, r)>, affine_map<(b, r, c) -> (b, c)>, affine_map<(b, r, c) -> (b, r, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_5, %solved : memref<8x5xf32, strided<[25, 5], offset: ?>, 1>, memref<8x2xf32, 1>) outs(%sides : memref<8x5x2xf32, 1>) {
          ^bb0(%e_6: f32, %e_7: f32, %e_8: f32):
          %x_9 = linalg.index 1 : index
          %x_10 = arith.index_cast %x_9 : index to i64
          %x_11 = arith.index_cast %l_0 : index to i64
          %x_12 = arith.cmpi sgt, %x_10, %x_11 : i64
          %x_13 = arith.mulf %e_6, %e_7 : f32
          %x_14 = arith.subf %e_8, %x_13 : f32
          %x_15 = arith.select %x_12, %x_14, %e_8 : f32
          linalg.yield %x_15 : f32
        }
      }
      %t10 = affine.min affine_map<(d0) -> (8, 70 - d0)>(%batch)
      %t11 = affine.apply affine_map<(d0) -> (d0 * 10)>(%batch)
      %t12 = memref.reinterpret_cast %Y to offset: [%t11], sizes: [%t10, 5, 2], strides: [10, 2, 1] : memref<700xf32> to memref<?x5x2xf32, strided<[10, 2, 1], offset: ?>>
      "npu.dma_store"(%sides, %t12) : (memref<8x5x2xf32, 1>, memref<?x5x2xf32, strided<[10, 2, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
