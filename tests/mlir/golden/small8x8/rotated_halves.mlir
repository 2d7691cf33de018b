// npu_fused_mul_neg_cat_add: pointwise
func.func @npu_fused_mul_neg_cat_add(%in_ptr0: memref<1632xf32>, %in_ptr1: memref<272xf32>, %in_ptr2: memref<272xf32>, %out_ptr0: memref<1632xf32>) {
  %c0 = arith.constant 0 : index
  %c17 = arith.constant 17 : index
  %c6 = arith.constant 6 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c272 = arith.constant 272 : index
  %cm1 = arith.constant -1 : index
  %c8 = arith.constant 8 : index
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x6x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x6x16xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x6x16xf32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %t_5 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x6x16xf32, 1>
  scf.for %P1 = %c0 to %c17 step %c6 {
    %x_5 = arith.muli %P1, %c16 : index
    %x_6 = arith.muli %P1, %cm1 : index
    %x_7 = arith.addi %x_6, %c17 : index
    %n_P1_1 = arith.minsi %x_7, %c6 : index
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%x_5], sizes: [%n_P1_1, 8], strides: [16, 1] : memref<272xf32> to memref<?x8xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?x8xf32, strided<[16, 1], offset: ?>>, memref<6x16xf32, 1>) -> ()
    %view_3 = memref.reinterpret_cast %in_ptr2 to offset: [%x_5], sizes: [%n_P1_1, 8], strides: [16, 1] : memref<272xf32> to memref<?x8xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%view_3, %t_3) : (memref<?x8xf32, strided<[16, 1], offset: ?>>, memref<6x16xf32, 1>) -> ()
    %x_10 = arith.addi %x_5, %c8 : index
    %view_4 = memref.reinterpret_cast %in_ptr1 to offset: [%x_10], sizes: [%n_P1_1, 8], strides: [16, 1] : memref<272xf32> to memref<?x8xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%view_4, %t_4) : (memref<?x8xf32, strided<[16, 1], offset: ?>>, memref<6x16xf32, 1>) -> ()
    %view_5 = memref.reinterpret_cast %in_ptr2 to offset: [%x_10], sizes: [%n_P1_1, 8], strides: [16, 1] : memref<272xf32> to memref<?x8xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%view_5, %t_5) : (memref<?x8xf32, strided<[16, 1], offset: ?>>, memref<6x16xf32, 1>) -> ()
    scf.for %P0 = %c0 to %c6 step %c2 {
      %x = arith.muli %P1, %c16 : index
      %x_1 = arith.muli %P0, %c272 : index
      %x_2 = arith.addi %x, %x_1 : index
      %x_3 = arith.muli %P1, %cm1 : index
      %x_4 = arith.addi %x_3, %c17 : index
      %n_P1 = arith.minsi %x_4, %c6 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_2], sizes: [2, %n_P1, 8], strides: [272, 16, 1] : memref<1632xf32> to memref<2x?x8xf32, strided<[272, 16, 1], offset: ?>>
      "npu.dma_load"(%view, %t) : (memref<2x?x8xf32, strided<[272, 16, 1], offset: ?>>, memref<2x6x16xf32, 1>) -> ()
      %x_8 = arith.addi %x, %x_1 : index
      %x_9 = arith.addi %x_8, %c8 : index
      %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [%x_9], sizes: [2, %n_P1, 8], strides: [272, 16, 1] : memref<1632xf32> to memref<2x?x8xf32, strided<[272, 16, 1], offset: ?>>
      "npu.dma_load"(%view_2, %t_2) : (memref<2x?x8xf32, strided<[272, 16, 1], offset: ?>>, memref<2x6x16xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %t_1, %t_2, %t_3, %t_4, %t_5 : memref<2x6x16xf32, 1>, memref<6x16xf32, 1>, memref<2x6x16xf32, 1>, memref<6x16xf32, 1>, memref<6x16xf32, 1>, memref<6x16xf32, 1>) outs(%out, %out_1 : memref<2x6x16xf32, 1>, memref<2x6x16xf32, 1>) {
        ^bb0(%a: f32, %a_1: f32, %a_2: f32, %a_3: f32, %a_4: f32, %a_5: f32, %o: f32, %o_1: f32):
          %mul = arith.mulf %a, %a_1 : f32
          %neg = arith.negf %a_2 : f32
          %mul_1 = arith.mulf %neg, %a_3 : f32
          %add = arith.addf %mul, %mul_1 : f32
          %mul_2 = arith.mulf %a_2, %a_4 : f32
          %mul_3 = arith.mulf %a, %a_5 : f32
          %add_1 = arith.addf %mul_2, %mul_3 : f32
          linalg.yield %add, %add_1 : f32, f32
      }
      %view_6 = memref.reinterpret_cast %out_ptr0 to offset: [%x_2], sizes: [2, %n_P1, 8], strides: [272, 16, 1] : memref<1632xf32> to memref<2x?x8xf32, strided<[272, 16, 1], offset: ?>>
      "npu.dma_store"(%out, %view_6) : (memref<2x6x16xf32, 1>, memref<2x?x8xf32, strided<[272, 16, 1], offset: ?>>) -> ()
      %view_7 = memref.reinterpret_cast %out_ptr0 to offset: [%x_9], sizes: [2, %n_P1, 8], strides: [272, 16, 1] : memref<1632xf32> to memref<2x?x8xf32, strided<[272, 16, 1], offset: ?>>
      "npu.dma_store"(%out_1, %view_7) : (memref<2x6x16xf32, 1>, memref<2x?x8xf32, strided<[272, 16, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
