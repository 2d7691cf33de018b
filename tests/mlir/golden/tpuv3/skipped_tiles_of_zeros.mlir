// npu_fused_addmm: reduction
func.func @npu_fused_addmm(%in_ptr0: memref<12000xf32>, %out_ptr0: memref<2xi8>) {
  %k = arith.constant 256 : i32
  %k_1 = arith.constant 300 : i32
  %k_2 = arith.constant true
  %k_3 = arith.constant 40 : i32
  %k_4 = arith.constant -1 : i32
  %k_5 = arith.constant 0 : i8
  %cst = arith.constant 0.0 : f32
  %mul = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xi32, 1>
  %mul_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<128xi32, 1>
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<128x2x256xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<128x2x256xf32, 1>
  %any = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xi8, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xi8, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%mul : memref<2xi32, 1>) {
    ^bb0(%o: i32):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %mul_1 = arith.muli %k, %i : i32  // index
      linalg.yield %mul_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%mul_2 : memref<128xi32, 1>) {
    ^bb0(%o_1: i32):
      %at_1 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %mul_3 = arith.muli %k_1, %i_1 : i32  // any
      linalg.yield %mul_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mul, %mul_2 : memref<2xi32, 1>, memref<128xi32, 1>) outs(%sel : memref<128x2x256xi32, 1>) {
    ^bb0(%a: i32, %a_1: i32, %o_2: i32):
      %at_2 = linalg.index 0 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %lt = arith.cmpi slt, %i_2, %k_3 : i32
      %and = arith.andi %k_2, %lt : i1  // and_
      %at_3 = linalg.index 2 : index
      %i_3 = arith.index_cast %at_3 : index to i32
      %add = arith.addi %i_3, %a : i32  // index
      %lt_1 = arith.cmpi slt, %add, %k_1 : i32
      %and_1 = arith.andi %and, %lt_1 : i1  // and_
      %add_1 = arith.addi %add, %a_1 : i32  // any
      %sel_1 = arith.select %and_1, %add_1, %k_4 : i32  // any
      linalg.yield %sel_1 : i32
  }
  "npu.gather"(%in_ptr0, %sel, %t) {pad = 0.0 : f32} : (memref<12000xf32>, memref<128x2x256xi32, 1>, memref<128x2x256xf32, 1>) -> ()
  linalg.fill ins(%k_5 : i8) outs(%any : memref<2xi8, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%t : memref<128x2x256xf32, 1>) outs(%any : memref<2xi8, 1>) {
    ^bb0(%a_2: f32, %o_3: i8):
      %ne = arith.cmpf une, %a_2, %cst : f32
      %cvt = arith.extui %ne : i1 to i8  // any
      %any_1 = arith.ori %o_3, %cvt : i8
      linalg.yield %any_1 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%any : memref<2xi8, 1>) outs(%out : memref<2xi8, 1>) {
    ^bb0(%a_3: i8, %o_4: i8):
      %ne_1 = arith.cmpi ne, %a_3, %k_5 : i8  // any
      %byte = arith.extui %ne_1 : i1 to i8
      linalg.yield %byte : i8
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [2], strides: [1] : memref<2xi8> to memref<2xi8, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<2xi8, 1>, memref<2xi8, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_addmm_relu: template, template MLIRZeroSkippingTemplate, fusions epilogue, mapping default
func.func @npu_fused_addmm_relu
(%A: memref<680xf32>, %B: memref<12000xf32>, %Z: memref<2xi8>, %in_ptr3: memref<300xf32>, %Y: memref<5100xf32>) {
  %ecm1 = arith.constant -1 : index
  %ec300 = arith.constant 300 : index
  %ec256 = arith.constant 256 : index
  %ecst = arith.constant 0.0 : f32
  %ec17 = arith.constant 17 : index
  %ec24 = arith.constant 24 : index
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<256xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x256xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x128xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<128x256xf32, 1>
  %notes = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<1x2xi8, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x256xf32, 1>
  affine.for %kt = 0 to 1 step 1 {
    affine.for %nt = 0 to 2 step 2 {
      %t1 = memref.reinterpret_cast %Z to offset: [0], sizes: [1, 2], strides: [2, 1] : memref<2xi8> to memref<1x2xi8, strided<[2, 1], offset: 0>>
      "npu.dma_load"(%t1, %notes) : (memref<1x2xi8, strided<[2, 1], offset: 0>>, memref<1x2xi8, 1>) -> ()
    }
  }
  affine.for %m = 0 to 17 step 24 {
    affine.for %n = 0 to 300 step 256 {
      %t2 = arith.constant 0.0 : f32
      linalg.fill ins(%t2 : f32) outs(%accumulator : memref<24x256xf32, 1>)
      affine.for %k = 0 to 40 step 128 {
        %row = affine.apply affine_map<(d0) -> (d0 floordiv 128)>(%k)
        %column = affine.apply affine_map<(d0) -> (d0 floordiv 256)>(%n)
        %note = memref.load %notes[%row, %column] : memref<1x2xi8, 1>
        %x = arith.constant 0 : i8
        %x_1 = arith.cmpi ne, %note, %x : i8
        scf.if %x_1 {
          %t3 = memref.reinterpret_cast %A to offset: [0], sizes: [17, 40], strides: [40, 1] : memref<680xf32> to memref<17x40xf32, strided<[40, 1], offset: 0>>
          "npu.dma_load"(%t3, %A_tile) : (memref<17x40xf32, strided<[40, 1], offset: 0>>, memref<24x128xf32, 1>) -> ()
          %t4 = affine.min affine_map<(d0) -> (256, 300 - d0)>(%n)
          %t5 = affine.apply affine_map<(d0) -> (d0)>(%n)
          %t6 = memref.reinterpret_cast %B to offset: [%t5], sizes: [40, %t4], strides: [300, 1] : memref<12000xf32> to memref<40x?xf32, strided<[300, 1], offset: ?>>
          "npu.dma_load"(%t6, %B_tile) : (memref<40x?xf32, strided<[300, 1], offset: ?>>, memref<128x256xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x128xf32, 1>, memref<128x256xf32, 1>) outs(%accumulator : memref<24x256xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        }
      }
      %ex = arith.muli %n, %ecm1 : index
      %ex_1 = arith.addi %ex, %ec300 : index
      %en_P1 = arith.minsi %ex_1, %ec256 : index
      %eview = memref.reinterpret_cast %in_ptr3 to offset: [%n], sizes: [%en_P1], strides: [1] : memref<300xf32> to memref<?xf32, strided<[1], offset: ?>>
      "npu.dma_load"(%eview, %et) : (memref<?xf32, strided<[1], offset: ?>>, memref<256xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et : memref<24x256xf32, 1>, memref<256xf32, 1>) outs(%eout : memref<24x256xf32, 1>) {
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
      "npu.dma_store"(%eout, %eview_1) : (memref<24x256xf32, 1>, memref<?x?xf32, strided<[300, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
