// npu_fused_add_convert_element_type_div_mul_round: pointwise, fusions horizontal
func.func @npu_fused_add_convert_element_type_div_mul_round(%in_ptr0: memref<165xi8>, %in_ptr1: memref<165xi8>, %out_ptr0: memref<165xi16>, %out_ptr1: memref<165xf32>, %out_ptr2: memref<165xi8>) {
  %c0 = arith.constant 0 : index
  %c165 = arith.constant 165 : index
  %c32 = arith.constant 32 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 3.0 : f32
  %cst_1 = arith.constant 0.7 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi8, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi8, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi16, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %out_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi8, 1>
  scf.for %P0 = %c0 to %c165 step %c32 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c165 : index
    %n_P0 = arith.minsi %x_1, %c32 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xi8> to memref<?xi8, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xi8, strided<[1], offset: ?>>, memref<32xi8, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xi8> to memref<?xi8, strided<[1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?xi8, strided<[1], offset: ?>>, memref<32xi8, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t, %t_1 : memref<32xi8, 1>, memref<32xi8, 1>) outs(%out, %out_1, %out_2 : memref<32xi16, 1>, memref<32xf32, 1>, memref<32xi8, 1>) {
      ^bb0(%a: i8, %a_1: i8, %o: i16, %o_1: f32, %o_2: i8):
        %cvt = arith.extsi %a : i8 to i16  // to_dtype
        %cvt_1 = arith.extui %a_1 : i8 to i16  // to_dtype
        %add = arith.addi %cvt, %cvt_1 : i16
        %cvt_2 = arith.sitofp %a : i8 to f32  // to_dtype
        %div = arith.divf %cvt_2, %cst : f32  // truediv
        %cvt_3 = arith.uitofp %a_1 : i8 to f32  // to_dtype
        %mul = arith.mulf %cvt_3, %cst_1 : f32
        %roundeven = math.roundeven %mul : f32  // round
        %cvt_4 = arith.fptosi %roundeven : f32 to i64  // to_dtype
        %cvt_5 = arith.trunci %cvt_4 : i64 to i8  // to_dtype
        linalg.yield %add, %div, %cvt_5 : i16, f32, i8
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xi16> to memref<?xi16, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<32xi16, 1>, memref<?xi16, strided<[1], offset: ?>>) -> ()
    %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out_1, %view_3) : (memref<32xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_4 = memref.reinterpret_cast %out_ptr2 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xi8> to memref<?xi8, strided<[1], offset: ?>>
    "npu.dma_store"(%out_2, %view_4) : (memref<32xi8, 1>, memref<?xi8, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
