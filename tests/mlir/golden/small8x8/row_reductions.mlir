// npu_fused_sum_amax_prod: reduction, fusions horizontal
func.func @npu_fused_sum_amax_prod(%in_ptr0: memref<4257xf32>, %out_ptr0: memref<33xf32>, %out_ptr1: memref<33xf32>, %out_ptr2: memref<33xf32>) {
  %c0 = arith.constant 0 : index
  %c33 = arith.constant 33 : index
  %c7 = arith.constant 7 : index
  %c129 = arith.constant 129 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 0xFF800000 : f32
  %cst_2 = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x144xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  %prod = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  scf.for %P0 = %c0 to %c33 step %c7 {
    %x = arith.muli %P0, %c129 : index
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %c33 : index
    %n_P0 = arith.minsi %x_2, %c7 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_P0, 129], strides: [129, 1] : memref<4257xf32> to memref<?x129xf32, strided<[129, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<?x129xf32, strided<[129, 1], offset: ?>>, memref<7x144xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%sum : memref<7xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<7x144xf32, 1>) outs(%sum : memref<7xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %sum_1 = arith.addf %o, %a : f32
        linalg.yield %sum_1 : f32
    }
    linalg.fill ins(%cst_1 : f32) outs(%max : memref<7xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<7x144xf32, 1>) outs(%max : memref<7xf32, 1>) {
      ^bb0(%a_1: f32, %o_1: f32):
        %at = linalg.index 1 : index
        %inside = arith.cmpi slt, %at, %c129 : index
        %sel = arith.select %inside, %a_1, %cst_1 : f32  // prod
        %max_1 = arith.maximumf %o_1, %sel : f32
        linalg.yield %max_1 : f32
    }
    linalg.fill ins(%cst_2 : f32) outs(%prod : memref<7xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<7x144xf32, 1>) outs(%prod : memref<7xf32, 1>) {
      ^bb0(%a_2: f32, %o_2: f32):
        %at_1 = linalg.index 1 : index
        %inside_1 = arith.cmpi slt, %at_1, %c129 : index
        %sel_1 = arith.select %inside_1, %a_2, %cst_2 : f32  // prod
        %prod_1 = arith.mulf %o_2, %sel_1 : f32
        linalg.yield %prod_1 : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<33xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%sum, %view_1) : (memref<7xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<33xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%max, %view_2) : (memref<7xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_3 = memref.reinterpret_cast %out_ptr2 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<33xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%prod, %view_3) : (memref<7xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
