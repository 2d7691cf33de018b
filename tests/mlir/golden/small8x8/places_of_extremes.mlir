// npu_fused_max_argmax: reduction, fusions horizontal
func.func @npu_fused_max_argmax(%in_ptr0: memref<585xf32>, %out_ptr0: memref<9xf32>, %out_ptr1: memref<9xi64>, %out_ptr2: memref<9xi64>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c5 = arith.constant 5 : index
  %c65 = arith.constant 65 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0xFF800000 : f32
  %k = arith.constant 9223372036854775807 : i64
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x80xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5xf32, 1>
  %min = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5xi64, 1>
  scf.for %P0 = %c0 to %c9 step %c5 {
    %x = arith.muli %P0, %c65 : index
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %c9 : index
    %n_P0 = arith.minsi %x_2, %c5 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_P0, 65], strides: [65, 1] : memref<585xf32> to memref<?x65xf32, strided<[65, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad = 0xFF800000 : f32} : (memref<?x65xf32, strided<[65, 1], offset: ?>>, memref<5x80xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%max : memref<5xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<5x80xf32, 1>) outs(%max : memref<5xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %max_1 = arith.maximumf %o, %a : f32
        linalg.yield %max_1 : f32
    }
    linalg.fill ins(%k : i64) outs(%min : memref<5xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %max : memref<5x80xf32, 1>, memref<5xf32, 1>) outs(%min : memref<5xi64, 1>) {
      ^bb0(%a_1: f32, %a_2: f32, %o_1: i64):
        %at = linalg.index 1 : index
        %inside = arith.cmpi slt, %at, %c65 : index
        %eq = arith.cmpf oeq, %a_1, %a_2 : f32  // index
        %ne = arith.cmpf une, %a_1, %a_1 : f32  // index
        %or = arith.ori %eq, %ne : i1  // index
        %i = arith.index_cast %at : index to i32
        %cvt = arith.extsi %i : i32 to i64  // index
        %sel = arith.select %or, %cvt, %k : i64  // index
        %sel_1 = arith.select %inside, %sel, %k : i64  // index
        %min_1 = arith.minsi %o_1, %sel_1 : i64
        linalg.yield %min_1 : i64
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<9xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%max, %view_1) : (memref<5xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<9xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_store"(%min, %view_2) : (memref<5xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
    %view_3 = memref.reinterpret_cast %out_ptr2 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<9xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_store"(%min, %view_3) : (memref<5xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_argmin: reduction
func.func @npu_fused_argmin(%in_ptr0: memref<585xf32>, %out_ptr0: memref<65xi64>) {
  %c0 = arith.constant 0 : index
  %c65 = arith.constant 65 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0x7F800000 : f32
  %k = arith.constant 9223372036854775807 : i64
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x16xf32, 1>
  %min = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %min_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  scf.for %P0 = %c0 to %c65 step %c16 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c65 : index
    %n_P0 = arith.minsi %x_1, %c16 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [9, %n_P0], strides: [65, 1] : memref<585xf32> to memref<9x?xf32, strided<[65, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<9x?xf32, strided<[65, 1], offset: ?>>, memref<9x16xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%min : memref<16xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%t : memref<9x16xf32, 1>) outs(%min : memref<16xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %min_1 = arith.minimumf %o, %a : f32
        linalg.yield %min_1 : f32
    }
    linalg.fill ins(%k : i64) outs(%min_2 : memref<16xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%t, %min : memref<9x16xf32, 1>, memref<16xf32, 1>) outs(%min_2 : memref<16xi64, 1>) {
      ^bb0(%a_1: f32, %a_2: f32, %o_1: i64):
        %eq = arith.cmpf oeq, %a_1, %a_2 : f32  // index
        %ne = arith.cmpf une, %a_1, %a_1 : f32  // index
        %or = arith.ori %eq, %ne : i1  // index
        %at = linalg.index 0 : index
        %i = arith.index_cast %at : index to i32
        %cvt = arith.extsi %i : i32 to i64  // index
        %sel = arith.select %or, %cvt, %k : i64  // index
        %min_3 = arith.minsi %o_1, %sel : i64
        linalg.yield %min_3 : i64
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<65xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_store"(%min_2, %view_1) : (memref<16xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
