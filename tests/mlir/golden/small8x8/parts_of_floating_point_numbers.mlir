// npu_fused_frexp_built_in_function_getitem_nextafter_copysign: pointwise, fusions horizontal
func.func @npu_fused_frexp_built_in_function_getitem_nextafter_copysign(%in_ptr0: memref<27xf32>, %in_ptr1: memref<27xf32>, %out_ptr0: memref<27xf32>, %out_ptr1: memref<27xi32>, %out_ptr2: memref<27xf32>, %out_ptr3: memref<27xf32>) {
  %c0 = arith.constant 0 : index
  %c27 = arith.constant 27 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 1 : i32
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 1.1754943508222875e-38 : f32
  %cst_2 = arith.constant 16777216.0 : f32
  %k_1 = arith.constant 23 : i32
  %k_2 = arith.constant 255 : i32
  %k_3 = arith.constant -2139095041 : i32
  %k_4 = arith.constant 1056964608 : i32
  %k_5 = arith.constant 0 : i32
  %k_6 = arith.constant 126 : i32
  %k_7 = arith.constant 24 : i32
  %cst_3 = arith.constant 0x7FC00000 : f32
  %bits = arith.bitcast %k : i32 to f32  // nextafter
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %out_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %out_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  scf.for %P0 = %c0 to %c27 step %c16 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c27 : index
    %n_P0 = arith.minsi %x_1, %c16 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<27xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<16xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<27xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?xf32, strided<[1], offset: ?>>, memref<16xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t, %t_1 : memref<16xf32, 1>, memref<16xf32, 1>) outs(%out, %out_1, %out_2, %out_3 : memref<16xf32, 1>, memref<16xi32, 1>, memref<16xf32, 1>, memref<16xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32, %o_1: i32, %o_2: f32, %o_3: f32):
        %eq = arith.cmpf oeq, %a, %cst : f32  // frexp
        %abs = math.absf %a : f32  // frexp
        %lt = arith.cmpf olt, %abs, %cst_1 : f32  // frexp
        %mul = arith.mulf %a, %cst_2 : f32  // frexp
        %sel = arith.select %lt, %mul, %a : f32  // frexp
        %bits_1 = arith.bitcast %sel : f32 to i32  // frexp
        %shr = arith.shrsi %bits_1, %k_1 : i32  // frexp
        %and = arith.andi %shr, %k_2 : i32  // frexp
        %eq_1 = arith.cmpi eq, %and, %k_2 : i32  // frexp
        %or = arith.ori %eq, %eq_1 : i1  // frexp
        %and_1 = arith.andi %bits_1, %k_3 : i32  // frexp
        %or_1 = arith.ori %and_1, %k_4 : i32  // frexp
        %bits_2 = arith.bitcast %or_1 : i32 to f32  // frexp
        %sel_1 = arith.select %or, %a, %bits_2 : f32  // frexp
        %sub = arith.subi %and, %k_6 : i32  // frexp
        %sel_2 = arith.select %lt, %k_7, %k_5 : i32  // frexp
        %sub_1 = arith.subi %sub, %sel_2 : i32  // frexp
        %sel_3 = arith.select %or, %k_5, %sub_1 : i32  // frexp
        %ne = arith.cmpf une, %a, %a : f32  // nextafter
        %ne_1 = arith.cmpf une, %a_1, %a_1 : f32  // nextafter
        %or_2 = arith.ori %ne, %ne_1 : i1  // nextafter
        %eq_2 = arith.cmpf oeq, %a, %a_1 : f32  // nextafter
        %copysign = math.copysign %bits, %a_1 : f32  // nextafter
        %gt = arith.cmpf ogt, %a_1, %a : f32  // nextafter
        %gt_1 = arith.cmpf ogt, %a, %cst : f32  // nextafter
        %eq_3 = arith.cmpi eq, %gt, %gt_1 : i1  // nextafter
        %bits_3 = arith.bitcast %a : f32 to i32  // nextafter
        %add = arith.addi %bits_3, %k : i32  // nextafter
        %sub_2 = arith.subi %bits_3, %k : i32  // nextafter
        %sel_4 = arith.select %eq_3, %add, %sub_2 : i32  // nextafter
        %bits_4 = arith.bitcast %sel_4 : i32 to f32  // nextafter
        %sel_5 = arith.select %eq, %copysign, %bits_4 : f32  // nextafter
        %sel_6 = arith.select %eq_2, %a_1, %sel_5 : f32  // nextafter
        %sel_7 = arith.select %or_2, %cst_3, %sel_6 : f32  // nextafter
        %copysign_1 = math.copysign %a, %a_1 : f32
        linalg.yield %sel_1, %sel_3, %sel_7, %copysign_1 : f32, i32, f32, f32
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<27xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<16xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<27xi32> to memref<?xi32, strided<[1], offset: ?>>
    "npu.dma_store"(%out_1, %view_3) : (memref<16xi32, 1>, memref<?xi32, strided<[1], offset: ?>>) -> ()
    %view_4 = memref.reinterpret_cast %out_ptr2 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<27xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out_2, %view_4) : (memref<16xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_5 = memref.reinterpret_cast %out_ptr3 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<27xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out_3, %view_5) : (memref<16xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
