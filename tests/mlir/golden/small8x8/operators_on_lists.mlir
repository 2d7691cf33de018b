// npu_fused_mul_pow_sum: reduction, fusions foreach horizontal pointwise
func.func @npu_fused_mul_pow_sum(%in_out_ptr0_0: memref<1xf32>, %in_out_ptr0_1: memref<1xf32>, %in_ptr0_0: memref<165xf32>, %in_ptr0_1: memref<165xf32>, %out_ptr0_0: memref<165xf32>, %out_ptr0_1: memref<165xf32>) {
  %first_tensor = arith.constant 0 : index
  %tensors = arith.constant 2 : index
  %next_tensor = arith.constant 1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<176xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<176xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  scf.for %tensor = %first_tensor to %tensors step %next_tensor {
    %in_out_ptr0 = scf.index_switch %tensor -> memref<1xf32>
    case 1 { scf.yield %in_out_ptr0_1 : memref<1xf32> }
    default { scf.yield %in_out_ptr0_0 : memref<1xf32> }
    %in_ptr0 = scf.index_switch %tensor -> memref<165xf32>
    case 1 { scf.yield %in_ptr0_1 : memref<165xf32> }
    default { scf.yield %in_ptr0_0 : memref<165xf32> }
    %out_ptr0 = scf.index_switch %tensor -> memref<165xf32>
    case 1 { scf.yield %out_ptr0_1 : memref<165xf32> }
    default { scf.yield %out_ptr0_0 : memref<165xf32> }
    %c165 = arith.constant 165 : index
    %cst = arith.constant 0.0 : f32
    %cst_1 = arith.constant 3.0 : f32
    %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [165], strides: [1] : memref<165xf32> to memref<165xf32, strided<[1], offset: 0>>
    "npu.dma_load"(%view, %t) : (memref<165xf32, strided<[1], offset: 0>>, memref<176xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%sum : memref<1xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<176xf32, 1>) outs(%sum : memref<1xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %at = linalg.index 1 : index
        %inside = arith.cmpi slt, %at, %c165 : index
        %mul = arith.mulf %a, %a : f32
        %sel = arith.select %inside, %mul, %cst : f32  // sqrt
        %sum_1 = arith.addf %o, %sel : f32
        linalg.yield %sum_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<176xf32, 1>) outs(%out : memref<176xf32, 1>) {
      ^bb0(%a_1: f32, %o_1: f32):
        %mul_1 = arith.mulf %a_1, %cst_1 : f32
        linalg.yield %mul_1 : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [165], strides: [1] : memref<165xf32> to memref<165xf32, strided<[1], offset: 0>>
    "npu.dma_store"(%out, %view_1) : (memref<176xf32, 1>, memref<165xf32, strided<[1], offset: 0>>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<1xf32, 1>) outs(%out_1 : memref<1xf32, 1>) {
      ^bb0(%a_2: f32, %o_2: f32):
        %sqrt = math.sqrt %a_2 : f32
        linalg.yield %sqrt : f32
    }
    %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xf32> to memref<1xf32, strided<[1], offset: 0>>
    "npu.dma_store"(%out_1, %view_2) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: 0>>) -> ()
  }
  return
}
// -----

// npu_fused_mul: pointwise
func.func @npu_fused_mul(%in_ptr0: memref<7xf32>, %out_ptr0: memref<7xf32>) {
  %cst = arith.constant 3.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [7], strides: [1] : memref<7xf32> to memref<7xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<7xf32, strided<[1], offset: 0>>, memref<7xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<7xf32, 1>) outs(%out : memref<7xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %mul = arith.mulf %a, %cst : f32
      linalg.yield %mul : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [7], strides: [1] : memref<7xf32> to memref<7xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<7xf32, 1>, memref<7xf32, strided<[1], offset: 0>>) -> ()
  return
}
