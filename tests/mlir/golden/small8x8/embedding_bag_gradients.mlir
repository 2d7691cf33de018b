// npu_fused_segment_sums: template, template MLIRSegmentReduceTemplate, mapping default
func.func @npu_fused_segment_sums (%X: memref<1650xf32>, %I: memref<23xi64>, %O: memref<5xi64>, %Y: memref<165xf32>) {
  %t1 = arith.constant 0 : index
  %t2 = arith.constant 23 : index
  %t3 = arith.constant 5 : index
  %t4 = arith.constant 8 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 50 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 33 : index
  %t9 = arith.constant 40 : index
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec8 = arith.constant 8 : index
  %ec40 = arith.constant 40 : index
  %places = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %starts = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %ends = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %longest = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  %positions = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<1x2x8x8xi64, 1>
  %indices = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<1x2x8x8xi64, 1>
  %rows = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<8x8x40xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x40xf32, 1>
  %largest = "npu.alloc"() {slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  %x_0 = arith.constant 0 : i64
  linalg.fill {npu.host} ins(%x_0 : i64) outs(%largest : memref<1xi64, 1>)
  %excess = "npu.alloc"() {slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  %x_1 = arith.constant 0 : i64
  linalg.fill {npu.host} ins(%x_1 : i64) outs(%excess : memref<1xi64, 1>)
  %view_2 = memref.reinterpret_cast %I to offset: [%t1], sizes: [%t2], strides: [1] : memref<23xi64> to memref<?xi64, strided<[1], offset: ?>>
  %view_3 = memref.reinterpret_cast %O to offset: [%t1], sizes: [%t3], strides: [1] : memref<5xi64> to memref<?xi64, strided<[1], offset: ?>>
  affine.for %block = 0 to 5 step 8 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
      ^bb0(%e_4: i64):
      %x_5 = linalg.index 0 : index
      %x_6 = linalg.index 1 : index
      %x_7 = arith.muli %x_5, %t4 : index
      %x_8 = arith.addi %x_7, %block : index
      %x_9 = arith.addi %x_8, %x_6 : index
      %x_10 = arith.addi %x_9, %t1 : index
      %x_11 = arith.index_cast %x_10 : index to i64
      linalg.yield %x_11 : i64
    }
    "npu.gather"(%view_3, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
      ^bb0(%e_12: i64):
      %x_13 = linalg.index 0 : index
      %x_14 = linalg.index 1 : index
      %x_15 = arith.muli %x_13, %t4 : index
      %x_16 = arith.addi %x_15, %block : index
      %x_17 = arith.addi %x_16, %x_14 : index
      %x_18 = arith.addi %x_17, %t5 : index
      %x_19 = arith.index_cast %x_18 : index to i64
      linalg.yield %x_19 : i64
    }
    "npu.gather"(%view_3, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (0)>], iterator_types = ["reduction", "reduction"], npu.host} ins(%starts, %ends : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%excess : memref<1xi64, 1>) {
      ^bb0(%e_20: i64, %e_21: i64, %e_22: i64):
      %x_23 = arith.constant 0 : i64
      %x_24 = linalg.index 0 : index
      %x_25 = linalg.index 1 : index
      %x_26 = arith.muli %x_24, %t4 : index
      %x_27 = arith.addi %x_26, %block : index
      %x_28 = arith.addi %x_27, %x_25 : index
      %x_29 = arith.addi %x_28, %t1 : index
      %x_30 = arith.index_cast %x_29 : index to i64
      %x_31 = arith.index_cast %t3 : index to i64
      %x_32 = arith.index_cast %t2 : index to i64
      %x_33 = arith.constant 1 : i64
      %x_34 = arith.addi %x_30, %x_33 : i64
      %x_35 = arith.cmpi sge, %x_34, %x_31 : i64
      %x_36 = arith.select %x_35, %x_32, %e_21 : i64
      %x_37 = arith.cmpi eq, %x_30, %x_23 : i64
      %x_38 = arith.subi %x_23, %e_20 : i64
      %x_39 = arith.maxsi %e_20, %x_38 : i64
      %x_40 = arith.select %x_37, %x_39, %x_23 : i64
      %x_41 = arith.subi %e_20, %x_36 : i64
      %x_42 = arith.subi %x_36, %x_32 : i64
      %x_43 = arith.maxsi %x_41, %x_42 : i64
      %x_44 = arith.maxsi %x_43, %x_40 : i64
      %x_45 = arith.cmpi slt, %x_30, %x_31 : i64
      %x_46 = arith.select %x_45, %x_44, %x_23 : i64
      %x_47 = arith.maxsi %x_46, %e_22 : i64
      linalg.yield %x_47 : i64
    }
    "npu.check_index"(%excess, %t5) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%lengths : memref<1x8xi64, 1>) {
      ^bb0(%e_48: i64, %e_49: i64, %e_50: i64):
      %x_51 = linalg.index 0 : index
      %x_52 = linalg.index 1 : index
      %x_53 = arith.muli %x_51, %t4 : index
      %x_54 = arith.addi %x_53, %block : index
      %x_55 = arith.addi %x_54, %x_52 : index
      %x_56 = arith.addi %x_55, %t1 : index
      %x_57 = arith.index_cast %x_56 : index to i64
      %x_58 = arith.index_cast %t2 : index to i64
      %x_59 = arith.index_cast %t3 : index to i64
      %x_60 = arith.constant 0 : i64
      %x_61 = arith.constant 1 : i64
      %x_62 = arith.addi %x_57, %x_61 : i64
      %x_63 = arith.cmpi sge, %x_62, %x_59 : i64
      %x_64 = arith.select %x_63, %x_58, %e_49 : i64
      %x_65 = arith.minsi %x_64, %x_58 : i64
      %x_66 = arith.subi %x_65, %e_48 : i64
      %x_67 = arith.maxsi %x_66, %x_60 : i64
      %x_68 = arith.cmpi slt, %x_57, %x_59 : i64
      %x_69 = arith.select %x_68, %x_67, %x_60 : i64
      linalg.yield %x_69 : i64
    }
    %x_70 = arith.constant 0 : i64
    linalg.fill ins(%x_70 : i64) outs(%longest : memref<1xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<1x8xi64, 1>) outs(%longest : memref<1xi64, 1>) {
      ^bb0(%e_71: i64, %e_72: i64):
      %x_73 = arith.maxsi %e_71, %e_72 : i64
      linalg.yield %x_73 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%positions : memref<1x2x8x8xi64, 1>) {
      ^bb0(%e_74: i64, %e_75: i64, %e_76: i64):
      %x_77 = linalg.index 1 : index
      %x_78 = linalg.index 3 : index
      %x_79 = arith.muli %x_77, %t4 : index
      %x_80 = arith.addi %x_79, %x_78 : index
      %x_81 = arith.addi %x_80, %t1 : index
      %x_82 = arith.index_cast %x_81 : index to i64
      %x_83 = arith.cmpi slt, %x_82, %e_75 : i64
      %x_84 = arith.addi %e_74, %x_82 : i64
      %x_85 = arith.constant -1 : i64
      %x_86 = arith.select %x_83, %x_84, %x_85 : i64
      linalg.yield %x_86 : i64
    }
    "npu.gather"(%view_2, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%positions, %indices : memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) outs(%largest : memref<1xi64, 1>) {
      ^bb0(%e_87: i64, %e_88: i64, %e_89: i64):
      %x_90 = arith.constant 0 : i64
      %x_91 = arith.cmpi sge, %e_87, %x_90 : i64
      %x_92 = arith.constant 0 : i64
      %x_93 = arith.select %x_91, %e_88, %x_92 : i64
      %x_94 = arith.maxui %x_93, %e_89 : i64
      linalg.yield %x_94 : i64
    }
    "npu.check_index"(%largest, %t6) {number = 1 : i64} : (memref<1xi64, 1>, index) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (1, (s0 - d0) ceildiv 8)>(%block)[%t3] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 8 * d1)>(%block, %g)
      %x_95 = memref.load %longest[%g] : memref<1xi64, 1>
      %x_96 = arith.index_cast %x_95 : i64 to index
      affine.for %d = 0 to 33 step 40 {
        %x_97 = arith.constant 0.0 : f32
        linalg.fill ins(%x_97 : f32) outs(%accumulator : memref<8x40xf32, 1>)
        scf.for %l_98 = %t1 to %x_96 step %t7 {
          %x_99 = arith.cmpi ne, %l_98, %t1 : index
          %x_100 = arith.cmpi sgt, %x_96, %t7 : index
          %x_101 = arith.cmpi ne, %d, %t1 : index
          %x_102 = arith.andi %x_100, %x_101 : i1
          %x_103 = arith.ori %x_99, %x_102 : i1
          scf.if %x_103 {
            %part_104 = memref.subview %starts[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %part_105 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %part_106 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            %part_107 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%part_104, %part_105 : memref<1x8xi64, strided<[8, 1], offset: ?>, 1>, memref<1x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%part_106 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
              ^bb0(%e_108: i64, %e_109: i64, %e_110: i64):
              %x_111 = linalg.index 1 : index
              %x_112 = linalg.index 3 : index
              %x_113 = arith.muli %x_111, %t4 : index
              %x_114 = arith.addi %x_113, %x_112 : index
              %x_115 = arith.addi %x_114, %l_98 : index
              %x_116 = arith.index_cast %x_115 : index to i64
              %x_117 = arith.cmpi slt, %x_116, %e_109 : i64
              %x_118 = arith.addi %e_108, %x_116 : i64
              %x_119 = arith.constant -1 : i64
              %x_120 = arith.select %x_117, %x_118, %x_119 : i64
              linalg.yield %x_120 : i64
            }
            "npu.gather"(%view_2, %part_106, %part_107) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%part_106, %part_107 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) outs(%largest : memref<1xi64, 1>) {
              ^bb0(%e_121: i64, %e_122: i64, %e_123: i64):
              %x_124 = arith.constant 0 : i64
              %x_125 = arith.cmpi sge, %e_121, %x_124 : i64
              %x_126 = arith.constant 0 : i64
              %x_127 = arith.select %x_125, %e_122, %x_126 : i64
              %x_128 = arith.maxui %x_127, %e_123 : i64
              linalg.yield %x_128 : i64
            }
            "npu.check_index"(%largest, %t6) {number = 1 : i64} : (memref<1xi64, 1>, index) -> ()
          }
          %x_129 = arith.subi %x_96, %l_98 : index
          %x_130 = arith.minsi %x_129, %t7 : index
          %x_131 = arith.ceildivsi %x_130, %t4 : index
          scf.for %l_132 = %t1 to %x_131 step %t5 {
            %part_133 = memref.subview %indices[%g, %l_132, 0, 0] [1, 1, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
            %x_134 = arith.muli %d, %t5 : index
            %x_135 = arith.addi %x_134, %t1 : index
            %x_136 = arith.subi %t8, %d : index
            %x_137 = arith.minsi %x_136, %t9 : index
            %view_138 = memref.reinterpret_cast %X to offset: [%x_135], sizes: [%t6, %x_137], strides: [%t8, %t5] : memref<1650xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%view_138, %part_133, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<8x8xi64, strided<[8, 1], offset: ?>, 1>, memref<8x8x40xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows : memref<8x8x40xf32, 1>) outs(%accumulator : memref<8x40xf32, 1>) {
              ^bb0(%e_139: f32, %e_140: f32):
              %x_141 = arith.addf %e_140, %e_139 : f32
              linalg.yield %x_141 : f32
            }
          }
        }
        %part_142 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<8xi64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, d) -> (b)>, affine_map<(b, d) -> (b, d)>], iterator_types = ["parallel", "parallel"]} ins(%part_142 : memref<8xi64, strided<[1], offset: ?>, 1>) outs(%accumulator : memref<8x40xf32, 1>) {
          ^bb0(%e_143: i64, %e_144: f32):
          %x_145 = arith.constant 1 : i64
          %x_146 = arith.maxsi %e_143, %x_145 : i64
          %x_147 = arith.sitofp %x_146 : i64 to f32
          %x_148 = arith.divf %e_144, %x_147 : f32
          linalg.yield %x_148 : f32
        }
        %ex = arith.muli %b, %ec33 : index
        %ex_1 = arith.addi %ex, %d : index
        %ex_2 = arith.muli %b, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec5 : index
        %en_P0 = arith.minsi %ex_3, %ec8 : index
        %ex_4 = arith.muli %d, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec33 : index
        %en_P1 = arith.minsi %ex_5, %ec40 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<165xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<8x40xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      }
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_full: pointwise
func.func @npu_fused_full(%out_ptr0: memref<24xi64>) {
  %k = arith.constant 0 : i64
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi64, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<32xi64, 1>) {
    ^bb0(%o: i64):
      linalg.yield %k : i64
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [24], strides: [1] : memref<24xi64> to memref<24xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<32xi64, 1>, memref<24xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_full_index_put: pointwise
func.func @npu_fused_full_index_put(%in_ptr0: memref<5xi64>, %out_ptr0: memref<24xi64>) {
  %k = arith.constant 0 : i64
  %k_1 = arith.constant 24 : i64
  %c24 = arith.constant 24 : index
  %k_2 = arith.constant 1 : i64
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest : memref<1xi64, 1>)
  %const = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [1], sizes: [4], strides: [1] : memref<5xi64> to memref<4xi64, strided<[1], offset: 1>>
  "npu.dma_load"(%view, %t) : (memref<4xi64, strided<[1], offset: 1>>, memref<4xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<4xi64, 1>) outs(%cvt : memref<4xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %lt = arith.cmpi slt, %a, %k : i64  // index
      %add = arith.addi %a, %k_1 : i64  // index
      %sel = arith.select %lt, %add, %a : i64  // index
      %cvt_1 = arith.trunci %sel : i64 to i32  // constant
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<4xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %most = arith.maxui %a_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c24) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%const : memref<4xi64, 1>) {
    ^bb0(%o_2: i64):
      linalg.yield %k_2 : i64
  }
  "npu.scatter"(%const, %cvt, %out_ptr0) {combine = "add"} : (memref<4xi64, 1>, memref<4xi32, 1>, memref<24xi64>) -> ()
  return
}
// -----

// npu_fused_cumsum: pointwise
func.func @npu_fused_cumsum(%in_ptr0: memref<24xi64>, %out_ptr0: memref<24xi64>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [24], strides: [1] : memref<24xi64> to memref<24xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<24xi64, strided<[1], offset: 0>>, memref<32xi64, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [24], strides: [1] : memref<24xi64> to memref<24xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%t, %view_1) : (memref<32xi64, 1>, memref<24xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_cumsum (%X0: memref<24xi64>, %Y0: memref<24xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 24 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 32 : index
  %t5 = arith.constant 4 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x8xi64, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xi64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x32xi64, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    scf.for %l_1 = %t3 to %t2 step %t4 {
      %x_2 = arith.muli %l_0, %t2 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %t1, %l_0 : index
      %x_5 = arith.minsi %x_4, %t1 : index
      %x_6 = arith.subi %t2, %l_1 : index
      %x_7 = arith.minsi %x_6, %t4 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<24xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x32xi64, 1>) -> ()
      %split_9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 4] : memref<1x32xi64, 1> into memref<1x8x4xi64, 1>
      %joined_10 = memref.collapse_shape %split_9 [[0, 1], [2]] : memref<1x8x4xi64, 1> into memref<8x4xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_10 : memref<8x4xi64, 1>) outs(%columns0 : memref<4x8xi64, 1>) {
        ^bb0(%e_11: i64, %e_12: i64):
        linalg.yield %e_11 : i64
      }
      %x_13 = arith.cmpi eq, %l_1, %t3 : index
      %split_14 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 4, 8] : memref<4x8xi64, 1> into memref<1x4x8xi64, 1>
      %part_15 = memref.subview %split_14[0, %t3, 0] [1, 1, 8] [1, 1, 1] : memref<1x4x8xi64, 1> to memref<1x8xi64, strided<[32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_15 : memref<1x8xi64, strided<[32, 1], offset: ?>, 1>) outs(%totals0 : memref<1x8xi64, 1>) {
        ^bb0(%e_16: i64, %e_17: i64):
        linalg.yield %e_16 : i64
      }
      scf.for %l_18 = %t1 to %t5 step %t1 {
        %part_19 = memref.subview %split_14[0, %l_18, 0] [1, 1, 8] [1, 1, 1] : memref<1x4x8xi64, 1> to memref<1x8xi64, strided<[32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_19, %totals0 : memref<1x8xi64, strided<[32, 1], offset: ?>, 1>, memref<1x8xi64, 1>) {
          ^bb0(%e_20: i64, %e_21: i64):
          %cst_22 = arith.constant 0 : i8
          %add_23 = arith.addi %e_21, %e_20 : i64
          linalg.yield %add_23, %add_23 : i64, i64
        }
      }
      %part_24 = memref.subview %totals0[%t3, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<8xi64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_24 : memref<8xi64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<8xi64, 1>) {
        ^bb0(%e_25: i64, %e_26: i64):
        linalg.yield %e_25 : i64
      }
      %split_27 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 4] : memref<1x32xi64, 1> into memref<1x8x4xi64, 1>
      %joined_28 = memref.collapse_shape %split_27 [[0, 1], [2]] : memref<1x8x4xi64, 1> into memref<8x4xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<4x8xi64, 1>) outs(%joined_28 : memref<8x4xi64, 1>) {
        ^bb0(%e_29: i64, %e_30: i64):
        linalg.yield %e_29 : i64
      }
      %split_31 = memref.expand_shape %carry0 [[0, 1]] output_shape [1, 8] : memref<8xi64, 1> into memref<1x8xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_31 : memref<1x8xi64, 1>) outs(%sums0 : memref<1x8xi64, 1>) {
        ^bb0(%e_32: i64, %e_33: i64):
        linalg.yield %e_32 : i64
      }
      %x_34 = arith.constant true
      %x_35 = arith.xori %x_13, %x_34 : i1
      scf.if %x_35 {
        %part_36 = memref.subview %sums0[0, 0] [1, 1] [1, 1] : memref<1x8xi64, 1> to memref<1xi64, strided<[8]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0 : memref<1xi64, 1>) outs(%part_36 : memref<1xi64, strided<[8]>, 1>) {
          ^bb0(%e_37: i64, %e_38: i64):
          %cst_39 = arith.constant 0 : i8
          %add_40 = arith.addi %e_37, %e_38 : i64
          linalg.yield %add_40 : i64
        }
        %split_41 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 4] : memref<1x32xi64, 1> into memref<1x8x4xi64, 1>
        %part_42 = memref.subview %split_41[0, 0, 0] [1, 1, 4] [1, 1, 1] : memref<1x8x4xi64, 1> to memref<1x1x4xi64, strided<[32, 4, 1]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0 : memref<1xi64, 1>) outs(%part_42 : memref<1x1x4xi64, strided<[32, 4, 1]>, 1>) {
          ^bb0(%e_43: i64, %e_44: i64):
          %cst_45 = arith.constant 0 : i8
          %add_46 = arith.addi %e_43, %e_44 : i64
          linalg.yield %add_46 : i64
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<1x8xi64, 1>) outs(%other_sums0 : memref<1x8xi64, 1>) {
        ^bb0(%e_47: i64, %e_48: i64):
        linalg.yield %e_47 : i64
      }
      %part_49 = memref.subview %sums0[0, 0] [1, 7] [1, 1] : memref<1x8xi64, 1> to memref<1x7xi64, strided<[8, 1]>, 1>
      %part_50 = memref.subview %other_sums0[0, 1] [1, 7] [1, 1] : memref<1x8xi64, 1> to memref<1x7xi64, strided<[8, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_49 : memref<1x7xi64, strided<[8, 1]>, 1>) outs(%part_50 : memref<1x7xi64, strided<[8, 1], offset: 1>, 1>) {
        ^bb0(%e_51: i64, %e_52: i64):
        %cst_53 = arith.constant 0 : i8
        %add_54 = arith.addi %e_51, %e_52 : i64
        linalg.yield %add_54 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<1x8xi64, 1>) outs(%sums0 : memref<1x8xi64, 1>) {
        ^bb0(%e_55: i64, %e_56: i64):
        linalg.yield %e_55 : i64
      }
      %part_57 = memref.subview %other_sums0[0, 0] [1, 6] [1, 1] : memref<1x8xi64, 1> to memref<1x6xi64, strided<[8, 1]>, 1>
      %part_58 = memref.subview %sums0[0, 2] [1, 6] [1, 1] : memref<1x8xi64, 1> to memref<1x6xi64, strided<[8, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_57 : memref<1x6xi64, strided<[8, 1]>, 1>) outs(%part_58 : memref<1x6xi64, strided<[8, 1], offset: 2>, 1>) {
        ^bb0(%e_59: i64, %e_60: i64):
        %cst_61 = arith.constant 0 : i8
        %add_62 = arith.addi %e_59, %e_60 : i64
        linalg.yield %add_62 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<1x8xi64, 1>) outs(%other_sums0 : memref<1x8xi64, 1>) {
        ^bb0(%e_63: i64, %e_64: i64):
        linalg.yield %e_63 : i64
      }
      %part_65 = memref.subview %sums0[0, 0] [1, 4] [1, 1] : memref<1x8xi64, 1> to memref<1x4xi64, strided<[8, 1]>, 1>
      %part_66 = memref.subview %other_sums0[0, 4] [1, 4] [1, 1] : memref<1x8xi64, 1> to memref<1x4xi64, strided<[8, 1], offset: 4>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_65 : memref<1x4xi64, strided<[8, 1]>, 1>) outs(%part_66 : memref<1x4xi64, strided<[8, 1], offset: 4>, 1>) {
        ^bb0(%e_67: i64, %e_68: i64):
        %cst_69 = arith.constant 0 : i8
        %add_70 = arith.addi %e_67, %e_68 : i64
        linalg.yield %add_70 : i64
      }
      %part_71 = memref.subview %other_sums0[0, 0] [1, 7] [1, 1] : memref<1x8xi64, 1> to memref<1x7xi64, strided<[8, 1]>, 1>
      %split_72 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 4] : memref<1x32xi64, 1> into memref<1x8x4xi64, 1>
      %part_73 = memref.subview %split_72[0, 1, 0] [1, 7, 4] [1, 1, 1] : memref<1x8x4xi64, 1> to memref<1x7x4xi64, strided<[32, 4, 1], offset: 4>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_71 : memref<1x7xi64, strided<[8, 1]>, 1>) outs(%part_73 : memref<1x7x4xi64, strided<[32, 4, 1], offset: 4>, 1>) {
        ^bb0(%e_74: i64, %e_75: i64):
        %cst_76 = arith.constant 0 : i8
        %add_77 = arith.addi %e_74, %e_75 : i64
        linalg.yield %add_77 : i64
      }
      %part_78 = memref.subview %other_sums0[0, 7] [1, 1] [1, 1] : memref<1x8xi64, 1> to memref<1xi64, strided<[8], offset: 7>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_78 : memref<1xi64, strided<[8], offset: 7>, 1>) outs(%row_carry0 : memref<1xi64, 1>) {
        ^bb0(%e_79: i64, %e_80: i64):
        linalg.yield %e_79 : i64
      }
      %view_81 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<24xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_81) : (memref<1x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_full: pointwise
func.func @npu_fused_full(%out_ptr0: memref<1650xf32>) {
  %c0 = arith.constant 0 : index
  %c1650 = arith.constant 1650 : index
  %c240 = arith.constant 240 : index
  %cst = arith.constant 0.0 : f32
  %cm1 = arith.constant -1 : index
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<240xf32, 1>
  scf.for %P0 = %c0 to %c1650 step %c240 {
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<240xf32, 1>) {
      ^bb0(%o: f32):
        linalg.yield %cst : f32
    }
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c1650 : index
    %n_P0 = arith.minsi %x_1, %c240 : index
    %view = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<1650xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view) : (memref<240xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_full_cat_sub_clamp_min_convert_element_type_div_cumsum: pointwise
func.func @npu_fused_full_cat_sub_clamp_min_convert_element_type_div_cumsum(%in_ptr0: memref<23xi64>, %in_ptr1: memref<24xi64>, %in_ptr2: memref<165xf32>, %in_ptr3: memref<5xi64>, %out_ptr0: memref<1650xf32>) {
  %k = arith.constant 33 : i64
  %k_1 = arith.constant 0 : i64
  %k_2 = arith.constant 50 : i64
  %c50 = arith.constant 50 : index
  %c33 = arith.constant 33 : index
  %k_3 = arith.constant 5 : i64
  %k_4 = arith.constant -1 : i32
  %c5 = arith.constant 5 : index
  %k_5 = arith.constant 4 : i64
  %k_6 = arith.constant 1 : i64
  %k_7 = arith.constant -1 : i64
  %cst = arith.constant 0.0 : f32
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_1 : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23xi64, 1>
  %mul_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23xi64, 1>
  %sel_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x48xi32, 1>
  %largest_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_1 : i64) outs(%largest_1 : memref<1xi64, 1>)
  %t_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x48xf32, 1>
  %sel_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23xi32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23xi64, 1>
  %cvt_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23xi32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23xi64, 1>
  %cvt_6 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23xf32, 1>
  %sel_8 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [23], strides: [1] : memref<23xi64> to memref<23xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<23xi64, strided<[1], offset: 0>>, memref<23xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<23xi64, 1>) outs(%cvt : memref<23xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %lt = arith.cmpi slt, %a, %k_1 : i64  // index
      %add = arith.addi %a, %k_2 : i64  // index
      %sel = arith.select %lt, %add, %a : i64  // index
      %mul = arith.muli %k, %sel : i64  // where
      %cvt_1 = arith.trunci %mul : i64 to i32  // where
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<23xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %most = arith.maxui %a_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c50) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [23], strides: [1] : memref<24xi64> to memref<23xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<23xi64, strided<[1], offset: 0>>, memref<23xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1 : memref<23xi64, 1>) outs(%mul_1 : memref<23xi64, 1>) {
    ^bb0(%a_2: i64, %o_2: i64):
      %lt_1 = arith.cmpi slt, %a_2, %k_1 : i64  // index
      %add_1 = arith.addi %a_2, %k_3 : i64  // index
      %sel_1 = arith.select %lt_1, %add_1, %a_2 : i64  // index
      %mul_2 = arith.muli %k, %sel_1 : i64  // where
      linalg.yield %mul_2 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%mul_1 : memref<23xi64, 1>) outs(%sel_2 : memref<23x48xi32, 1>) {
    ^bb0(%a_3: i64, %o_3: i32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c33 : index
      %i = arith.index_cast %at : index to i64
      %add_2 = arith.addi %i, %a_3 : i64  // where
      %cvt_2 = arith.trunci %add_2 : i64 to i32  // where
      %sel_3 = arith.select %inside, %cvt_2, %k_4 : i32  // where
      linalg.yield %sel_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t_1 : memref<23xi64, 1>) outs(%largest_1 : memref<1xi64, 1>) {
    ^bb0(%a_4: i64, %o_4: i64):
      %add_3 = arith.addi %a_4, %k_3 : i64  // index
      %most_1 = arith.maxui %add_3, %o_4 : i64
      linalg.yield %most_1 : i64
  }
  "npu.check_index"(%largest_1, %c5) {number = 0 : i64, wraps = true} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr2, %sel_2, %t_2) : (memref<165xf32>, memref<23x48xi32, 1>, memref<23x48xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1 : memref<23xi64, 1>) outs(%sel_4 : memref<23xi32, 1>) {
    ^bb0(%a_5: i64, %o_5: i32):
      %lt_2 = arith.cmpi slt, %a_5, %k_1 : i64  // index
      %add_4 = arith.addi %a_5, %k_3 : i64  // index
      %sel_5 = arith.select %lt_2, %add_4, %a_5 : i64  // index
      %lt_3 = arith.cmpi slt, %sel_5, %k_5 : i64
      %add_5 = arith.addi %k_6, %sel_5 : i64  // where
      %cvt_3 = arith.trunci %add_5 : i64 to i32  // where
      %sel_6 = arith.select %lt_3, %cvt_3, %k_4 : i32  // where
      linalg.yield %sel_6 : i32
  }
  "npu.gather"(%in_ptr3, %sel_4, %t_3) {pad = 23 : i64} : (memref<5xi64>, memref<23xi32, 1>, memref<23xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1 : memref<23xi64, 1>) outs(%cvt_4 : memref<23xi32, 1>) {
    ^bb0(%a_6: i64, %o_6: i32):
      %lt_4 = arith.cmpi slt, %a_6, %k_1 : i64  // index
      %add_6 = arith.addi %a_6, %k_3 : i64  // index
      %sel_7 = arith.select %lt_4, %add_6, %a_6 : i64  // index
      %cvt_5 = arith.trunci %sel_7 : i64 to i32  // where
      linalg.yield %cvt_5 : i32
  }
  "npu.gather"(%in_ptr3, %cvt_4, %t_4) : (memref<5xi64>, memref<23xi32, 1>, memref<23xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_3, %t_4 : memref<23xi64, 1>, memref<23xi64, 1>) outs(%cvt_6 : memref<23xf32, 1>) {
    ^bb0(%a_7: i64, %a_8: i64, %o_7: f32):
      %sub = arith.subi %a_7, %a_8 : i64
      %max = arith.maxsi %sub, %k_6 : i64
      %cvt_7 = arith.sitofp %max : i64 to f32  // to_dtype
      linalg.yield %cvt_7 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_2, %cvt_6 : memref<23xi64, 1>, memref<23x48xf32, 1>, memref<23xf32, 1>) outs(%sel_8 : memref<23x48xf32, 1>) {
    ^bb0(%a_9: i64, %a_10: f32, %a_11: f32, %o_8: f32):
      %ne = arith.cmpi ne, %a_9, %k_7 : i64
      %div = arith.divf %a_10, %a_11 : f32  // truediv
      %sel_9 = arith.select %ne, %div, %cst : f32  // where
      linalg.yield %sel_9 : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1618, 33], strides: [1, 1] : memref<1650xf32> to memref<1618x33xf32, strided<[1, 1], offset: 0>>
  "npu.scatter"(%sel_8, %cvt, %view_2) {combine = "add"} : (memref<23x48xf32, 1>, memref<23xi32, 1>, memref<1618x33xf32, strided<[1, 1], offset: 0>>) -> ()
  return
}
