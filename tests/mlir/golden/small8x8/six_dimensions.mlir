// npu_fused_permute_clone: pointwise
func.func @npu_fused_permute_clone(%in_ptr0: memref<2160xf32>, %out_ptr0: memref<2160xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %c180 = arith.constant 180 : index
  %t = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x2x5x6x2x3xf32, 1>
  %out = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x2x6x3x2x5xf32, 1>
  scf.for %P1 = %c0 to %c4 step %c2 {
    %x = arith.muli %P1, %c180 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [3, 2, 5, 6, 2, 3], strides: [720, 180, 36, 6, 3, 1] : memref<2160xf32> to memref<3x2x5x6x2x3xf32, strided<[720, 180, 36, 6, 3, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<3x2x5x6x2x3xf32, strided<[720, 180, 36, 6, 3, 1], offset: ?>>, memref<3x2x5x6x2x3xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d1, d5, d2, d4, d0)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%t : memref<3x2x5x6x2x3xf32, 1>) outs(%out : memref<3x2x6x3x2x5xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        linalg.yield %a : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [3, 2, 6, 3, 2, 5], strides: [720, 180, 30, 10, 5, 1] : memref<2160xf32> to memref<3x2x6x3x2x5xf32, strided<[720, 180, 30, 10, 5, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<3x2x6x3x2x5xf32, 1>, memref<3x2x6x3x2x5xf32, strided<[720, 180, 30, 10, 5, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
