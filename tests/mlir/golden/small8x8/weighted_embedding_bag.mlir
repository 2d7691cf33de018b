// npu_fused_segment_sums: template, template MLIRSegmentReduceTemplate, mapping default
func.func @npu_fused_segment_sums (%X: memref<1650xf32>, %I: memref<23xi64>, %O: memref<5xi64>, %F: memref<23xf32>, %Y: memref<165xf32>) {
  %t1 = arith.constant 0 : index
  %t2 = arith.constant 23 : index
  %t3 = arith.constant 5 : index
  %t4 = arith.constant 4 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 8 : index
  %t7 = arith.constant 50 : index
  %t8 = arith.constant 16 : index
  %t9 = arith.constant 33 : index
  %t10 = arith.constant 40 : index
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec4 = arith.constant 4 : index
  %ec40 = arith.constant 40 : index
  %places = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x4xi64, 1>
  %starts = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x4xi64, 1>
  %ends = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x4xi64, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x4xi64, 1>
  %longest = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2xi64, 1>
  %positions = "npu.alloc"() {lane_axis = 3 : i64, slots = 1 : i64} : () -> memref<2x2x4x8xi64, 1>
  %indices = "npu.alloc"() {lane_axis = 3 : i64, slots = 1 : i64} : () -> memref<2x2x4x8xi64, 1>
  %rows = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<4x8x40xf32, 1>
  %factors = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<4x8x40xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x40xf32, 1>
  %largest = "npu.alloc"() {slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  %x_0 = arith.constant 0 : i64
  linalg.fill {npu.host} ins(%x_0 : i64) outs(%largest : memref<1xi64, 1>)
  %excess = "npu.alloc"() {slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  %x_1 = arith.constant 0 : i64
  linalg.fill {npu.host} ins(%x_1 : i64) outs(%excess : memref<1xi64, 1>)
  %view_2 = memref.reinterpret_cast %I to offset: [%t1], sizes: [%t2], strides: [1] : memref<23xi64> to memref<?xi64, strided<[1], offset: ?>>
  %view_3 = memref.reinterpret_cast %O to offset: [%t1], sizes: [%t3], strides: [1] : memref<5xi64> to memref<?xi64, strided<[1], offset: ?>>
  %view_4 = memref.reinterpret_cast %F to offset: [%t1], sizes: [%t2], strides: [1] : memref<23xf32> to memref<?xf32, strided<[1], offset: ?>>
  affine.for %block = 0 to 5 step 8 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<2x4xi64, 1>) {
      ^bb0(%e_5: i64):
      %x_6 = linalg.index 0 : index
      %x_7 = linalg.index 1 : index
      %x_8 = arith.muli %x_6, %t4 : index
      %x_9 = arith.addi %x_8, %block : index
      %x_10 = arith.addi %x_9, %x_7 : index
      %x_11 = arith.addi %x_10, %t1 : index
      %x_12 = arith.index_cast %x_11 : index to i64
      linalg.yield %x_12 : i64
    }
    "npu.gather"(%view_3, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<2x4xi64, 1>, memref<2x4xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<2x4xi64, 1>) {
      ^bb0(%e_13: i64):
      %x_14 = linalg.index 0 : index
      %x_15 = linalg.index 1 : index
      %x_16 = arith.muli %x_14, %t4 : index
      %x_17 = arith.addi %x_16, %block : index
      %x_18 = arith.addi %x_17, %x_15 : index
      %x_19 = arith.addi %x_18, %t5 : index
      %x_20 = arith.index_cast %x_19 : index to i64
      linalg.yield %x_20 : i64
    }
    "npu.gather"(%view_3, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<2x4xi64, 1>, memref<2x4xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (0)>], iterator_types = ["reduction", "reduction"], npu.host} ins(%starts, %ends : memref<2x4xi64, 1>, memref<2x4xi64, 1>) outs(%excess : memref<1xi64, 1>) {
      ^bb0(%e_21: i64, %e_22: i64, %e_23: i64):
      %x_24 = arith.constant 0 : i64
      %x_25 = linalg.index 0 : index
      %x_26 = linalg.index 1 : index
      %x_27 = arith.muli %x_25, %t4 : index
      %x_28 = arith.addi %x_27, %block : index
      %x_29 = arith.addi %x_28, %x_26 : index
      %x_30 = arith.addi %x_29, %t1 : index
      %x_31 = arith.index_cast %x_30 : index to i64
      %x_32 = arith.index_cast %t3 : index to i64
      %x_33 = arith.index_cast %t2 : index to i64
      %x_34 = arith.constant 1 : i64
      %x_35 = arith.addi %x_31, %x_34 : i64
      %x_36 = arith.cmpi sge, %x_35, %x_32 : i64
      %x_37 = arith.select %x_36, %x_33, %e_22 : i64
      %x_38 = arith.cmpi eq, %x_31, %x_24 : i64
      %x_39 = arith.subi %x_24, %e_21 : i64
      %x_40 = arith.maxsi %e_21, %x_39 : i64
      %x_41 = arith.select %x_38, %x_40, %x_24 : i64
      %x_42 = arith.subi %e_21, %x_37 : i64
      %x_43 = arith.subi %x_37, %x_33 : i64
      %x_44 = arith.maxsi %x_42, %x_43 : i64
      %x_45 = arith.maxsi %x_44, %x_41 : i64
      %x_46 = arith.cmpi slt, %x_31, %x_32 : i64
      %x_47 = arith.select %x_46, %x_45, %x_24 : i64
      %x_48 = arith.maxsi %x_47, %e_23 : i64
      linalg.yield %x_48 : i64
    }
    "npu.check_index"(%excess, %t5) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<2x4xi64, 1>, memref<2x4xi64, 1>) outs(%lengths : memref<2x4xi64, 1>) {
      ^bb0(%e_49: i64, %e_50: i64, %e_51: i64):
      %x_52 = linalg.index 0 : index
      %x_53 = linalg.index 1 : index
      %x_54 = arith.muli %x_52, %t4 : index
      %x_55 = arith.addi %x_54, %block : index
      %x_56 = arith.addi %x_55, %x_53 : index
      %x_57 = arith.addi %x_56, %t1 : index
      %x_58 = arith.index_cast %x_57 : index to i64
      %x_59 = arith.index_cast %t2 : index to i64
      %x_60 = arith.index_cast %t3 : index to i64
      %x_61 = arith.constant 0 : i64
      %x_62 = arith.constant 1 : i64
      %x_63 = arith.addi %x_58, %x_62 : i64
      %x_64 = arith.cmpi sge, %x_63, %x_60 : i64
      %x_65 = arith.select %x_64, %x_59, %e_50 : i64
      %x_66 = arith.minsi %x_65, %x_59 : i64
      %x_67 = arith.subi %x_66, %e_49 : i64
      %x_68 = arith.maxsi %x_67, %x_61 : i64
      %x_69 = arith.cmpi slt, %x_58, %x_60 : i64
      %x_70 = arith.select %x_69, %x_68, %x_61 : i64
      linalg.yield %x_70 : i64
    }
    %x_71 = arith.constant 0 : i64
    linalg.fill ins(%x_71 : i64) outs(%longest : memref<2xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<2x4xi64, 1>) outs(%longest : memref<2xi64, 1>) {
      ^bb0(%e_72: i64, %e_73: i64):
      %x_74 = arith.maxsi %e_72, %e_73 : i64
      linalg.yield %x_74 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<2x4xi64, 1>, memref<2x4xi64, 1>) outs(%positions : memref<2x2x4x8xi64, 1>) {
      ^bb0(%e_75: i64, %e_76: i64, %e_77: i64):
      %x_78 = linalg.index 1 : index
      %x_79 = linalg.index 3 : index
      %x_80 = arith.muli %x_78, %t6 : index
      %x_81 = arith.addi %x_80, %x_79 : index
      %x_82 = arith.addi %x_81, %t1 : index
      %x_83 = arith.index_cast %x_82 : index to i64
      %x_84 = arith.cmpi slt, %x_83, %e_76 : i64
      %x_85 = arith.addi %e_75, %x_83 : i64
      %x_86 = arith.constant -1 : i64
      %x_87 = arith.select %x_84, %x_85, %x_86 : i64
      linalg.yield %x_87 : i64
    }
    "npu.gather"(%view_2, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<2x2x4x8xi64, 1>, memref<2x2x4x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%positions, %indices : memref<2x2x4x8xi64, 1>, memref<2x2x4x8xi64, 1>) outs(%largest : memref<1xi64, 1>) {
      ^bb0(%e_88: i64, %e_89: i64, %e_90: i64):
      %x_91 = arith.constant 0 : i64
      %x_92 = arith.cmpi sge, %e_88, %x_91 : i64
      %x_93 = arith.constant 0 : i64
      %x_94 = arith.select %x_92, %e_89, %x_93 : i64
      %x_95 = arith.maxui %x_94, %e_90 : i64
      linalg.yield %x_95 : i64
    }
    "npu.check_index"(%largest, %t7) {number = 1 : i64} : (memref<1xi64, 1>, index) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (2, (s0 - d0) ceildiv 4)>(%block)[%t3] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 4 * d1)>(%block, %g)
      %x_96 = memref.load %longest[%g] : memref<2xi64, 1>
      %x_97 = arith.index_cast %x_96 : i64 to index
      affine.for %d = 0 to 33 step 40 {
        %x_98 = arith.constant 0.0 : f32
        linalg.fill ins(%x_98 : f32) outs(%accumulator : memref<4x40xf32, 1>)
        scf.for %l_99 = %t1 to %x_97 step %t8 {
          %x_100 = arith.cmpi ne, %l_99, %t1 : index
          %x_101 = arith.cmpi sgt, %x_97, %t8 : index
          %x_102 = arith.cmpi ne, %d, %t1 : index
          %x_103 = arith.andi %x_101, %x_102 : i1
          %x_104 = arith.ori %x_100, %x_103 : i1
          scf.if %x_104 {
            %part_105 = memref.subview %starts[%g, 0] [1, 4] [1, 1] : memref<2x4xi64, 1> to memref<1x4xi64, strided<[4, 1], offset: ?>, 1>
            %part_106 = memref.subview %lengths[%g, 0] [1, 4] [1, 1] : memref<2x4xi64, 1> to memref<1x4xi64, strided<[4, 1], offset: ?>, 1>
            %part_107 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
            %part_108 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%part_105, %part_106 : memref<1x4xi64, strided<[4, 1], offset: ?>, 1>, memref<1x4xi64, strided<[4, 1], offset: ?>, 1>) outs(%part_107 : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
              ^bb0(%e_109: i64, %e_110: i64, %e_111: i64):
              %x_112 = linalg.index 1 : index
              %x_113 = linalg.index 3 : index
              %x_114 = arith.muli %x_112, %t6 : index
              %x_115 = arith.addi %x_114, %x_113 : index
              %x_116 = arith.addi %x_115, %l_99 : index
              %x_117 = arith.index_cast %x_116 : index to i64
              %x_118 = arith.cmpi slt, %x_117, %e_110 : i64
              %x_119 = arith.addi %e_109, %x_117 : i64
              %x_120 = arith.constant -1 : i64
              %x_121 = arith.select %x_118, %x_119, %x_120 : i64
              linalg.yield %x_121 : i64
            }
            "npu.gather"(%view_2, %part_107, %part_108) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%part_107, %part_108 : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) outs(%largest : memref<1xi64, 1>) {
              ^bb0(%e_122: i64, %e_123: i64, %e_124: i64):
              %x_125 = arith.constant 0 : i64
              %x_126 = arith.cmpi sge, %e_122, %x_125 : i64
              %x_127 = arith.constant 0 : i64
              %x_128 = arith.select %x_126, %e_123, %x_127 : i64
              %x_129 = arith.maxui %x_128, %e_124 : i64
              linalg.yield %x_129 : i64
            }
            "npu.check_index"(%largest, %t7) {number = 1 : i64} : (memref<1xi64, 1>, index) -> ()
          }
          %x_130 = arith.subi %x_97, %l_99 : index
          %x_131 = arith.minsi %x_130, %t8 : index
          %x_132 = arith.ceildivsi %x_131, %t6 : index
          scf.for %l_133 = %t1 to %x_132 step %t5 {
            %part_134 = memref.subview %indices[%g, %l_133, 0, 0] [1, 1, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
            %x_135 = arith.muli %d, %t5 : index
            %x_136 = arith.addi %x_135, %t1 : index
            %x_137 = arith.subi %t9, %d : index
            %x_138 = arith.minsi %x_137, %t10 : index
            %view_139 = memref.reinterpret_cast %X to offset: [%x_136], sizes: [%t7, %x_138], strides: [%t9, %t5] : memref<1650xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%view_139, %part_134, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<4x8xi64, strided<[8, 1], offset: ?>, 1>, memref<4x8x40xf32, 1>) -> ()
            %view_140 = memref.reinterpret_cast %F to offset: [%t1], sizes: [%t2, %t10], strides: [1, 0] : memref<23xf32> to memref<?x?xf32, strided<[1, 0], offset: ?>>
            %part_141 = memref.subview %positions[%g, %l_133, 0, 0] [1, 1, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
            "npu.gather"(%view_140, %part_141, %factors) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[1, 0], offset: ?>>, memref<4x8xi64, strided<[8, 1], offset: ?>, 1>, memref<4x8x40xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows, %factors : memref<4x8x40xf32, 1>, memref<4x8x40xf32, 1>) outs(%accumulator : memref<4x40xf32, 1>) {
              ^bb0(%e_142: f32, %e_143: f32, %e_144: f32):
              %x_145 = math.fma %e_142, %e_143, %e_144 : f32
              linalg.yield %x_145 : f32
            }
          }
        }
        %ex = arith.muli %b, %ec33 : index
        %ex_1 = arith.addi %ex, %d : index
        %ex_2 = arith.muli %b, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec5 : index
        %en_P0 = arith.minsi %ex_3, %ec4 : index
        %ex_4 = arith.muli %d, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec33 : index
        %en_P1 = arith.minsi %ex_5, %ec40 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<165xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<4x40xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      }
    }
  } {npu.parallel}
  return
}
