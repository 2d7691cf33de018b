// npu_fused_relu_cat: pointwise
func.func @npu_fused_relu_cat(%in_ptr0: memref<45xf32>, %in_ptr1: memref<27xf32>, %out_ptr0: memref<72xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %cm1 = arith.constant -1 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %cm45 = arith.constant -45 : index
  %k = arith.constant 5 : i32
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x16xf32, 1>
  scf.for %P0 = %c0 to %c8 step %c4 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %P0, %c4 : index
    %x_2 = arith.minsi %x_1, %c5 : index
    %x_3 = arith.addi %x, %x_2 : index
    %x_4 = arith.maxsi %x_3, %c0 : index
    %x_5 = arith.muli %P0, %c9 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_5], sizes: [%x_4, 9], strides: [9, 1] : memref<45xf32> to memref<?x9xf32, strided<[9, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad_around = true} : (memref<?x9xf32, strided<[9, 1], offset: ?>>, memref<4x16xf32, 1>) -> ()
    %x_6 = arith.maxsi %P0, %c5 : index
    %x_7 = arith.muli %x_6, %cm1 : index
    %x_8 = arith.minsi %x_1, %c8 : index
    %x_9 = arith.addi %x_7, %x_8 : index
    %x_10 = arith.maxsi %x_9, %c0 : index
    %x_11 = arith.addi %x, %x_6 : index
    %x_12 = arith.muli %x_6, %c9 : index
    %x_13 = arith.addi %x_12, %cm45 : index
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%x_13], sizes: [%x_10, 9], strides: [9, 1] : memref<27xf32> to memref<?x9xf32, strided<[9, 1], offset: ?>>
    %part = memref.subview %t_1[%x_11, 0] [4, 16] [1, 1] : memref<4x16xf32, 1> to memref<4x16xf32, strided<[16, 1], offset: ?>, 1>
    "npu.dma_load"(%view_1, %part) {pad_around = true} : (memref<?x9xf32, strided<[9, 1], offset: ?>>, memref<4x16xf32, strided<[16, 1], offset: ?>, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<4x16xf32, 1>, memref<4x16xf32, 1>) outs(%out : memref<4x16xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32):
        %at = linalg.index 0 : index
        %at_1 = arith.addi %at, %P0 : index
        %i = arith.index_cast %at_1 : index to i32
        %lt = arith.cmpi slt, %i, %k : i32
        %max = arith.maximumf %a_1, %cst : f32  // relu
        %sel = arith.select %lt, %a, %max : f32  // where
        linalg.yield %sel : f32
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%x_5], sizes: [4, 9], strides: [9, 1] : memref<72xf32> to memref<4x9xf32, strided<[9, 1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<4x16xf32, 1>, memref<4x9xf32, strided<[9, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
