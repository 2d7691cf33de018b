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
  %view_1 = memref.reinterpret_cast %I to offset: [%t1], sizes: [%t2], strides: [1] : memref<23xi64> to memref<?xi64, strided<[1], offset: ?>>
  %view_2 = memref.reinterpret_cast %O to offset: [%t1], sizes: [%t3], strides: [1] : memref<5xi64> to memref<?xi64, strided<[1], offset: ?>>
  %view_3 = memref.reinterpret_cast %F to offset: [%t1], sizes: [%t2], strides: [1] : memref<23xf32> to memref<?xf32, strided<[1], offset: ?>>
  affine.for %block = 0 to 5 step 8 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<2x4xi64, 1>) {
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
    "npu.gather"(%view_2, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<2x4xi64, 1>, memref<2x4xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<2x4xi64, 1>) {
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
    "npu.gather"(%view_2, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<2x4xi64, 1>, memref<2x4xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<2x4xi64, 1>, memref<2x4xi64, 1>) outs(%lengths : memref<2x4xi64, 1>) {
      ^bb0(%e_20: i64, %e_21: i64, %e_22: i64):
      %x_23 = linalg.index 0 : index
      %x_24 = linalg.index 1 : index
      %x_25 = arith.muli %x_23, %t4 : index
      %x_26 = arith.addi %x_25, %block : index
      %x_27 = arith.addi %x_26, %x_24 : index
      %x_28 = arith.addi %x_27, %t1 : index
      %x_29 = arith.index_cast %x_28 : index to i64
      %x_30 = arith.index_cast %t2 : index to i64
      %x_31 = arith.index_cast %t3 : index to i64
      %x_32 = arith.constant 0 : i64
      %x_33 = arith.constant 1 : i64
      %x_34 = arith.addi %x_29, %x_33 : i64
      %x_35 = arith.cmpi sge, %x_34, %x_31 : i64
      %x_36 = arith.select %x_35, %x_30, %e_21 : i64
      %x_37 = arith.minsi %x_36, %x_30 : i64
      %x_38 = arith.subi %x_37, %e_20 : i64
      %x_39 = arith.maxsi %x_38, %x_32 : i64
      %x_40 = arith.cmpi slt, %x_29, %x_31 : i64
      %x_41 = arith.select %x_40, %x_39, %x_32 : i64
      linalg.yield %x_41 : i64
    }
    %x_42 = arith.constant 0 : i64
    linalg.fill ins(%x_42 : i64) outs(%longest : memref<2xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<2x4xi64, 1>) outs(%longest : memref<2xi64, 1>) {
      ^bb0(%e_43: i64, %e_44: i64):
      %x_45 = arith.maxsi %e_43, %e_44 : i64
      linalg.yield %x_45 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<2x4xi64, 1>, memref<2x4xi64, 1>) outs(%positions : memref<2x2x4x8xi64, 1>) {
      ^bb0(%e_46: i64, %e_47: i64, %e_48: i64):
      %x_49 = linalg.index 1 : index
      %x_50 = linalg.index 3 : index
      %x_51 = arith.muli %x_49, %t6 : index
      %x_52 = arith.addi %x_51, %x_50 : index
      %x_53 = arith.addi %x_52, %t1 : index
      %x_54 = arith.index_cast %x_53 : index to i64
      %x_55 = arith.cmpi slt, %x_54, %e_47 : i64
      %x_56 = arith.addi %e_46, %x_54 : i64
      %x_57 = arith.constant -1 : i64
      %x_58 = arith.select %x_55, %x_56, %x_57 : i64
      linalg.yield %x_58 : i64
    }
    "npu.gather"(%view_1, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<2x2x4x8xi64, 1>, memref<2x2x4x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%positions, %indices : memref<2x2x4x8xi64, 1>, memref<2x2x4x8xi64, 1>) outs(%largest : memref<1xi64, 1>) {
      ^bb0(%e_59: i64, %e_60: i64, %e_61: i64):
      %x_62 = arith.constant 0 : i64
      %x_63 = arith.cmpi sge, %e_59, %x_62 : i64
      %x_64 = arith.constant 0 : i64
      %x_65 = arith.select %x_63, %e_60, %x_64 : i64
      %x_66 = arith.maxui %x_65, %e_61 : i64
      linalg.yield %x_66 : i64
    }
    "npu.check_index"(%largest, %t7) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (2, (s0 - d0) ceildiv 4)>(%block)[%t3] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 4 * d1)>(%block, %g)
      %x_67 = memref.load %longest[%g] : memref<2xi64, 1>
      %x_68 = arith.index_cast %x_67 : i64 to index
      affine.for %d = 0 to 33 step 40 {
        %x_69 = arith.constant 0.0 : f32
        linalg.fill ins(%x_69 : f32) outs(%accumulator : memref<4x40xf32, 1>)
        scf.for %l_70 = %t1 to %x_68 step %t8 {
          %x_71 = arith.cmpi ne, %l_70, %t1 : index
          %x_72 = arith.cmpi sgt, %x_68, %t8 : index
          %x_73 = arith.cmpi ne, %d, %t1 : index
          %x_74 = arith.andi %x_72, %x_73 : i1
          %x_75 = arith.ori %x_71, %x_74 : i1
          scf.if %x_75 {
            %part_76 = memref.subview %starts[%g, 0] [1, 4] [1, 1] : memref<2x4xi64, 1> to memref<1x4xi64, strided<[4, 1], offset: ?>, 1>
            %part_77 = memref.subview %lengths[%g, 0] [1, 4] [1, 1] : memref<2x4xi64, 1> to memref<1x4xi64, strided<[4, 1], offset: ?>, 1>
            %part_78 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
            %part_79 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%part_76, %part_77 : memref<1x4xi64, strided<[4, 1], offset: ?>, 1>, memref<1x4xi64, strided<[4, 1], offset: ?>, 1>) outs(%part_78 : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
              ^bb0(%e_80: i64, %e_81: i64, %e_82: i64):
              %x_83 = linalg.index 1 : index
              %x_84 = linalg.index 3 : index
              %x_85 = arith.muli %x_83, %t6 : index
              %x_86 = arith.addi %x_85, %x_84 : index
              %x_87 = arith.addi %x_86, %l_70 : index
              %x_88 = arith.index_cast %x_87 : index to i64
              %x_89 = arith.cmpi slt, %x_88, %e_81 : i64
              %x_90 = arith.addi %e_80, %x_88 : i64
              %x_91 = arith.constant -1 : i64
              %x_92 = arith.select %x_89, %x_90, %x_91 : i64
              linalg.yield %x_92 : i64
            }
            "npu.gather"(%view_1, %part_78, %part_79) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%part_78, %part_79 : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) outs(%largest : memref<1xi64, 1>) {
              ^bb0(%e_93: i64, %e_94: i64, %e_95: i64):
              %x_96 = arith.constant 0 : i64
              %x_97 = arith.cmpi sge, %e_93, %x_96 : i64
              %x_98 = arith.constant 0 : i64
              %x_99 = arith.select %x_97, %e_94, %x_98 : i64
              %x_100 = arith.maxui %x_99, %e_95 : i64
              linalg.yield %x_100 : i64
            }
            "npu.check_index"(%largest, %t7) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
          }
          %x_101 = arith.subi %x_68, %l_70 : index
          %x_102 = arith.minsi %x_101, %t8 : index
          %x_103 = arith.ceildivsi %x_102, %t6 : index
          scf.for %l_104 = %t1 to %x_103 step %t5 {
            %part_105 = memref.subview %indices[%g, %l_104, 0, 0] [1, 1, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
            %x_106 = arith.muli %d, %t5 : index
            %x_107 = arith.addi %x_106, %t1 : index
            %x_108 = arith.subi %t9, %d : index
            %x_109 = arith.minsi %x_108, %t10 : index
            %view_110 = memref.reinterpret_cast %X to offset: [%x_107], sizes: [%t7, %x_109], strides: [%t9, %t5] : memref<1650xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%view_110, %part_105, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<4x8xi64, strided<[8, 1], offset: ?>, 1>, memref<4x8x40xf32, 1>) -> ()
            %view_111 = memref.reinterpret_cast %F to offset: [%t1], sizes: [%t2, %t10], strides: [1, 0] : memref<23xf32> to memref<?x?xf32, strided<[1, 0], offset: ?>>
            %part_112 = memref.subview %positions[%g, %l_104, 0, 0] [1, 1, 4, 8] [1, 1, 1, 1] : memref<2x2x4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
            "npu.gather"(%view_111, %part_112, %factors) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[1, 0], offset: ?>>, memref<4x8xi64, strided<[8, 1], offset: ?>, 1>, memref<4x8x40xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows, %factors : memref<4x8x40xf32, 1>, memref<4x8x40xf32, 1>) outs(%accumulator : memref<4x40xf32, 1>) {
              ^bb0(%e_113: f32, %e_114: f32, %e_115: f32):
              %x_116 = math.fma %e_113, %e_114, %e_115 : f32
              linalg.yield %x_116 : f32
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
