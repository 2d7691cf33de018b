// npu_fused_segment_maxima: template, template MLIRSegmentReduceTemplate, mapping default
func.func @npu_fused_segment_maxima (%X: memref<1650xf32>, %I: memref<23xi64>, %O: memref<5xi64>, %Y: memref<165xf32>) {
  %t1 = arith.constant 0 : index
  %t2 = arith.constant 23 : index
  %t3 = arith.constant 5 : index
  %t4 = arith.constant 8 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 50 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 33 : index
  %t9 = arith.constant 128 : index
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec8 = arith.constant 8 : index
  %ec128 = arith.constant 128 : index
  %places = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %starts = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %ends = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %longest = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  %positions = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<1x2x8x8xi64, 1>
  %indices = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<1x2x8x8xi64, 1>
  %rows = "npu.alloc"() {lane_axis = 2 : i64, slots = 3 : i64} : () -> memref<8x8x128xf32, 1>
  %numbers = "npu.alloc"() {lane_axis = 2 : i64, slots = 3 : i64} : () -> memref<8x8x128xi64, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x128xf32, 1>
  %sources = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x128xi64, 1>
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
      affine.for %d = 0 to 33 step 128 {
        %x_97 = arith.constant 0xFF800000 : f32
        linalg.fill ins(%x_97 : f32) outs(%accumulator : memref<8x128xf32, 1>)
        %x_98 = arith.constant -1 : i64
        linalg.fill ins(%x_98 : i64) outs(%sources : memref<8x128xi64, 1>)
        scf.for %l_99 = %t1 to %x_96 step %t7 {
          %x_100 = arith.cmpi ne, %l_99, %t1 : index
          %x_101 = arith.cmpi sgt, %x_96, %t7 : index
          %x_102 = arith.cmpi ne, %d, %t1 : index
          %x_103 = arith.andi %x_101, %x_102 : i1
          %x_104 = arith.ori %x_100, %x_103 : i1
          scf.if %x_104 {
            %part_105 = memref.subview %starts[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %part_106 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %part_107 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            %part_108 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%part_105, %part_106 : memref<1x8xi64, strided<[8, 1], offset: ?>, 1>, memref<1x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%part_107 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
              ^bb0(%e_109: i64, %e_110: i64, %e_111: i64):
              %x_112 = linalg.index 1 : index
              %x_113 = linalg.index 3 : index
              %x_114 = arith.muli %x_112, %t4 : index
              %x_115 = arith.addi %x_114, %x_113 : index
              %x_116 = arith.addi %x_115, %l_99 : index
              %x_117 = arith.index_cast %x_116 : index to i64
              %x_118 = arith.cmpi slt, %x_117, %e_110 : i64
              %x_119 = arith.addi %e_109, %x_117 : i64
              %x_120 = arith.constant -1 : i64
              %x_121 = arith.select %x_118, %x_119, %x_120 : i64
              linalg.yield %x_121 : i64
            }
            "npu.gather"(%view_2, %part_107, %part_108) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%part_107, %part_108 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) outs(%largest : memref<1xi64, 1>) {
              ^bb0(%e_122: i64, %e_123: i64, %e_124: i64):
              %x_125 = arith.constant 0 : i64
              %x_126 = arith.cmpi sge, %e_122, %x_125 : i64
              %x_127 = arith.constant 0 : i64
              %x_128 = arith.select %x_126, %e_123, %x_127 : i64
              %x_129 = arith.maxui %x_128, %e_124 : i64
              linalg.yield %x_129 : i64
            }
            "npu.check_index"(%largest, %t6) {number = 1 : i64} : (memref<1xi64, 1>, index) -> ()
          }
          %x_130 = arith.subi %x_96, %l_99 : index
          %x_131 = arith.minsi %x_130, %t7 : index
          %x_132 = arith.ceildivsi %x_131, %t4 : index
          scf.for %l_133 = %t1 to %x_132 step %t5 {
            %part_134 = memref.subview %indices[%g, %l_133, 0, 0] [1, 1, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
            %x_135 = arith.muli %d, %t5 : index
            %x_136 = arith.addi %x_135, %t1 : index
            %x_137 = arith.subi %t8, %d : index
            %x_138 = arith.minsi %x_137, %t9 : index
            %view_139 = memref.reinterpret_cast %X to offset: [%x_136], sizes: [%t6, %x_138], strides: [%t8, %t5] : memref<1650xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%view_139, %part_134, %rows) {pad = 0xFF800000 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<8x8xi64, strided<[8, 1], offset: ?>, 1>, memref<8x8x128xf32, 1>) -> ()
            %view_140 = memref.reinterpret_cast %I to offset: [%t1], sizes: [%t2, %t9], strides: [1, 0] : memref<23xi64> to memref<?x?xi64, strided<[1, 0], offset: ?>>
            %part_141 = memref.subview %positions[%g, %l_133, 0, 0] [1, 1, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
            "npu.gather"(%view_140, %part_141, %numbers) {pad = -1 : i64} : (memref<?x?xi64, strided<[1, 0], offset: ?>>, memref<8x8xi64, strided<[8, 1], offset: ?>, 1>, memref<8x8x128xi64, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows, %numbers : memref<8x8x128xf32, 1>, memref<8x8x128xi64, 1>) outs(%accumulator, %sources : memref<8x128xf32, 1>, memref<8x128xi64, 1>) {
              ^bb0(%e_142: f32, %e_143: i64, %e_144: f32, %e_145: i64):
              %x_146 = arith.constant 0 : i64
              %x_147 = arith.cmpi slt, %e_145, %x_146 : i64
              %x_148 = arith.cmpf ogt, %e_142, %e_144 : f32
              %x_149 = arith.ori %x_147, %x_148 : i1
              %x_150 = arith.select %x_149, %e_142, %e_144 : f32
              %x_151 = arith.select %x_149, %e_143, %e_145 : i64
              linalg.yield %x_150, %x_151 : f32, i64
            }
          }
        }
        linalg.generic {indexing_maps = [affine_map<(b, d) -> (b, d)>, affine_map<(b, d) -> (b, d)>], iterator_types = ["parallel", "parallel"]} outs(%accumulator, %sources : memref<8x128xf32, 1>, memref<8x128xi64, 1>) {
          ^bb0(%e_152: f32, %e_153: i64):
          %x_154 = arith.constant 0 : i64
          %x_155 = arith.constant 0.0 : f32
          %x_156 = arith.cmpi slt, %e_153, %x_154 : i64
          %x_157 = arith.select %x_156, %x_155, %e_152 : f32
          %x_158 = arith.select %x_156, %x_154, %e_153 : i64
          linalg.yield %x_157, %x_158 : f32, i64
        }
        %ex = arith.muli %b, %ec33 : index
        %ex_1 = arith.addi %ex, %d : index
        %ex_2 = arith.muli %b, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec5 : index
        %en_P0 = arith.minsi %ex_3, %ec8 : index
        %ex_4 = arith.muli %d, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec33 : index
        %en_P1 = arith.minsi %ex_5, %ec128 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<165xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<8x128xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      }
    }
  } {npu.parallel}
  return
}
// -----

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
  %t9 = arith.constant 128 : index
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec8 = arith.constant 8 : index
  %ec128 = arith.constant 128 : index
  %places = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %starts = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %ends = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %longest = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  %positions = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<1x2x8x8xi64, 1>
  %indices = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<1x2x8x8xi64, 1>
  %rows = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<8x8x128xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x128xf32, 1>
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
      affine.for %d = 0 to 33 step 128 {
        %x_97 = arith.constant 0.0 : f32
        linalg.fill ins(%x_97 : f32) outs(%accumulator : memref<8x128xf32, 1>)
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
            "npu.gather"(%view_138, %part_133, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<8x8xi64, strided<[8, 1], offset: ?>, 1>, memref<8x8x128xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows : memref<8x8x128xf32, 1>) outs(%accumulator : memref<8x128xf32, 1>) {
              ^bb0(%e_139: f32, %e_140: f32):
              %x_141 = arith.addf %e_140, %e_139 : f32
              linalg.yield %x_141 : f32
            }
          }
        }
        %part_142 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<8xi64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, d) -> (b)>, affine_map<(b, d) -> (b, d)>], iterator_types = ["parallel", "parallel"]} ins(%part_142 : memref<8xi64, strided<[1], offset: ?>, 1>) outs(%accumulator : memref<8x128xf32, 1>) {
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
        %en_P1 = arith.minsi %ex_5, %ec128 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<165xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<8x128xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      }
    }
  } {npu.parallel}
  return
}
