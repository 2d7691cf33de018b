// npu_fused_gt_bitwise_and_neg_where_lt_bitwise_or_bitwise_not: pointwise, fusions horizontal
func.func @npu_fused_gt_bitwise_and_neg_where_lt_bitwise_or_bitwise_not(%in_ptr0: memref<133xi8>, %in_ptr1: memref<133xf32>, %out_ptr0: memref<133xf32>, %out_ptr1: memref<133xi8>, %out_ptr2: memref<133xi8>) {
  %c0 = arith.constant 0 : index
  %c133 = arith.constant 133 : index
  %c48 = arith.constant 48 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 0 : i8
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 1.0 : f32
  %k_1 = arith.constant true
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi8, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi8, 1>
  %out_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi8, 1>
  scf.for %P0 = %c0 to %c133 step %c48 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c133 : index
    %n_P0 = arith.minsi %x_1, %c48 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<133xi8> to memref<?xi8, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xi8, strided<[1], offset: ?>>, memref<48xi8, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<133xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?xf32, strided<[1], offset: ?>>, memref<48xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t, %t_1 : memref<48xi8, 1>, memref<48xf32, 1>) outs(%out, %out_1, %out_2 : memref<48xf32, 1>, memref<48xi8, 1>, memref<48xi8, 1>) {
      ^bb0(%a: i8, %a_1: f32, %o: f32, %o_1: i8, %o_2: i8):
        %flag = arith.cmpi ne, %a, %k : i8
        %gt = arith.cmpf ogt, %a_1, %cst : f32
        %and = arith.andi %flag, %gt : i1
        %neg = arith.negf %a_1 : f32
        %sel = arith.select %and, %a_1, %neg : f32  // where
        %lt = arith.cmpf olt, %a_1, %cst_1 : f32
        %or = arith.ori %flag, %lt : i1
        %byte = arith.extui %or : i1 to i8
        %xor = arith.xori %flag, %k_1 : i1  // logical_not
        %byte_1 = arith.extui %xor : i1 to i8
        linalg.yield %sel, %byte, %byte_1 : f32, i8, i8
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<133xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<48xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<133xi8> to memref<?xi8, strided<[1], offset: ?>>
    "npu.dma_store"(%out_1, %view_3) : (memref<48xi8, 1>, memref<?xi8, strided<[1], offset: ?>>) -> ()
    %view_4 = memref.reinterpret_cast %out_ptr2 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<133xi8> to memref<?xi8, strided<[1], offset: ?>>
    "npu.dma_store"(%out_2, %view_4) : (memref<48xi8, 1>, memref<?xi8, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
