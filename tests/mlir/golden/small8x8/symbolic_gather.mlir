// npu_fused_index_mul: pointwise
func.func @npu_fused_index_mul(%in_ptr0: memref<?xi64>, %in_ptr1: memref<?xf32>, %out_ptr0: memref<?xf32>, %ks0: index, %ks1: index, %ks2: index) {
  %c0 = arith.constant 0 : index
  %c48 = arith.constant 48 : index
  %c32 = arith.constant 32 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 0 : i64
  %k_1 = arith.constant -1 : i64
  %cst = arith.constant 2.0 : f32
  %x_2 = arith.muli %ks1, %ks2 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %mul = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %sel_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x32xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x32xf32, 1>
  scf.for %P0 = %c0 to %ks0 step %c48 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %ks0 : index
    %n_P0 = arith.minsi %x_1, %c48 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xi64, strided<[1], offset: ?>>, memref<48xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<48xi64, 1>) outs(%mul : memref<48xi64, 1>) {
      ^bb0(%a: i64, %o: i64):
        %lt = arith.cmpi slt, %a, %k : i64  // index
        %i = arith.index_cast %ks2 : index to i64
        %add = arith.addi %a, %i : i64  // index
        %sel = arith.select %lt, %add, %a : i64  // index
        %i_1 = arith.index_cast %ks1 : index to i64
        %mul_1 = arith.muli %sel, %i_1 : i64
        linalg.yield %mul_1 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<48xi64, 1>) outs(%largest : memref<1xi64, 1>) {
      ^bb0(%a_2: i64, %o_2: i64):
        %most = arith.maxui %a_2, %o_2 : i64
        linalg.yield %most : i64
    }
    "npu.check_index"(%largest, %ks2) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
    scf.for %P1 = %c0 to %ks1 step %c32 {
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%mul : memref<48xi64, 1>) outs(%sel_1 : memref<48x32xi64, 1>) {
        ^bb0(%a_1: i64, %o_1: i64):
          %at = linalg.index 0 : index
          %at_1 = arith.addi %at, %P0 : index
          %inside = arith.cmpi slt, %at_1, %ks0 : index
          %at_2 = linalg.index 1 : index
          %at_3 = arith.addi %at_2, %P1 : index
          %inside_1 = arith.cmpi slt, %at_3, %ks1 : index
          %and = arith.andi %inside, %inside_1 : i1  // mul
          %i_2 = arith.index_cast %at_3 : index to i64
          %add_1 = arith.addi %i_2, %a_1 : i64  // mul
          %sel_2 = arith.select %and, %add_1, %k_1 : i64  // mul
          linalg.yield %sel_2 : i64
      }
      %whole = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [%x_2], strides: [1] : memref<?xf32> to memref<?xf32>
      "npu.gather"(%whole, %sel_1, %t_1) : (memref<?xf32>, memref<48x32xi64, 1>, memref<48x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t_1 : memref<48x32xf32, 1>) outs(%out : memref<48x32xf32, 1>) {
        ^bb0(%a_3: f32, %o_3: f32):
          %mul_2 = arith.mulf %a_3, %cst : f32
          linalg.yield %mul_2 : f32
      }
      %x_3 = arith.muli %P0, %ks1 : index
      %x_4 = arith.addi %x_3, %P1 : index
      %x_5 = arith.muli %P1, %cm1 : index
      %x_6 = arith.addi %x_5, %ks1 : index
      %n_P1 = arith.minsi %x_6, %c32 : index
      %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_4], sizes: [%n_P0, %n_P1], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%out, %view_1) : (memref<48x32xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
