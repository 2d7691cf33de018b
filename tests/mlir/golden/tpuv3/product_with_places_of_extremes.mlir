// npu_fused_mm_argmax_amin: template, template MLIRGemmTemplate, fusions reduction_epilogue, mapping default
func.func @npu_fused_mm_argmax_amin
(%A: memref<4550xf32>, %B: memref<2310xf32>, %Y: memref<65xf32>, %out_ptr1: memref<65xi64>) {
  %ec33 = arith.constant 33 : index
  %ecst = arith.constant 0xFF800000 : f32
  %ecst_1 = arith.constant 0x7F800000 : f32
  %ek = arith.constant 9223372036854775807 : i64
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec72 = arith.constant 72 : index
  %emax = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72xf32, 1>
  %emin = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72xf32, 1>
  %emin_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72xi64, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<72x80xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<80x48xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72x48xf32, 1>
  affine.for %k = 0 to 70 step 80 {
    affine.for %m = 0 to 65 step 72 {
      %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [65, 70], strides: [70, 1] : memref<4550xf32> to memref<65x70xf32, strided<[70, 1], offset: 0>>
      "npu.dma_load"(%t1, %A_tile) : (memref<65x70xf32, strided<[70, 1], offset: 0>>, memref<72x80xf32, 1>) -> ()
      affine.for %n = 0 to 33 step 48 {
        %t2 = arith.constant 0.0 : f32
        linalg.fill ins(%t2 : f32) outs(%accumulator : memref<72x48xf32, 1>)
        %t3 = memref.reinterpret_cast %B to offset: [0], sizes: [70, 33], strides: [33, 1] : memref<2310xf32> to memref<70x33xf32, strided<[33, 1], offset: 0>>
        "npu.dma_load"(%t3, %B_tile) : (memref<70x33xf32, strided<[33, 1], offset: 0>>, memref<80x48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<72x80xf32, 1>, memref<80x48xf32, 1>) outs(%accumulator : memref<72x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        linalg.fill ins(%ecst : f32) outs(%emax : memref<72xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%accumulator : memref<72x48xf32, 1>) outs(%emax : memref<72xf32, 1>) {
          ^bb0(%ea: f32, %eo: f32):
          %eat = linalg.index 1 : index
          %eat_1 = arith.addi %eat, %n : index
          %einside = arith.cmpi slt, %eat_1, %ec33 : index
          %esel = arith.select %einside, %ea, %ecst : f32  // min
          %emax_1 = arith.maximumf %eo, %esel : f32
          linalg.yield %emax_1 : f32
        }
        linalg.fill ins(%ecst_1 : f32) outs(%emin : memref<72xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%accumulator : memref<72x48xf32, 1>) outs(%emin : memref<72xf32, 1>) {
          ^bb0(%ea_1: f32, %eo_1: f32):
          %eat_2 = linalg.index 1 : index
          %eat_3 = arith.addi %eat_2, %n : index
          %einside_1 = arith.cmpi slt, %eat_3, %ec33 : index
          %esel_1 = arith.select %einside_1, %ea_1, %ecst_1 : f32  // min
          %emin_1 = arith.minimumf %eo_1, %esel_1 : f32
          linalg.yield %emin_1 : f32
        }
        linalg.fill ins(%ek : i64) outs(%emin_2 : memref<72xi64, 1>)
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%accumulator, %emax : memref<72x48xf32, 1>, memref<72xf32, 1>) outs(%emin_2 : memref<72xi64, 1>) {
          ^bb0(%ea_2: f32, %ea_3: f32, %eo_2: i64):
          %eat_4 = linalg.index 1 : index
          %eat_5 = arith.addi %eat_4, %n : index
          %einside_2 = arith.cmpi slt, %eat_5, %ec33 : index
          %eeq = arith.cmpf oeq, %ea_2, %ea_3 : f32  // index
          %ene = arith.cmpf une, %ea_2, %ea_2 : f32  // index
          %eor = arith.ori %eeq, %ene : i1  // index
          %ei = arith.index_cast %eat_5 : index to i32
          %ecvt = arith.extsi %ei : i32 to i64  // index
          %esel_2 = arith.select %eor, %ecvt, %ek : i64  // index
          %esel_3 = arith.select %einside_2, %esel_2, %ek : i64  // min
          %emin_3 = arith.minsi %eo_2, %esel_3 : i64
          linalg.yield %emin_3 : i64
        }
        %ex = arith.muli %m, %ecm1 : index
        %ex_1 = arith.addi %ex, %ec65 : index
        %en_P0 = arith.minsi %ex_1, %ec72 : index
        %eview = memref.reinterpret_cast %out_ptr1 to offset: [%m], sizes: [%en_P0], strides: [1] : memref<65xi64> to memref<?xi64, strided<[1], offset: ?>>
        "npu.dma_store"(%emin_2, %eview) : (memref<72xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
        %eview_1 = memref.reinterpret_cast %Y to offset: [%m], sizes: [%en_P0], strides: [1] : memref<65xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_store"(%emin, %eview_1) : (memref<72xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
