// npu_fused_mul_cat_add: pointwise
func.func @npu_fused_mul_cat_add(%in_ptr0: memref<45xf32>, %in_ptr1: memref<20xf32>, %in_ptr2: memref<45xf32>, %out_ptr0: memref<105xf32>) {
  %k = arith.constant 9 : i32
  %k_1 = arith.constant 13 : i32
  %k_2 = arith.constant 0 : i8
  %cst = arith.constant 2.0 : f32
  %cst_1 = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x32xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x32xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x32xf32, 1>
  %and = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi8, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [5, 9], strides: [9, 1] : memref<45xf32> to memref<5x9xf32, strided<[9, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad_around = true} : (memref<5x9xf32, strided<[9, 1], offset: 0>>, memref<5x32xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [5, 4], strides: [4, 1] : memref<20xf32> to memref<5x4xf32, strided<[4, 1], offset: 0>>
  %part = memref.subview %t_1[0, 9] [5, 23] [1, 1] : memref<5x32xf32, 1> to memref<5x23xf32, strided<[32, 1], offset: 9>, 1>
  "npu.dma_load"(%view_1, %part) {pad_around = true} : (memref<5x4xf32, strided<[4, 1], offset: 0>>, memref<5x23xf32, strided<[32, 1], offset: 9>, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr2 to offset: [1], sizes: [5, 8], strides: [9, 1] : memref<45xf32> to memref<5x8xf32, strided<[9, 1], offset: 1>>
  %part_1 = memref.subview %t_2[0, 13] [5, 19] [1, 1] : memref<5x32xf32, 1> to memref<5x19xf32, strided<[32, 1], offset: 13>, 1>
  "npu.dma_load"(%view_2, %part_1) {pad_around = true, pad = 0.0 : f32} : (memref<5x8xf32, strided<[9, 1], offset: 1>>, memref<5x19xf32, strided<[32, 1], offset: 13>, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and : memref<32xi8, 1>) {
    ^bb0(%o: i8):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %ge = arith.cmpi sge, %i, %k : i32
      %lt = arith.cmpi slt, %i, %k_1 : i32
      %and_1 = arith.andi %ge, %lt : i1  // and_
      %byte = arith.extui %and_1 : i1 to i8
      linalg.yield %byte : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %and, %t_1, %t_2 : memref<5x32xf32, 1>, memref<32xi8, 1>, memref<5x32xf32, 1>, memref<5x32xf32, 1>) outs(%out : memref<5x32xf32, 1>) {
    ^bb0(%a: f32, %a_1: i8, %a_2: f32, %a_3: f32, %o_1: f32):
      %flag = arith.cmpi ne, %a_1, %k_2 : i8
      %at_1 = linalg.index 1 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %lt_1 = arith.cmpi slt, %i_1, %k : i32
      %mul = arith.mulf %a_2, %cst : f32
      %sel = arith.select %flag, %mul, %a_3 : f32  // where
      %sel_1 = arith.select %lt_1, %a, %sel : f32  // where
      %add = arith.addf %sel_1, %cst_1 : f32
      linalg.yield %add : f32
  }
  %view_3 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5, 21], strides: [21, 1] : memref<105xf32> to memref<5x21xf32, strided<[21, 1], offset: 0>>
  "npu.dma_store"(%out, %view_3) : (memref<5x32xf32, 1>, memref<5x21xf32, strided<[21, 1], offset: 0>>) -> ()
  return
}
