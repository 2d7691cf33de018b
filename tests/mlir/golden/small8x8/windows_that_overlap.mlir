// npu_fused_mul: pointwise
func.func @npu_fused_mul(%in_ptr0: memref<360xf32>, %out_ptr0: memref<720xf32>) {
  %c0 = arith.constant 0 : index
  %c18 = arith.constant 18 : index
  %c6 = arith.constant 6 : index
  %c20 = arith.constant 20 : index
  %cst = arith.constant 2.0 : f32
  %c40 = arith.constant 40 : index
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x8x5xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x8x5xf32, 1>
  scf.for %P0 = %c0 to %c18 step %c6 {
    %x = arith.muli %P0, %c20 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [6, 8, 5], strides: [20, 2, 1] : memref<360xf32> to memref<6x8x5xf32, strided<[20, 2, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<6x8x5xf32, strided<[20, 2, 1], offset: ?>>, memref<6x8x5xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t : memref<6x8x5xf32, 1>) outs(%out : memref<6x8x5xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %mul = arith.mulf %a, %cst : f32
        linalg.yield %mul : f32
    }
    %x_1 = arith.muli %P0, %c40 : index
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_1], sizes: [6, 8, 5], strides: [40, 5, 1] : memref<720xf32> to memref<6x8x5xf32, strided<[40, 5, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<6x8x5xf32, 1>, memref<6x8x5xf32, strided<[40, 5, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
