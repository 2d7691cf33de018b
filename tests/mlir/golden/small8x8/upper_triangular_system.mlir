// npu_fused_substitute: template, template MLIRSubstitutionTemplate
func.func @npu_fused_substitute (%A: memref<1600xf32>, %B: memref<200xf32>, %Y: memref<40xf32>) {
  %row = arith.constant 0 : index
  %step = arith.constant 0 : index
  %t3 = arith.constant 8 : index
  %t4 = arith.constant 0 : index
  %t5 = arith.constant 1 : index
  %matrix = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x8xf32, 1>
  %sides = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x8xf32, 1>
  %solved = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<1x8xf32, 1>
  affine.for %batch = 0 to 1 step 1 {
    affine.for %column = 0 to 5 step 8 {
      %t1 = memref.reinterpret_cast %A to offset: [1312], sizes: [1, 8, 8], strides: [1600, 40, 1] : memref<1600xf32> to memref<1x8x8xf32, strided<[1600, 40, 1], offset: 1312>>
      "npu.dma_load"(%t1, %matrix) : (memref<1x8x8xf32, strided<[1600, 40, 1], offset: 1312>>, memref<1x8x8xf32, 1>) -> ()
      %t2 = memref.reinterpret_cast %B to offset: [160], sizes: [1, 8, 5], strides: [200, 5, 1] : memref<200xf32> to memref<1x8x5xf32, strided<[200, 5, 1], offset: 160>>
      "npu.dma_load"(%t2, %sides) : (memref<1x8x5xf32, strided<[200, 5, 1], offset: 160>>, memref<1x8x8xf32, 1>) -> ()
      scf.for %l_0 = %t4 to %t3 step %t5 {
        %x_1 = arith.subi %t3, %l_0 : index
        %x_2 = arith.subi %x_1, %t5 : index
        %part_3 = memref.subview %sides[0, %x_2, 0] [1, 1, 8] [1, 1, 1] : memref<1x8x8xf32, 1> to memref<1x8xf32, strided<[64, 1], offset: ?>, 1>
        %part_4 = memref.subview %matrix[0, %x_2, %x_2] [1, 1, 1] [1, 1, 1] : memref<1x8x8xf32, 1> to memref<1xf32, strided<[64], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, c) -> (b)>, affine_map<(b, c) -> (b, c)>, affine_map<(b, c) -> (b, c)>], iterator_types = ["parallel", "parallel"]} ins(%part_4 : memref<1xf32, strided<[64], offset: ?>, 1>) outs(%part_3, %solved : memref<1x8xf32, strided<[64, 1], offset: ?>, 1>, memref<1x8xf32, 1>) {
          ^bb0(%e_5: f32, %e_6: f32, %e_7: f32):
          %x_8 = arith.divf %e_6, %e_5 : f32
          linalg.yield %x_8, %x_8 : f32, f32
        }
        %part_9 = memref.subview %matrix[0, 0, %x_2] [1, 8, 1] [1, 1, 1] : memref<1x8x8xf32, 1> to memref<1x8xf32, strided<[64, 8], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, r, c) -> (b, r)>, affine_map<(b, r, c) -> (b, c)>, affine_map<(b, r, c) -> (b, r, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_9, %solved : memref<1x8xf32, strided<[64, 8], offset: ?>, 1>, memref<1x8xf32, 1>) outs(%sides : memref<1x8x8xf32, 1>) {
          ^bb0(%e_10: f32, %e_11: f32, %e_12: f32):
          %x_13 = linalg.index 1 : index
          %x_14 = arith.index_cast %x_13 : index to i64
          %x_15 = arith.index_cast %x_2 : index to i64
          %x_16 = arith.cmpi slt, %x_14, %x_15 : i64
          %x_17 = arith.mulf %e_10, %e_11 : f32
          %x_18 = arith.subf %e_12, %x_17 : f32
          %x_19 = arith.select %x_16, %x_18, %e_12 : f32
          linalg.yield %x_19 : f32
        }
      }
      %t6 = memref.reinterpret_cast %Y to offset: [0], sizes: [1, 8, 5], strides: [40, 5, 1] : memref<40xf32> to memref<1x8x5xf32, strided<[40, 5, 1], offset: 0>>
      "npu.dma_store"(%sides, %t6) : (memref<1x8x8xf32, 1>, memref<1x8x5xf32, strided<[40, 5, 1], offset: 0>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_baddbmm: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_baddbmm
(%A: memref<1600xf32>, %B: memref<40xf32>, %in_ptr2: memref<200xf32>, %Y: memref<160xf32>) {
  %ec5 = arith.constant 5 : index
  %ecm1 = arith.constant -1 : index
  %ec16 = arith.constant 16 : index
  %ecst = arith.constant -1.0 : f32
  %et = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  affine.for %b = 0 to 1 step 1 {
    affine.for %k = 0 to 8 step 16 {
      affine.for %n = 0 to 5 step 16 {
        %t1 = memref.reinterpret_cast %B to offset: [0], sizes: [8, 5], strides: [5, 1] : memref<40xf32> to memref<8x5xf32, strided<[5, 1], offset: 0>>
        "npu.dma_load"(%t1, %B_tile) : (memref<8x5xf32, strided<[5, 1], offset: 0>>, memref<16x16xf32, 1>) -> ()
        affine.for %m = 0 to 32 step 16 {
          %t2 = arith.constant 0.0 : f32
          linalg.fill ins(%t2 : f32) outs(%accumulator : memref<16x16xf32, 1>)
          %t3 = affine.apply affine_map<(d0) -> (d0 * 40 + 32)>(%m)
          %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [16, 8], strides: [40, 1] : memref<1600xf32> to memref<16x8xf32, strided<[40, 1], offset: ?>>
          "npu.dma_load"(%t4, %A_tile) : (memref<16x8xf32, strided<[40, 1], offset: ?>>, memref<16x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x16xf32, 1>, memref<16x16xf32, 1>) outs(%accumulator : memref<16x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          %ex = arith.muli %m, %ec5 : index
          %ex_1 = arith.addi %ex, %n : index
          %ex_2 = arith.muli %n, %ecm1 : index
          %ex_3 = arith.addi %ex_2, %ec5 : index
          %en_P2 = arith.minsi %ex_3, %ec16 : index
          %eview = memref.reinterpret_cast %in_ptr2 to offset: [%ex_1], sizes: [16, %en_P2], strides: [5, 1] : memref<200xf32> to memref<16x?xf32, strided<[5, 1], offset: ?>>
          "npu.dma_load"(%eview, %et) : (memref<16x?xf32, strided<[5, 1], offset: ?>>, memref<16x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et : memref<16x16xf32, 1>, memref<16x16xf32, 1>) outs(%eout : memref<16x16xf32, 1>) {
            ^bb0(%ea: f32, %ea_1: f32, %eo: f32):
            %emul = arith.mulf %ea, %ecst : f32
            %eadd = arith.addf %emul, %ea_1 : f32
            linalg.yield %eadd : f32
          }
          %eview_1 = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [16, %en_P2], strides: [5, 1] : memref<160xf32> to memref<16x?xf32, strided<[5, 1], offset: ?>>
          "npu.dma_store"(%eout, %eview_1) : (memref<16x16xf32, 1>, memref<16x?xf32, strided<[5, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_substitute: template, template MLIRSubstitutionTemplate
func.func @npu_fused_substitute (%A: memref<1600xf32>, %B: memref<160xf32>, %Y: memref<160xf32>) {
  %row = arith.constant 0 : index
  %step = arith.constant 0 : index
  %t3 = arith.constant 32 : index
  %t4 = arith.constant 0 : index
  %t5 = arith.constant 1 : index
  %matrix = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x32x32xf32, 1>
  %sides = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x32x8xf32, 1>
  %solved = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<1x8xf32, 1>
  affine.for %batch = 0 to 1 step 1 {
    affine.for %column = 0 to 5 step 8 {
      %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [1, 32, 32], strides: [1600, 40, 1] : memref<1600xf32> to memref<1x32x32xf32, strided<[1600, 40, 1], offset: 0>>
      "npu.dma_load"(%t1, %matrix) : (memref<1x32x32xf32, strided<[1600, 40, 1], offset: 0>>, memref<1x32x32xf32, 1>) -> ()
      %t2 = memref.reinterpret_cast %B to offset: [0], sizes: [1, 32, 5], strides: [160, 5, 1] : memref<160xf32> to memref<1x32x5xf32, strided<[160, 5, 1], offset: 0>>
      "npu.dma_load"(%t2, %sides) : (memref<1x32x5xf32, strided<[160, 5, 1], offset: 0>>, memref<1x32x8xf32, 1>) -> ()
      scf.for %l_0 = %t4 to %t3 step %t5 {
        %x_1 = arith.subi %t3, %l_0 : index
        %x_2 = arith.subi %x_1, %t5 : index
        %part_3 = memref.subview %sides[0, %x_2, 0] [1, 1, 8] [1, 1, 1] : memref<1x32x8xf32, 1> to memref<1x8xf32, strided<[256, 1], offset: ?>, 1>
        %part_4 = memref.subview %matrix[0, %x_2, %x_2] [1, 1, 1] [1, 1, 1] : memref<1x32x32xf32, 1> to memref<1xf32, strided<[1024], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, c) -> (b)>, affine_map<(b, c) -> (b, c)>, affine_map<(b, c) -> (b, c)>], iterator_types = ["parallel", "parallel"]} ins(%part_4 : memref<1xf32, strided<[1024], offset: ?>, 1>) outs(%part_3, %solved : memref<1x8xf32, strided<[256, 1], offset: ?>, 1>, memref<1x8xf32, 1>) {
          ^bb0(%e_5: f32, %e_6: f32, %e_7: f32):
          %x_8 = arith.divf %e_6, %e_5 : f32
          linalg.yield %x_8, %x_8 : f32, f32
        }
        %part_9 = memref.subview %matrix[0, 0, %x_2] [1, 32, 1] [1, 1, 1] : memref<1x32x32xf32, 1> to memref<1x32xf32, strided<[1024, 32], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, r, c) -> (b, r)>, affine_map<(b, r, c) -> (b, c)>, affine_map<(b, r, c) -> (b, r, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_9, %solved : memref<1x32xf32, strided<[1024, 32], offset: ?>, 1>, memref<1x8xf32, 1>) outs(%sides : memref<1x32x8xf32, 1>) {
          ^bb0(%e_10: f32, %e_11: f32, %e_12: f32):
          %x_13 = linalg.index 1 : index
          %x_14 = arith.index_cast %x_13 : index to i64
          %x_15 = arith.index_cast %x_2 : index to i64
          %x_16 = arith.cmpi slt, %x_14, %x_15 : i64
          %x_17 = arith.mulf %e_10, %e_11 : f32
          %x_18 = arith.subf %e_12, %x_17 : f32
          %x_19 = arith.select %x_16, %x_18, %e_12 : f32
          linalg.yield %x_19 : f32
        }
      }
      %t6 = memref.reinterpret_cast %Y to offset: [0], sizes: [1, 32, 5], strides: [160, 5, 1] : memref<160xf32> to memref<1x32x5xf32, strided<[160, 5, 1], offset: 0>>
      "npu.dma_store"(%sides, %t6) : (memref<1x32x8xf32, 1>, memref<1x32x5xf32, strided<[160, 5, 1], offset: 0>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_cat: pointwise
func.func @npu_fused_cat(%in_ptr0: memref<160xf32>, %in_ptr1: memref<40xf32>, %out_ptr0: memref<200xf32>) {
  %k = arith.constant 32 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x5xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x5xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x5xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [32, 5], strides: [5, 1] : memref<160xf32> to memref<32x5xf32, strided<[5, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad_around = true} : (memref<32x5xf32, strided<[5, 1], offset: 0>>, memref<40x5xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [8, 5], strides: [5, 1] : memref<40xf32> to memref<8x5xf32, strided<[5, 1], offset: 0>>
  %part = memref.subview %t_1[32, 0] [8, 5] [1, 1] : memref<40x5xf32, 1> to memref<8x5xf32, strided<[5, 1], offset: 160>, 1>
  "npu.dma_load"(%view_1, %part) {pad_around = true} : (memref<8x5xf32, strided<[5, 1], offset: 0>>, memref<8x5xf32, strided<[5, 1], offset: 160>, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<40x5xf32, 1>, memref<40x5xf32, 1>) outs(%out : memref<40x5xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %lt = arith.cmpi slt, %i, %k : i32
      %sel = arith.select %lt, %a, %a_1 : f32  // where
      linalg.yield %sel : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [40, 5], strides: [5, 1] : memref<200xf32> to memref<40x5xf32, strided<[5, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<40x5xf32, 1>, memref<40x5xf32, strided<[5, 1], offset: 0>>) -> ()
  return
}
