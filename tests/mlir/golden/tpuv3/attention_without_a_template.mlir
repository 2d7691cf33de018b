// npu_fused_bmm_mul_eq_logical_not_any_amax_sub_exp_sum_full_div_where: template, template MLIRGemmTemplate, fusions prologue reduction_epilogue, mapping default
func.func @npu_fused_bmm_mul_eq_logical_not_any_amax_sub_exp_sum_full_div_where
(%in_ptr0: memref<640xf32>, %in_ptr1: memref<640xf32>, %Y: memref<800xf32>) {
  %p0_cst = arith.constant 0.5 : f32
  %p0_t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  %p1_cst = arith.constant 0.5 : f32
  %p1_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x32x16xf32, 1>
  %ec20 = arith.constant 20 : index
  %ek = arith.constant 0 : i8
  %ecst = arith.constant 0xFF800000 : f32
  %ek_1 = arith.constant true
  %ek_2 = arith.constant 0 : i64
  %ecst_1 = arith.constant 0.0 : f32
  %ecst_2 = arith.constant 1.0 : f32
  %ek_3 = arith.constant 0 : i8
  %ec400 = arith.constant 400 : index
  %ecm1 = arith.constant -1 : index
  %ec24 = arith.constant 24 : index
  %ec32 = arith.constant 32 : index
  %eany = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xi8, 1>
  %emax = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  %eexp = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x32xf32, 1>
  %esum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  %exor_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xi8, 1>
  %ediv = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x32xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x24x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x16x32xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x32xf32, 1>
  affine.for %b = 0 to 2 step 2 {
    affine.for %k = 0 to 16 step 16 {
      affine.for %m = 0 to 20 step 24 {
        %p0_view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [2, 20, 16], strides: [320, 16, 1] : memref<640xf32> to memref<2x20x16xf32, strided<[320, 16, 1], offset: 0>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<2x20x16xf32, strided<[320, 16, 1], offset: 0>>, memref<2x24x16xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p0_t : memref<2x24x16xf32, 1>) outs(%A_tile : memref<2x24x16xf32, 1>) {
          ^bb0(%p0_a: f32, %p0_o: f32):
          %p0_mul = arith.mulf %p0_a, %p0_cst : f32
          linalg.yield %p0_mul : f32
        }
        affine.for %n = 0 to 20 step 32 {
          %t1 = arith.constant 0.0 : f32
          linalg.fill ins(%t1 : f32) outs(%accumulator : memref<2x24x32xf32, 1>)
          %p1_view = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [2, 20, 16], strides: [320, 16, 1] : memref<640xf32> to memref<2x20x16xf32, strided<[320, 16, 1], offset: 0>>
          "npu.dma_load"(%p1_view, %p1_t) : (memref<2x20x16xf32, strided<[320, 16, 1], offset: 0>>, memref<2x32x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p1_t : memref<2x32x16xf32, 1>) outs(%B_tile : memref<2x16x32xf32, 1>) {
            ^bb0(%p1_a: f32, %p1_o: f32):
            %p1_mul = arith.mulf %p1_a, %p1_cst : f32
            linalg.yield %p1_mul : f32
          }
          linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<2x24x16xf32, 1>, memref<2x16x32xf32, 1>) outs(%accumulator : memref<2x24x32xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          linalg.fill ins(%ek : i8) outs(%eany : memref<2x24xi8, 1>)
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%accumulator : memref<2x24x32xf32, 1>) outs(%eany : memref<2x24xi8, 1>) {
            ^bb0(%ea: f32, %eo: i8):
            %eat = linalg.index 2 : index
            %eat_1 = arith.addi %eat, %n : index
            %einside = arith.cmpi slt, %eat_1, %ec20 : index
            %eeq = arith.cmpf oeq, %ea, %ecst : f32
            %exor = arith.xori %eeq, %ek_1 : i1  // logical_not
            %ecvt = arith.extui %exor : i1 to i64  // to_dtype
            %ene = arith.cmpi ne, %ecvt, %ek_2 : i64  // to_dtype
            %ecvt_1 = arith.extui %ene : i1 to i8  // any
            %esel = arith.select %einside, %ecvt_1, %ek : i8  // where
            %eany_1 = arith.ori %eo, %esel : i8
            linalg.yield %eany_1 : i8
          }
          linalg.fill ins(%ecst : f32) outs(%emax : memref<2x24xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%accumulator : memref<2x24x32xf32, 1>) outs(%emax : memref<2x24xf32, 1>) {
            ^bb0(%ea_1: f32, %eo_1: f32):
            %eat_2 = linalg.index 2 : index
            %eat_3 = arith.addi %eat_2, %n : index
            %einside_1 = arith.cmpi slt, %eat_3, %ec20 : index
            %esel_1 = arith.select %einside_1, %ea_1, %ecst : f32  // where
            %emax_1 = arith.maximumf %eo_1, %esel_1 : f32
            linalg.yield %emax_1 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%accumulator, %emax : memref<2x24x32xf32, 1>, memref<2x24xf32, 1>) outs(%eexp : memref<2x24x32xf32, 1>) {
            ^bb0(%ea_2: f32, %ea_3: f32, %eo_2: f32):
            %esub = arith.subf %ea_2, %ea_3 : f32
            %eexp_1 = math.exp %esub : f32
            linalg.yield %eexp_1 : f32
          }
          linalg.fill ins(%ecst_1 : f32) outs(%esum : memref<2x24xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%eexp : memref<2x24x32xf32, 1>) outs(%esum : memref<2x24xf32, 1>) {
            ^bb0(%ea_4: f32, %eo_3: f32):
            %eat_4 = linalg.index 2 : index
            %eat_5 = arith.addi %eat_4, %n : index
            %einside_2 = arith.cmpi slt, %eat_5, %ec20 : index
            %esel_2 = arith.select %einside_2, %ea_4, %ecst_1 : f32  // where
            %esum_1 = arith.addf %eo_3, %esel_2 : f32
            linalg.yield %esum_1 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%eany : memref<2x24xi8, 1>) outs(%exor_1 : memref<2x24xi8, 1>) {
            ^bb0(%ea_5: i8, %eo_4: i8):
            %ene_1 = arith.cmpi ne, %ea_5, %ek : i8  // any
            %exor_2 = arith.xori %ene_1, %ek_1 : i1  // logical_not
            %ebyte = arith.extui %exor_2 : i1 to i8
            linalg.yield %ebyte : i8
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%esum : memref<2x24xf32, 1>) outs(%ediv : memref<2x24xf32, 1>) {
            ^bb0(%ea_6: f32, %eo_5: f32):
            %ediv_1 = arith.divf %ecst_2, %ea_6 : f32  // truediv
            linalg.yield %ediv_1 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%eexp, %exor_1, %ediv : memref<2x24x32xf32, 1>, memref<2x24xi8, 1>, memref<2x24xf32, 1>) outs(%eout : memref<2x24x32xf32, 1>) {
            ^bb0(%ea_7: f32, %ea_8: i8, %ea_9: f32, %eo_6: f32):
            %eflag = arith.cmpi ne, %ea_8, %ek_3 : i8
            %emul = arith.mulf %ea_7, %ea_9 : f32  // truediv
            %esel_3 = arith.select %eflag, %ecst_1, %emul : f32  // where
            linalg.yield %esel_3 : f32
          }
          %ex = arith.muli %m, %ec20 : index
          %ex_1 = arith.muli %b, %ec400 : index
          %ex_2 = arith.addi %ex, %ex_1 : index
          %ex_3 = arith.addi %ex_2, %n : index
          %ex_4 = arith.muli %m, %ecm1 : index
          %ex_5 = arith.addi %ex_4, %ec20 : index
          %en_P1 = arith.minsi %ex_5, %ec24 : index
          %ex_6 = arith.muli %n, %ecm1 : index
          %ex_7 = arith.addi %ex_6, %ec20 : index
          %en_R2 = arith.minsi %ex_7, %ec32 : index
          %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [2, %en_P1, %en_R2], strides: [400, 20, 1] : memref<800xf32> to memref<2x?x?xf32, strided<[400, 20, 1], offset: ?>>
          "npu.dma_store"(%eout, %eview) : (memref<2x24x32xf32, 1>, memref<2x?x?xf32, strided<[400, 20, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_bmm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_bmm
(%A: memref<800xf32>, %B: memref<640xf32>, %Y: memref<640xf32>) {
  %ec16 = arith.constant 16 : index
  %ec320 = arith.constant 320 : index
  %ecm1 = arith.constant -1 : index
  %ec20 = arith.constant 20 : index
  %ec24 = arith.constant 24 : index
  %A_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x24x32xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x32x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  affine.for %b = 0 to 2 step 2 {
    affine.for %k = 0 to 20 step 32 {
      affine.for %m = 0 to 20 step 24 {
        %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [2, 20, 20], strides: [400, 20, 1] : memref<800xf32> to memref<2x20x20xf32, strided<[400, 20, 1], offset: 0>>
        "npu.dma_load"(%t1, %A_tile) : (memref<2x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<2x24x32xf32, 1>) -> ()
        affine.for %n = 0 to 16 step 16 {
          %t2 = arith.constant 0.0 : f32
          linalg.fill ins(%t2 : f32) outs(%accumulator : memref<2x24x16xf32, 1>)
          %t3 = memref.reinterpret_cast %B to offset: [0], sizes: [2, 20, 16], strides: [320, 16, 1] : memref<640xf32> to memref<2x20x16xf32, strided<[320, 16, 1], offset: 0>>
          "npu.dma_load"(%t3, %B_tile) : (memref<2x20x16xf32, strided<[320, 16, 1], offset: 0>>, memref<2x32x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<2x24x32xf32, 1>, memref<2x32x16xf32, 1>) outs(%accumulator : memref<2x24x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          %ex = arith.muli %m, %ec16 : index
          %ex_1 = arith.muli %b, %ec320 : index
          %ex_2 = arith.addi %ex, %ex_1 : index
          %ex_3 = arith.addi %ex_2, %n : index
          %ex_4 = arith.muli %m, %ecm1 : index
          %ex_5 = arith.addi %ex_4, %ec20 : index
          %en_P1 = arith.minsi %ex_5, %ec24 : index
          %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [2, %en_P1, 16], strides: [320, 16, 1] : memref<640xf32> to memref<2x?x16xf32, strided<[320, 16, 1], offset: ?>>
          "npu.dma_store"(%accumulator, %eview) : (memref<2x24x16xf32, 1>, memref<2x?x16xf32, strided<[320, 16, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    }
  } {npu.parallel}
  return
}
