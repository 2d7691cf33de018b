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
  %view_1 = memref.reinterpret_cast %I to offset: [%t1], sizes: [%t2], strides: [1] : memref<23xi64> to memref<?xi64, strided<[1], offset: ?>>
  %view_2 = memref.reinterpret_cast %O to offset: [%t1], sizes: [%t3], strides: [1] : memref<5xi64> to memref<?xi64, strided<[1], offset: ?>>
  affine.for %block = 0 to 5 step 8 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
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
    "npu.gather"(%view_2, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
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
    "npu.gather"(%view_2, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%lengths : memref<1x8xi64, 1>) {
      ^bb0(%e_19: i64, %e_20: i64, %e_21: i64):
      %x_22 = linalg.index 0 : index
      %x_23 = linalg.index 1 : index
      %x_24 = arith.muli %x_22, %t4 : index
      %x_25 = arith.addi %x_24, %block : index
      %x_26 = arith.addi %x_25, %x_23 : index
      %x_27 = arith.addi %x_26, %t1 : index
      %x_28 = arith.index_cast %x_27 : index to i64
      %x_29 = arith.index_cast %t2 : index to i64
      %x_30 = arith.index_cast %t3 : index to i64
      %x_31 = arith.constant 0 : i64
      %x_32 = arith.constant 1 : i64
      %x_33 = arith.addi %x_28, %x_32 : i64
      %x_34 = arith.cmpi sge, %x_33, %x_30 : i64
      %x_35 = arith.select %x_34, %x_29, %e_20 : i64
      %x_36 = arith.minsi %x_35, %x_29 : i64
      %x_37 = arith.subi %x_36, %e_19 : i64
      %x_38 = arith.maxsi %x_37, %x_31 : i64
      %x_39 = arith.cmpi slt, %x_28, %x_30 : i64
      %x_40 = arith.select %x_39, %x_38, %x_31 : i64
      linalg.yield %x_40 : i64
    }
    %x_41 = arith.constant 0 : i64
    linalg.fill ins(%x_41 : i64) outs(%longest : memref<1xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<1x8xi64, 1>) outs(%longest : memref<1xi64, 1>) {
      ^bb0(%e_42: i64, %e_43: i64):
      %x_44 = arith.maxsi %e_42, %e_43 : i64
      linalg.yield %x_44 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%positions : memref<1x2x8x8xi64, 1>) {
      ^bb0(%e_45: i64, %e_46: i64, %e_47: i64):
      %x_48 = linalg.index 1 : index
      %x_49 = linalg.index 3 : index
      %x_50 = arith.muli %x_48, %t4 : index
      %x_51 = arith.addi %x_50, %x_49 : index
      %x_52 = arith.addi %x_51, %t1 : index
      %x_53 = arith.index_cast %x_52 : index to i64
      %x_54 = arith.cmpi slt, %x_53, %e_46 : i64
      %x_55 = arith.addi %e_45, %x_53 : i64
      %x_56 = arith.constant -1 : i64
      %x_57 = arith.select %x_54, %x_55, %x_56 : i64
      linalg.yield %x_57 : i64
    }
    "npu.gather"(%view_1, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%positions, %indices : memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) outs(%largest : memref<1xi64, 1>) {
      ^bb0(%e_58: i64, %e_59: i64, %e_60: i64):
      %x_61 = arith.constant 0 : i64
      %x_62 = arith.cmpi sge, %e_58, %x_61 : i64
      %x_63 = arith.constant 0 : i64
      %x_64 = arith.select %x_62, %e_59, %x_63 : i64
      %x_65 = arith.maxui %x_64, %e_60 : i64
      linalg.yield %x_65 : i64
    }
    "npu.check_index"(%largest, %t6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (1, (s0 - d0) ceildiv 8)>(%block)[%t3] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 8 * d1)>(%block, %g)
      %x_66 = memref.load %longest[%g] : memref<1xi64, 1>
      %x_67 = arith.index_cast %x_66 : i64 to index
      affine.for %d = 0 to 33 step 128 {
        %x_68 = arith.constant 0.0 : f32
        linalg.fill ins(%x_68 : f32) outs(%accumulator : memref<8x128xf32, 1>)
        scf.for %l_69 = %t1 to %x_67 step %t7 {
          %x_70 = arith.cmpi ne, %l_69, %t1 : index
          %x_71 = arith.cmpi sgt, %x_67, %t7 : index
          %x_72 = arith.cmpi ne, %d, %t1 : index
          %x_73 = arith.andi %x_71, %x_72 : i1
          %x_74 = arith.ori %x_70, %x_73 : i1
          scf.if %x_74 {
            %part_75 = memref.subview %starts[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %part_76 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %part_77 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            %part_78 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%part_75, %part_76 : memref<1x8xi64, strided<[8, 1], offset: ?>, 1>, memref<1x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%part_77 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
              ^bb0(%e_79: i64, %e_80: i64, %e_81: i64):
              %x_82 = linalg.index 1 : index
              %x_83 = linalg.index 3 : index
              %x_84 = arith.muli %x_82, %t4 : index
              %x_85 = arith.addi %x_84, %x_83 : index
              %x_86 = arith.addi %x_85, %l_69 : index
              %x_87 = arith.index_cast %x_86 : index to i64
              %x_88 = arith.cmpi slt, %x_87, %e_80 : i64
              %x_89 = arith.addi %e_79, %x_87 : i64
              %x_90 = arith.constant -1 : i64
              %x_91 = arith.select %x_88, %x_89, %x_90 : i64
              linalg.yield %x_91 : i64
            }
            "npu.gather"(%view_1, %part_77, %part_78) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%part_77, %part_78 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) outs(%largest : memref<1xi64, 1>) {
              ^bb0(%e_92: i64, %e_93: i64, %e_94: i64):
              %x_95 = arith.constant 0 : i64
              %x_96 = arith.cmpi sge, %e_92, %x_95 : i64
              %x_97 = arith.constant 0 : i64
              %x_98 = arith.select %x_96, %e_93, %x_97 : i64
              %x_99 = arith.maxui %x_98, %e_94 : i64
              linalg.yield %x_99 : i64
            }
            "npu.check_index"(%largest, %t6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
          }
          %x_100 = arith.subi %x_67, %l_69 : index
          %x_101 = arith.minsi %x_100, %t7 : index
          %x_102 = arith.ceildivsi %x_101, %t4 : index
          scf.for %l_103 = %t1 to %x_102 step %t5 {
            %part_104 = memref.subview %indices[%g, %l_103, 0, 0] [1, 1, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
            %x_105 = arith.muli %d, %t5 : index
            %x_106 = arith.addi %x_105, %t1 : index
            %x_107 = arith.subi %t8, %d : index
            %x_108 = arith.minsi %x_107, %t9 : index
            %view_109 = memref.reinterpret_cast %X to offset: [%x_106], sizes: [%t6, %x_108], strides: [%t8, %t5] : memref<1650xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%view_109, %part_104, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<8x8xi64, strided<[8, 1], offset: ?>, 1>, memref<8x8x128xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows : memref<8x8x128xf32, 1>) outs(%accumulator : memref<8x128xf32, 1>) {
              ^bb0(%e_110: f32, %e_111: f32):
              %x_112 = arith.addf %e_111, %e_110 : f32
              linalg.yield %x_112 : f32
            }
          }
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
