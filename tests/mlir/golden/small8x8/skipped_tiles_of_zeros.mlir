// npu_fused_addmm: reduction
func.func @npu_fused_addmm(%in_ptr0: memref<12000xf32>, %out_ptr0: memref<190xi8>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %k = arith.constant 2400 : i32
  %k_1 = arith.constant 8 : i32
  %k_2 = arith.constant 300 : i32
  %k_3 = arith.constant true
  %k_4 = arith.constant 0 : i8
  %k_5 = arith.constant -1 : i32
  %k_6 = arith.constant 0 : i8
  %cst = arith.constant 0.0 : f32
  %c38 = arith.constant 38 : index
  %mul = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  %mul_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<38xi32, 1>
  %add = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<8x38x16xi32, 1>
  %and = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<38x16xi8, 1>
  %sel = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x38x16xi32, 1>
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x38x16xf32, 1>
  %any = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x38xi8, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x38xi8, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%mul_2 : memref<38xi32, 1>) {
    ^bb0(%o_1: i32):
      %at_2 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_2 : index to i32
      %mul_3 = arith.muli %k_1, %i_1 : i32  // index
      linalg.yield %mul_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mul_2 : memref<38xi32, 1>) outs(%add : memref<8x38x16xi32, 1>) {
    ^bb0(%a: i32, %o_2: i32):
      %at_3 = linalg.index 2 : index
      %i_2 = arith.index_cast %at_3 : index to i32
      %add_1 = arith.addi %i_2, %a : i32  // index
      %at_4 = linalg.index 0 : index
      %i_3 = arith.index_cast %at_4 : index to i32
      %mul_4 = arith.muli %k_2, %i_3 : i32  // any
      %add_2 = arith.addi %add_1, %mul_4 : i32  // any
      linalg.yield %add_2 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%mul_2 : memref<38xi32, 1>) outs(%and : memref<38x16xi8, 1>) {
    ^bb0(%a_1: i32, %o_3: i8):
      %at_5 = linalg.index 1 : index
      %i_4 = arith.index_cast %at_5 : index to i32
      %add_3 = arith.addi %i_4, %a_1 : i32  // index
      %lt = arith.cmpi slt, %add_3, %k_2 : i32
      %and_1 = arith.andi %k_3, %lt : i1  // and_
      %inside = arith.cmpi slt, %at_5, %c8 : index
      %and_2 = arith.andi %and_1, %inside : i1  // any
      %byte = arith.extui %and_2 : i1 to i8
      linalg.yield %byte : i8
  }
  scf.for %P0 = %c0 to %c5 step %c1 {
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%mul : memref<1xi32, 1>) {
      ^bb0(%o: i32):
        %at = linalg.index 0 : index
        %at_1 = arith.addi %at, %P0 : index
        %i = arith.index_cast %at_1 : index to i32
        %mul_1 = arith.muli %k, %i : i32  // any
        linalg.yield %mul_1 : i32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%mul, %add, %and : memref<1xi32, 1>, memref<8x38x16xi32, 1>, memref<38x16xi8, 1>) outs(%sel : memref<1x8x38x16xi32, 1>) {
      ^bb0(%a_2: i32, %a_3: i32, %a_4: i8, %o_4: i32):
        %flag = arith.cmpi ne, %a_4, %k_4 : i8
        %add_4 = arith.addi %a_3, %a_2 : i32  // any
        %sel_1 = arith.select %flag, %add_4, %k_5 : i32  // any
        linalg.yield %sel_1 : i32
    }
    "npu.gather"(%in_ptr0, %sel, %t) {pad = 0.0 : f32} : (memref<12000xf32>, memref<1x8x38x16xi32, 1>, memref<1x8x38x16xf32, 1>) -> ()
    linalg.fill ins(%k_6 : i8) outs(%any : memref<1x38xi8, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel", "reduction"]} ins(%t : memref<1x8x38x16xf32, 1>) outs(%any : memref<1x38xi8, 1>) {
      ^bb0(%a_5: f32, %o_5: i8):
        %at_6 = linalg.index 3 : index
        %inside_1 = arith.cmpi slt, %at_6, %c8 : index
        %ne = arith.cmpf une, %a_5, %cst : f32
        %cvt = arith.extui %ne : i1 to i8  // any
        %sel_2 = arith.select %inside_1, %cvt, %k_6 : i8  // any
        %any_1 = arith.ori %o_5, %sel_2 : i8
        linalg.yield %any_1 : i8
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%any : memref<1x38xi8, 1>) outs(%out : memref<1x38xi8, 1>) {
      ^bb0(%a_6: i8, %o_6: i8):
        %ne_1 = arith.cmpi ne, %a_6, %k_6 : i8  // any
        %byte_1 = arith.extui %ne_1 : i1 to i8
        linalg.yield %byte_1 : i8
    }
    %x = arith.muli %P0, %c38 : index
    %view = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [1, 38], strides: [38, 1] : memref<190xi8> to memref<1x38xi8, strided<[38, 1], offset: ?>>
    "npu.dma_store"(%out, %view) : (memref<1x38xi8, 1>, memref<1x38xi8, strided<[38, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_addmm_relu: template, template MLIRZeroSkippingTemplate, fusions epilogue, mapping default
func.func @npu_fused_addmm_relu
(%A: memref<680xf32>, %B: memref<12000xf32>, %Z: memref<190xi8>, %in_ptr3: memref<300xf32>, %Y: memref<5100xf32>) {
  %ecm1 = arith.constant -1 : index
  %ec300 = arith.constant 300 : index
  %ec8 = arith.constant 8 : index
  %ecst = arith.constant 0.0 : f32
  %ec17 = arith.constant 17 : index
  %ec24 = arith.constant 24 : index
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<8xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x8xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x8xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x8xf32, 1>
  %notes = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x38xi8, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x8xf32, 1>
  affine.for %kt = 0 to 5 step 5 {
    affine.for %nt = 0 to 38 step 38 {
      %t1 = memref.reinterpret_cast %Z to offset: [0], sizes: [5, 38], strides: [38, 1] : memref<190xi8> to memref<5x38xi8, strided<[38, 1], offset: 0>>
      "npu.dma_load"(%t1, %notes) : (memref<5x38xi8, strided<[38, 1], offset: 0>>, memref<5x38xi8, 1>) -> ()
    }
  }
  affine.for %m = 0 to 17 step 24 {
    affine.for %n = 0 to 300 step 8 {
      %t2 = arith.constant 0.0 : f32
      linalg.fill ins(%t2 : f32) outs(%accumulator : memref<24x8xf32, 1>)
      affine.for %k = 0 to 40 step 8 {
        %row = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%k)
        %column = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%n)
        %note = memref.load %notes[%row, %column] : memref<5x38xi8, 1>
        %x = arith.constant 0 : i8
        %x_1 = arith.cmpi ne, %note, %x : i8
        scf.if %x_1 {
          %t3 = affine.apply affine_map<(d0) -> (d0)>(%k)
          %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [17, 8], strides: [40, 1] : memref<680xf32> to memref<17x8xf32, strided<[40, 1], offset: ?>>
          "npu.dma_load"(%t4, %A_tile) : (memref<17x8xf32, strided<[40, 1], offset: ?>>, memref<24x8xf32, 1>) -> ()
          %t5 = affine.min affine_map<(d0) -> (8, 300 - d0)>(%n)
          %t6 = affine.apply affine_map<(d0, d1) -> (d0 * 300 + d1)>(%k, %n)
          %t7 = memref.reinterpret_cast %B to offset: [%t6], sizes: [8, %t5], strides: [300, 1] : memref<12000xf32> to memref<8x?xf32, strided<[300, 1], offset: ?>>
          "npu.dma_load"(%t7, %B_tile) : (memref<8x?xf32, strided<[300, 1], offset: ?>>, memref<8x8xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x8xf32, 1>, memref<8x8xf32, 1>) outs(%accumulator : memref<24x8xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        }
      }
      %ex = arith.muli %n, %ecm1 : index
      %ex_1 = arith.addi %ex, %ec300 : index
      %en_P1 = arith.minsi %ex_1, %ec8 : index
      %eview = memref.reinterpret_cast %in_ptr3 to offset: [%n], sizes: [%en_P1], strides: [1] : memref<300xf32> to memref<?xf32, strided<[1], offset: ?>>
      "npu.dma_load"(%eview, %et) : (memref<?xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et : memref<24x8xf32, 1>, memref<8xf32, 1>) outs(%eout : memref<24x8xf32, 1>) {
        ^bb0(%ea: f32, %ea_1: f32, %eo: f32):
        %eadd = arith.addf %ea, %ea_1 : f32
        %emax = arith.maximumf %eadd, %ecst : f32  // relu
        linalg.yield %emax : f32
      }
      %ex_2 = arith.muli %m, %ec300 : index
      %ex_3 = arith.addi %ex_2, %n : index
      %ex_4 = arith.muli %m, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec17 : index
      %en_P0 = arith.minsi %ex_5, %ec24 : index
      %eview_1 = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [%en_P0, %en_P1], strides: [300, 1] : memref<5100xf32> to memref<?x?xf32, strided<[300, 1], offset: ?>>
      "npu.dma_store"(%eout, %eview_1) : (memref<24x8xf32, 1>, memref<?x?xf32, strided<[300, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
