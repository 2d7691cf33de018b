// npu_fused_mul_iota_add_repeat: pointwise
func.func @npu_fused_mul_iota_add_repeat(%in_ptr0: memref<30xi64>, %out_ptr0: memref<480xi64>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 4 : i64
  %c120 = arith.constant 120 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<30xi64, 1>
  %add = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<30x4xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [30], strides: [1] : memref<30xi64> to memref<30xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<30xi64, strided<[1], offset: 0>>, memref<30xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<30xi64, 1>) outs(%add : memref<30x4xi64, 1>) {
    ^bb0(%a: i64, %o: i64):
      %mul = arith.muli %a, %k : i64
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %cvt = arith.extsi %i : i32 to i64  // index
      %add_1 = arith.addi %mul, %cvt : i64
      linalg.yield %add_1 : i64
  }
  scf.for %P0 = %c0 to %c4 step %c1 {
    %x = arith.muli %P0, %c120 : index
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [30, 4], strides: [4, 1] : memref<480xi64> to memref<30x4xi64, strided<[4, 1], offset: ?>>
    "npu.dma_store"(%add, %view_1) : (memref<30x4xi64, 1>, memref<30x4xi64, strided<[4, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_iota_mul_add_cat: pointwise
func.func @npu_fused_iota_mul_add_cat(%in_ptr0: memref<9xi64>, %out_ptr0: memref<33xi64>) {
  %c8 = arith.constant 8 : index
  %k = arith.constant 360 : i64
  %k_1 = arith.constant 4 : i64
  %k_2 = arith.constant 32 : i32
  %k_3 = arith.constant 120 : i32
  %k_4 = arith.constant 3 : i32
  %k_5 = arith.constant 8 : i32
  %k_6 = arith.constant 16 : i32
  %k_7 = arith.constant 24 : i32
  %s = memref.load %in_ptr0[%c8] : memref<9xi64>
  %mul = arith.muli %s, %k_1 : i64
  %add = arith.addi %k, %mul : i64
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [8], strides: [1] : memref<9xi64> to memref<8xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad_around = true} : (memref<8xi64, strided<[1], offset: 0>>, memref<48xi64, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [8], strides: [1] : memref<9xi64> to memref<8xi64, strided<[1], offset: 0>>
  %part = memref.subview %t_1[8] [40] [1] : memref<48xi64, 1> to memref<40xi64, strided<[1], offset: 8>, 1>
  "npu.dma_load"(%view_1, %part) {pad_around = true} : (memref<8xi64, strided<[1], offset: 0>>, memref<40xi64, strided<[1], offset: 8>, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [8], strides: [1] : memref<9xi64> to memref<8xi64, strided<[1], offset: 0>>
  %part_1 = memref.subview %t_2[16] [32] [1] : memref<48xi64, 1> to memref<32xi64, strided<[1], offset: 16>, 1>
  "npu.dma_load"(%view_2, %part_1) {pad_around = true} : (memref<8xi64, strided<[1], offset: 0>>, memref<32xi64, strided<[1], offset: 16>, 1>) -> ()
  %view_3 = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [8], strides: [1] : memref<9xi64> to memref<8xi64, strided<[1], offset: 0>>
  %part_2 = memref.subview %t_3[24] [24] [1] : memref<48xi64, 1> to memref<24xi64, strided<[1], offset: 24>, 1>
  "npu.dma_load"(%view_3, %part_2) {pad_around = true} : (memref<8xi64, strided<[1], offset: 0>>, memref<24xi64, strided<[1], offset: 24>, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t, %t_1, %t_2, %t_3 : memref<48xi64, 1>, memref<48xi64, 1>, memref<48xi64, 1>, memref<48xi64, 1>) outs(%out : memref<48xi64, 1>) {
    ^bb0(%a: i64, %a_1: i64, %a_2: i64, %a_3: i64, %o: i64):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %lt = arith.cmpi slt, %i, %k_2 : i32
      %shr = arith.shrsi %i, %k_4 : i32  // index
      %and = arith.andi %shr, %k_4 : i32  // index
      %mul_1 = arith.muli %k_3, %and : i32  // index
      %cvt = arith.extsi %mul_1 : i32 to i64  // index
      %lt_1 = arith.cmpi slt, %i, %k_5 : i32  // index
      %lt_2 = arith.cmpi slt, %i, %k_6 : i32  // index
      %lt_3 = arith.cmpi slt, %i, %k_7 : i32  // index
      %sel = arith.select %lt_3, %a_2, %a_3 : i64  // load
      %sel_1 = arith.select %lt_2, %a_1, %sel : i64  // load
      %sel_2 = arith.select %lt_1, %a, %sel_1 : i64  // load
      %mul_2 = arith.muli %sel_2, %k_1 : i64
      %add_1 = arith.addi %cvt, %mul_2 : i64
      %sel_3 = arith.select %lt, %add_1, %add : i64  // where
      linalg.yield %sel_3 : i64
  }
  %view_4 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [33], strides: [1] : memref<33xi64> to memref<33xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_4) : (memref<48xi64, 1>, memref<33xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_permute_clone: pointwise
func.func @npu_fused_permute_clone(%in_ptr0: memref<480xf32>, %out_ptr0: memref<480xf32>) {
  %c0 = arith.constant 0 : index
  %c30 = arith.constant 30 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  %c4 = arith.constant 4 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x4x4xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x16x4xf32, 1>
  scf.for %P1 = %c0 to %c30 step %c16 {
    %x = arith.muli %P1, %c16 : index
    %x_1 = arith.muli %P1, %cm1 : index
    %x_2 = arith.addi %x_1, %c30 : index
    %n_P1 = arith.minsi %x_2, %c16 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_P1, 4, 4], strides: [16, 4, 1] : memref<480xf32> to memref<?x4x4xf32, strided<[16, 4, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?x4x4xf32, strided<[16, 4, 1], offset: ?>>, memref<16x4x4xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t : memref<16x4x4xf32, 1>) outs(%out : memref<4x16x4xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        linalg.yield %a : f32
    }
    %x_3 = arith.muli %P1, %c4 : index
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_3], sizes: [4, %n_P1, 4], strides: [120, 4, 1] : memref<480xf32> to memref<4x?x4xf32, strided<[120, 4, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<4x16x4xf32, 1>, memref<4x?x4xf32, strided<[120, 4, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_segment_sums: template, template MLIRSegmentReduceTemplate, mapping default
func.func @npu_fused_segment_sums (%X: memref<2560xf32>, %I: memref<480xi64>, %O: memref<33xi64>, %F: memref<480xf32>, %Y: memref<1280xf32>) {
  %t1 = arith.constant 0 : index
  %t2 = arith.constant 480 : index
  %t3 = arith.constant 33 : index
  %t4 = arith.constant 2 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 32 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 40 : index
  %t9 = arith.constant 64 : index
  %ec40 = arith.constant 40 : index
  %places = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16x2xi64, 1>
  %starts = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16x2xi64, 1>
  %ends = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16x2xi64, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16x2xi64, 1>
  %longest = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16xi64, 1>
  %positions = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16x2x2x16xi64, 1>
  %indices = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16x2x2x16xi64, 1>
  %rows = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<2x16x40xf32, 1>
  %factors = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<2x16x40xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x40xf32, 1>
  %view_0 = memref.reinterpret_cast %I to offset: [%t1], sizes: [%t2], strides: [1] : memref<480xi64> to memref<?xi64, strided<[1], offset: ?>>
  %view_1 = memref.reinterpret_cast %O to offset: [%t1], sizes: [%t3], strides: [1] : memref<33xi64> to memref<?xi64, strided<[1], offset: ?>>
  %view_2 = memref.reinterpret_cast %F to offset: [%t1], sizes: [%t2], strides: [1] : memref<480xf32> to memref<?xf32, strided<[1], offset: ?>>
  affine.for %block = 0 to 32 step 32 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<16x2xi64, 1>) {
      ^bb0(%e_3: i64):
      %x_4 = linalg.index 0 : index
      %x_5 = linalg.index 1 : index
      %x_6 = arith.muli %x_4, %t4 : index
      %x_7 = arith.addi %x_6, %block : index
      %x_8 = arith.addi %x_7, %x_5 : index
      %x_9 = arith.addi %x_8, %t1 : index
      %x_10 = arith.index_cast %x_9 : index to i64
      linalg.yield %x_10 : i64
    }
    "npu.gather"(%view_1, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<16x2xi64, 1>, memref<16x2xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<16x2xi64, 1>) {
      ^bb0(%e_11: i64):
      %x_12 = linalg.index 0 : index
      %x_13 = linalg.index 1 : index
      %x_14 = arith.muli %x_12, %t4 : index
      %x_15 = arith.addi %x_14, %block : index
      %x_16 = arith.addi %x_15, %x_13 : index
      %x_17 = arith.addi %x_16, %t5 : index
      %x_18 = arith.index_cast %x_17 : index to i64
      linalg.yield %x_18 : i64
    }
    "npu.gather"(%view_1, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<16x2xi64, 1>, memref<16x2xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<16x2xi64, 1>, memref<16x2xi64, 1>) outs(%lengths : memref<16x2xi64, 1>) {
      ^bb0(%e_19: i64, %e_20: i64, %e_21: i64):
      %x_22 = linalg.index 0 : index
      %x_23 = linalg.index 1 : index
      %x_24 = arith.muli %x_22, %t4 : index
      %x_25 = arith.addi %x_24, %block : index
      %x_26 = arith.addi %x_25, %x_23 : index
      %x_27 = arith.addi %x_26, %t1 : index
      %x_28 = arith.index_cast %x_27 : index to i64
      %x_29 = arith.index_cast %t2 : index to i64
      %x_30 = arith.index_cast %t6 : index to i64
      %x_31 = arith.constant 0 : i64
      %x_32 = arith.minsi %e_20, %x_29 : i64
      %x_33 = arith.subi %x_32, %e_19 : i64
      %x_34 = arith.maxsi %x_33, %x_31 : i64
      %x_35 = arith.cmpi slt, %x_28, %x_30 : i64
      %x_36 = arith.select %x_35, %x_34, %x_31 : i64
      linalg.yield %x_36 : i64
    }
    %x_37 = arith.constant 0 : i64
    linalg.fill ins(%x_37 : i64) outs(%longest : memref<16xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<16x2xi64, 1>) outs(%longest : memref<16xi64, 1>) {
      ^bb0(%e_38: i64, %e_39: i64):
      %x_40 = arith.maxsi %e_38, %e_39 : i64
      linalg.yield %x_40 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<16x2xi64, 1>, memref<16x2xi64, 1>) outs(%positions : memref<16x2x2x16xi64, 1>) {
      ^bb0(%e_41: i64, %e_42: i64, %e_43: i64):
      %x_44 = linalg.index 1 : index
      %x_45 = linalg.index 3 : index
      %x_46 = arith.muli %x_44, %t7 : index
      %x_47 = arith.addi %x_46, %x_45 : index
      %x_48 = arith.addi %x_47, %t1 : index
      %x_49 = arith.index_cast %x_48 : index to i64
      %x_50 = arith.cmpi slt, %x_49, %e_42 : i64
      %x_51 = arith.addi %e_41, %x_49 : i64
      %x_52 = arith.constant -1 : i64
      %x_53 = arith.select %x_50, %x_51, %x_52 : i64
      linalg.yield %x_53 : i64
    }
    "npu.gather"(%view_0, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<16x2x2x16xi64, 1>, memref<16x2x2x16xi64, 1>) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (16, (s0 - d0) ceildiv 2)>(%block)[%t6] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 2 * d1)>(%block, %g)
      %x_54 = memref.load %longest[%g] : memref<16xi64, 1>
      %x_55 = arith.index_cast %x_54 : i64 to index
      affine.for %d = 0 to 40 step 40 {
        %x_56 = arith.constant 0.0 : f32
        linalg.fill ins(%x_56 : f32) outs(%accumulator : memref<2x40xf32, 1>)
        scf.for %l_57 = %t1 to %x_55 step %t6 {
          %x_58 = arith.cmpi ne, %l_57, %t1 : index
          %x_59 = arith.cmpi sgt, %x_55, %t6 : index
          %x_60 = arith.cmpi ne, %d, %t1 : index
          %x_61 = arith.andi %x_59, %x_60 : i1
          %x_62 = arith.ori %x_58, %x_61 : i1
          scf.if %x_62 {
            %part_63 = memref.subview %starts[%g, 0] [1, 2] [1, 1] : memref<16x2xi64, 1> to memref<1x2xi64, strided<[2, 1], offset: ?>, 1>
            %part_64 = memref.subview %lengths[%g, 0] [1, 2] [1, 1] : memref<16x2xi64, 1> to memref<1x2xi64, strided<[2, 1], offset: ?>, 1>
            %part_65 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 2, 16] [1, 1, 1, 1] : memref<16x2x2x16xi64, 1> to memref<1x2x2x16xi64, strided<[64, 32, 16, 1], offset: ?>, 1>
            %part_66 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 2, 16] [1, 1, 1, 1] : memref<16x2x2x16xi64, 1> to memref<1x2x2x16xi64, strided<[64, 32, 16, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%part_63, %part_64 : memref<1x2xi64, strided<[2, 1], offset: ?>, 1>, memref<1x2xi64, strided<[2, 1], offset: ?>, 1>) outs(%part_65 : memref<1x2x2x16xi64, strided<[64, 32, 16, 1], offset: ?>, 1>) {
              ^bb0(%e_67: i64, %e_68: i64, %e_69: i64):
              %x_70 = linalg.index 1 : index
              %x_71 = linalg.index 3 : index
              %x_72 = arith.muli %x_70, %t7 : index
              %x_73 = arith.addi %x_72, %x_71 : index
              %x_74 = arith.addi %x_73, %l_57 : index
              %x_75 = arith.index_cast %x_74 : index to i64
              %x_76 = arith.cmpi slt, %x_75, %e_68 : i64
              %x_77 = arith.addi %e_67, %x_75 : i64
              %x_78 = arith.constant -1 : i64
              %x_79 = arith.select %x_76, %x_77, %x_78 : i64
              linalg.yield %x_79 : i64
            }
            "npu.gather"(%view_0, %part_65, %part_66) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x2x16xi64, strided<[64, 32, 16, 1], offset: ?>, 1>, memref<1x2x2x16xi64, strided<[64, 32, 16, 1], offset: ?>, 1>) -> ()
          }
          %x_80 = arith.subi %x_55, %l_57 : index
          %x_81 = arith.minsi %x_80, %t6 : index
          %x_82 = arith.ceildivsi %x_81, %t7 : index
          scf.for %l_83 = %t1 to %x_82 step %t5 {
            %part_84 = memref.subview %indices[%g, %l_83, 0, 0] [1, 1, 2, 16] [1, 1, 1, 1] : memref<16x2x2x16xi64, 1> to memref<2x16xi64, strided<[16, 1], offset: ?>, 1>
            %x_85 = arith.muli %d, %t5 : index
            %x_86 = arith.addi %x_85, %t1 : index
            %x_87 = arith.subi %t8, %d : index
            %x_88 = arith.minsi %x_87, %t8 : index
            %view_89 = memref.reinterpret_cast %X to offset: [%x_86], sizes: [%t9, %x_88], strides: [%t8, %t5] : memref<2560xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%view_89, %part_84, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<2x16xi64, strided<[16, 1], offset: ?>, 1>, memref<2x16x40xf32, 1>) -> ()
            %view_90 = memref.reinterpret_cast %F to offset: [%t1], sizes: [%t2, %t8], strides: [1, 0] : memref<480xf32> to memref<?x?xf32, strided<[1, 0], offset: ?>>
            %part_91 = memref.subview %positions[%g, %l_83, 0, 0] [1, 1, 2, 16] [1, 1, 1, 1] : memref<16x2x2x16xi64, 1> to memref<2x16xi64, strided<[16, 1], offset: ?>, 1>
            "npu.gather"(%view_90, %part_91, %factors) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[1, 0], offset: ?>>, memref<2x16xi64, strided<[16, 1], offset: ?>, 1>, memref<2x16x40xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows, %factors : memref<2x16x40xf32, 1>, memref<2x16x40xf32, 1>) outs(%accumulator : memref<2x40xf32, 1>) {
              ^bb0(%e_92: f32, %e_93: f32, %e_94: f32):
              %x_95 = math.fma %e_92, %e_93, %e_94 : f32
              linalg.yield %x_95 : f32
            }
          }
        }
        %ex = arith.muli %b, %ec40 : index
        %ex_1 = arith.addi %ex, %d : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [2, 40], strides: [40, 1] : memref<1280xf32> to memref<2x40xf32, strided<[40, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<2x40xf32, 1>, memref<2x40xf32, strided<[40, 1], offset: ?>>) -> ()
      }
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_reshape_permute_clone: pointwise
func.func @npu_fused_reshape_permute_clone(%in_ptr0: memref<1280xf32>, %out_ptr0: memref<1280xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %c40 = arith.constant 40 : index
  %c160 = arith.constant 160 : index
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x4x48xf32, 1>
  %out = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x4x48xf32, 1>
  scf.for %P0 = %c0 to %c8 step %c4 {
    %x = arith.muli %P0, %c40 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [4, 4, 40], strides: [320, 40, 1] : memref<1280xf32> to memref<4x4x40xf32, strided<[320, 40, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<4x4x40xf32, strided<[320, 40, 1], offset: ?>>, memref<4x4x48xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t : memref<4x4x48xf32, 1>) outs(%out : memref<4x4x48xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        linalg.yield %a : f32
    }
    %x_1 = arith.muli %P0, %c160 : index
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_1], sizes: [4, 4, 40], strides: [160, 40, 1] : memref<1280xf32> to memref<4x4x40xf32, strided<[160, 40, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<4x4x48xf32, 1>, memref<4x4x40xf32, strided<[160, 40, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
