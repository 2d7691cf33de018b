// npu_fused_weight_int8pack_mm: template, template MLIRGemmTemplate, fusions epilogue prologue, mapping default
func.func @npu_fused_weight_int8pack_mm
(%A: memref<320xf32>, %in_ptr1: memref<3072xi8>, %in_ptr2: memref<48xf32>, %Y: memref<240xf32>) {
  %p0_t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x16xi8, 1>
  %ec48 = arith.constant 48 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec8 = arith.constant 8 : index
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x48xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<8x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x48xf32, 1>
  affine.for %m = 0 to 5 step 8 {
    affine.for %n = 0 to 48 step 48 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<8x48xf32, 1>)
      affine.for %k = 0 to 64 step 16 {
        %t2 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t3 = memref.reinterpret_cast %A to offset: [%t2], sizes: [5, 16], strides: [64, 1] : memref<320xf32> to memref<5x16xf32, strided<[64, 1], offset: ?>>
        "npu.dma_load"(%t3, %A_tile) : (memref<5x16xf32, strided<[64, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
        %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [%k], sizes: [48, 16], strides: [64, 1] : memref<3072xi8> to memref<48x16xi8, strided<[64, 1], offset: ?>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<48x16xi8, strided<[64, 1], offset: ?>>, memref<48x16xi8, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p0_t : memref<48x16xi8, 1>) outs(%B_tile : memref<48x16xf32, 1>) {
          ^bb0(%p0_a: i8, %p0_o: f32):
          %p0_cvt = arith.sitofp %p0_a : i8 to f32  // to_dtype
          linalg.yield %p0_cvt : f32
        }
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<8x16xf32, 1>, memref<48x16xf32, 1>) outs(%accumulator : memref<8x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %eview = memref.reinterpret_cast %in_ptr2 to offset: [%n], sizes: [48], strides: [1] : memref<48xf32> to memref<48xf32, strided<[1], offset: ?>>
      "npu.dma_load"(%eview, %et) : (memref<48xf32, strided<[1], offset: ?>>, memref<48xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et : memref<8x48xf32, 1>, memref<48xf32, 1>) outs(%eout : memref<8x48xf32, 1>) {
        ^bb0(%ea: f32, %ea_1: f32, %eo: f32):
        %emul = arith.mulf %ea, %ea_1 : f32
        linalg.yield %emul : f32
      }
      %ex = arith.muli %m, %ec48 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec5 : index
      %en_P0 = arith.minsi %ex_3, %ec8 : index
      %eview_1 = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, 48], strides: [48, 1] : memref<240xf32> to memref<?x48xf32, strided<[48, 1], offset: ?>>
      "npu.dma_store"(%eout, %eview_1) : (memref<8x48xf32, 1>, memref<?x48xf32, strided<[48, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
