// npu_fused_low_memory_max_pool_with_offsets_built_in_function_getitem: pointwise, fusions horizontal
func.func @npu_fused_low_memory_max_pool_with_offsets_built_in_function_getitem(%in_ptr0: memref<1092xf32>, %out_ptr0: memref<294xf32>, %out_ptr1: memref<294xf32>) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c3 = arith.constant 3 : index
  %c182 = arith.constant 182 : index
  %c15 = arith.constant 15 : index
  %c14 = arith.constant 14 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant -1 : i32
  %k_1 = arith.constant 2 : i32
  %k_2 = arith.constant 0 : i32
  %k_3 = arith.constant 13 : i32
  %k_4 = arith.constant 14 : i32
  %k_5 = arith.constant 0 : i8
  %k_6 = arith.constant 1 : i32
  %k_7 = arith.constant 15 : i32
  %k_8 = arith.constant -2 : i32
  %k_9 = arith.constant 4 : i32
  %cst = arith.constant 0xFF800000 : f32
  %cst_1 = arith.constant 0.0 : f32
  %c49 = arith.constant 49 : index
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7x7xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7x7xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7x7xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7x7xf32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7x7x2xf32, 1>
  %part_4 = memref.subview %t_4[0, 0, 0, 0] [3, 7, 7, 1] [1, 1, 1, 1] : memref<3x7x7x2xf32, 1> to memref<3x7x7xf32, strided<[98, 14, 2]>, 1>
  %part_5 = memref.subview %t_4[0, 0, 0, 1] [3, 7, 7, 1] [1, 1, 1, 1] : memref<3x7x7x2xf32, 1> to memref<3x7x7xf32, strided<[98, 14, 2], offset: 1>, 1>
  %t_5 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7x7xf32, 1>
  %t_6 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7x7xf32, 1>
  %t_7 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7x7xf32, 1>
  %and = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7xi8, 1>
  %and_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7xi8, 1>
  %and_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7x7xi8, 1>
  %and_6 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7xi8, 1>
  %and_8 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7x7xi8, 1>
  %and_10 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7xi8, 1>
  %and_12 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7x7xi8, 1>
  %and_14 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7xi8, 1>
  %and_16 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7x7xi8, 1>
  %and_18 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7xi8, 1>
  %and_20 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7x7xi8, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7x7xf32, 1>
  %minimum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7xi32, 1>
  %minimum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7xi32, 1>
  %add_6 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7xi32, 1>
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<7x7xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7x7xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and : memref<7xi8, 1>) {
    ^bb0(%o: i8):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %mul = arith.muli %k_1, %i : i32  // index
      %add = arith.addi %k, %mul : i32  // index
      %ge = arith.cmpi sge, %add, %k_2 : i32
      %lt = arith.cmpi slt, %add, %k_3 : i32
      %and_1 = arith.andi %ge, %lt : i1  // and_
      %byte = arith.extui %and_1 : i1 to i8
      linalg.yield %byte : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and_2 : memref<7xi8, 1>) {
    ^bb0(%o_1: i8):
      %at_1 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %mul_1 = arith.muli %k_1, %i_1 : i32  // index
      %add_1 = arith.addi %k, %mul_1 : i32  // index
      %ge_1 = arith.cmpi sge, %add_1, %k_2 : i32
      %lt_1 = arith.cmpi slt, %add_1, %k_4 : i32
      %and_3 = arith.andi %ge_1, %lt_1 : i1  // and_
      %byte_1 = arith.extui %and_3 : i1 to i8
      linalg.yield %byte_1 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%and, %and_2 : memref<7xi8, 1>, memref<7xi8, 1>) outs(%and_4 : memref<7x7xi8, 1>) {
    ^bb0(%a: i8, %a_1: i8, %o_2: i8):
      %flag = arith.cmpi ne, %a, %k_5 : i8
      %flag_1 = arith.cmpi ne, %a_1, %k_5 : i8
      %and_5 = arith.andi %flag, %flag_1 : i1  // and_
      %byte_2 = arith.extui %and_5 : i1 to i8
      linalg.yield %byte_2 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and_6 : memref<7xi8, 1>) {
    ^bb0(%o_3: i8):
      %at_2 = linalg.index 0 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %mul_2 = arith.muli %k_1, %i_2 : i32  // index
      %ge_2 = arith.cmpi sge, %mul_2, %k_2 : i32
      %lt_2 = arith.cmpi slt, %mul_2, %k_4 : i32
      %and_7 = arith.andi %ge_2, %lt_2 : i1  // and_
      %byte_3 = arith.extui %and_7 : i1 to i8
      linalg.yield %byte_3 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%and, %and_6 : memref<7xi8, 1>, memref<7xi8, 1>) outs(%and_8 : memref<7x7xi8, 1>) {
    ^bb0(%a_2: i8, %a_3: i8, %o_4: i8):
      %flag_2 = arith.cmpi ne, %a_2, %k_5 : i8
      %flag_3 = arith.cmpi ne, %a_3, %k_5 : i8
      %and_9 = arith.andi %flag_2, %flag_3 : i1  // and_
      %byte_4 = arith.extui %and_9 : i1 to i8
      linalg.yield %byte_4 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and_10 : memref<7xi8, 1>) {
    ^bb0(%o_5: i8):
      %at_3 = linalg.index 0 : index
      %i_3 = arith.index_cast %at_3 : index to i32
      %mul_3 = arith.muli %k_1, %i_3 : i32  // index
      %add_2 = arith.addi %k_6, %mul_3 : i32  // index
      %ge_3 = arith.cmpi sge, %add_2, %k_2 : i32
      %lt_3 = arith.cmpi slt, %add_2, %k_4 : i32
      %and_11 = arith.andi %ge_3, %lt_3 : i1  // and_
      %byte_5 = arith.extui %and_11 : i1 to i8
      linalg.yield %byte_5 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%and, %and_10 : memref<7xi8, 1>, memref<7xi8, 1>) outs(%and_12 : memref<7x7xi8, 1>) {
    ^bb0(%a_4: i8, %a_5: i8, %o_6: i8):
      %flag_4 = arith.cmpi ne, %a_4, %k_5 : i8
      %flag_5 = arith.cmpi ne, %a_5, %k_5 : i8
      %and_13 = arith.andi %flag_4, %flag_5 : i1  // and_
      %byte_6 = arith.extui %and_13 : i1 to i8
      linalg.yield %byte_6 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and_14 : memref<7xi8, 1>) {
    ^bb0(%o_7: i8):
      %at_4 = linalg.index 0 : index
      %i_4 = arith.index_cast %at_4 : index to i32
      %mul_4 = arith.muli %k_1, %i_4 : i32  // index
      %ge_4 = arith.cmpi sge, %mul_4, %k_2 : i32
      %lt_4 = arith.cmpi slt, %mul_4, %k_3 : i32
      %and_15 = arith.andi %ge_4, %lt_4 : i1  // and_
      %byte_7 = arith.extui %and_15 : i1 to i8
      linalg.yield %byte_7 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%and_2, %and_14 : memref<7xi8, 1>, memref<7xi8, 1>) outs(%and_16 : memref<7x7xi8, 1>) {
    ^bb0(%a_6: i8, %a_7: i8, %o_8: i8):
      %flag_6 = arith.cmpi ne, %a_6, %k_5 : i8
      %flag_7 = arith.cmpi ne, %a_7, %k_5 : i8
      %and_17 = arith.andi %flag_7, %flag_6 : i1  // and_
      %byte_8 = arith.extui %and_17 : i1 to i8
      linalg.yield %byte_8 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and_18 : memref<7xi8, 1>) {
    ^bb0(%o_9: i8):
      %at_5 = linalg.index 0 : index
      %i_5 = arith.index_cast %at_5 : index to i32
      %mul_5 = arith.muli %k_1, %i_5 : i32  // index
      %add_3 = arith.addi %k_6, %mul_5 : i32  // index
      %ge_5 = arith.cmpi sge, %add_3, %k_2 : i32
      %lt_5 = arith.cmpi slt, %add_3, %k_3 : i32
      %and_19 = arith.andi %ge_5, %lt_5 : i1  // and_
      %byte_9 = arith.extui %and_19 : i1 to i8
      linalg.yield %byte_9 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%and_2, %and_18 : memref<7xi8, 1>, memref<7xi8, 1>) outs(%and_20 : memref<7x7xi8, 1>) {
    ^bb0(%a_8: i8, %a_9: i8, %o_10: i8):
      %flag_8 = arith.cmpi ne, %a_8, %k_5 : i8
      %flag_9 = arith.cmpi ne, %a_9, %k_5 : i8
      %and_21 = arith.andi %flag_9, %flag_8 : i1  // and_
      %byte_10 = arith.extui %and_21 : i1 to i8
      linalg.yield %byte_10 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%minimum : memref<7xi32, 1>) {
    ^bb0(%o_11: i32):
      %at_6 = linalg.index 0 : index
      %i_6 = arith.index_cast %at_6 : index to i32
      %mul_6 = arith.muli %k_1, %i_6 : i32  // index
      %add_4 = arith.addi %k_1, %mul_6 : i32  // index
      %min = arith.minsi %k_4, %add_4 : i32  // index
      linalg.yield %min : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%minimum_1 : memref<7xi32, 1>) {
    ^bb0(%o_12: i32):
      %at_7 = linalg.index 0 : index
      %i_7 = arith.index_cast %at_7 : index to i32
      %mul_7 = arith.muli %k_1, %i_7 : i32  // index
      %add_5 = arith.addi %k_1, %mul_7 : i32  // index
      %min_1 = arith.minsi %k_7, %add_5 : i32  // index
      linalg.yield %min_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%minimum : memref<7xi32, 1>) outs(%add_6 : memref<7xi32, 1>) {
    ^bb0(%a_10: i32, %o_13: i32):
      %at_8 = linalg.index 0 : index
      %i_8 = arith.index_cast %at_8 : index to i32
      %mul_8 = arith.muli %k_8, %i_8 : i32  // index
      %add_7 = arith.addi %mul_8, %a_10 : i32  // index
      %add_8 = arith.addi %k_6, %add_7 : i32  // index
      linalg.yield %add_8 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%minimum, %minimum_1, %add_6 : memref<7xi32, 1>, memref<7xi32, 1>, memref<7xi32, 1>) outs(%cvt : memref<7x7xf32, 1>) {
    ^bb0(%a_11: i32, %a_12: i32, %a_13: i32, %o_14: f32):
      %at_9 = linalg.index 1 : index
      %i_9 = arith.index_cast %at_9 : index to i32
      %mul_9 = arith.muli %k_8, %i_9 : i32  // index
      %add_9 = arith.addi %mul_9, %a_12 : i32  // index
      %add_10 = arith.addi %a_13, %add_9 : i32  // index
      %mul_10 = arith.muli %a_11, %a_12 : i32  // index
      %at_10 = linalg.index 0 : index
      %i_10 = arith.index_cast %at_10 : index to i32
      %mul_11 = arith.muli %k_8, %i_10 : i32  // index
      %mul_12 = arith.muli %mul_11, %a_12 : i32  // index
      %add_11 = arith.addi %mul_10, %mul_12 : i32  // index
      %mul_13 = arith.muli %mul_9, %a_11 : i32  // index
      %add_12 = arith.addi %add_11, %mul_13 : i32  // index
      %mul_14 = arith.muli %k_9, %i_10 : i32  // index
      %mul_15 = arith.muli %mul_14, %i_9 : i32  // index
      %add_13 = arith.addi %add_12, %mul_15 : i32  // index
      %add_14 = arith.addi %add_10, %add_13 : i32  // index
      %cvt_1 = arith.sitofp %add_14 : i32 to f32  // truediv
      linalg.yield %cvt_1 : f32
  }
  scf.for %P0 = %c0 to %c6 step %c3 {
    %x = arith.muli %P0, %c182 : index
    %x_1 = arith.addi %x, %c15 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [3, 6, 6], strides: [182, 28, 2] : memref<1092xf32> to memref<3x6x6xf32, strided<[182, 28, 2], offset: ?>>
    %part = memref.subview %t[0, 1, 1] [3, 6, 6] [1, 1, 1] : memref<3x7x7xf32, 1> to memref<3x6x6xf32, strided<[49, 7, 1], offset: 8>, 1>
    "npu.dma_load"(%view, %part) {pad_around = true} : (memref<3x6x6xf32, strided<[182, 28, 2], offset: ?>>, memref<3x6x6xf32, strided<[49, 7, 1], offset: 8>, 1>) -> ()
    %x_2 = arith.addi %x, %c14 : index
    %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [%x_2], sizes: [3, 6, 7], strides: [182, 28, 2] : memref<1092xf32> to memref<3x6x7xf32, strided<[182, 28, 2], offset: ?>>
    %part_1 = memref.subview %t_1[0, 1, 0] [3, 6, 7] [1, 1, 1] : memref<3x7x7xf32, 1> to memref<3x6x7xf32, strided<[49, 7, 1], offset: 7>, 1>
    "npu.dma_load"(%view_1, %part_1) {pad_around = true} : (memref<3x6x7xf32, strided<[182, 28, 2], offset: ?>>, memref<3x6x7xf32, strided<[49, 7, 1], offset: 7>, 1>) -> ()
    %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [3, 6, 7], strides: [182, 28, 2] : memref<1092xf32> to memref<3x6x7xf32, strided<[182, 28, 2], offset: ?>>
    %part_2 = memref.subview %t_2[0, 1, 0] [3, 6, 7] [1, 1, 1] : memref<3x7x7xf32, 1> to memref<3x6x7xf32, strided<[49, 7, 1], offset: 7>, 1>
    "npu.dma_load"(%view_2, %part_2) {pad_around = true} : (memref<3x6x7xf32, strided<[182, 28, 2], offset: ?>>, memref<3x6x7xf32, strided<[49, 7, 1], offset: 7>, 1>) -> ()
    %x_3 = arith.addi %x, %c1 : index
    %view_3 = memref.reinterpret_cast %in_ptr0 to offset: [%x_3], sizes: [3, 7, 6], strides: [182, 28, 2] : memref<1092xf32> to memref<3x7x6xf32, strided<[182, 28, 2], offset: ?>>
    %part_3 = memref.subview %t_3[0, 0, 1] [3, 7, 6] [1, 1, 1] : memref<3x7x7xf32, 1> to memref<3x7x6xf32, strided<[49, 7, 1], offset: 1>, 1>
    "npu.dma_load"(%view_3, %part_3) {pad_around = true} : (memref<3x7x6xf32, strided<[182, 28, 2], offset: ?>>, memref<3x7x6xf32, strided<[49, 7, 1], offset: 1>, 1>) -> ()
    %view_4 = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [3, 7, 7, 2], strides: [182, 28, 2, 1] : memref<1092xf32> to memref<3x7x7x2xf32, strided<[182, 28, 2, 1], offset: ?>>
    "npu.dma_load"(%view_4, %t_4) : (memref<3x7x7x2xf32, strided<[182, 28, 2, 1], offset: ?>>, memref<3x7x7x2xf32, 1>) -> ()
    %view_5 = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [3, 6, 6], strides: [182, 28, 2] : memref<1092xf32> to memref<3x6x6xf32, strided<[182, 28, 2], offset: ?>>
    %part_6 = memref.subview %t_5[0, 0, 1] [3, 7, 6] [1, 1, 1] : memref<3x7x7xf32, 1> to memref<3x7x6xf32, strided<[49, 7, 1], offset: 1>, 1>
    "npu.dma_load"(%view_5, %part_6) {pad_around = true} : (memref<3x6x6xf32, strided<[182, 28, 2], offset: ?>>, memref<3x7x6xf32, strided<[49, 7, 1], offset: 1>, 1>) -> ()
    %view_6 = memref.reinterpret_cast %in_ptr0 to offset: [%x_2], sizes: [3, 6, 7], strides: [182, 28, 2] : memref<1092xf32> to memref<3x6x7xf32, strided<[182, 28, 2], offset: ?>>
    "npu.dma_load"(%view_6, %t_6) {pad_around = true} : (memref<3x6x7xf32, strided<[182, 28, 2], offset: ?>>, memref<3x7x7xf32, 1>) -> ()
    %view_7 = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [3, 6, 7], strides: [182, 28, 2] : memref<1092xf32> to memref<3x6x7xf32, strided<[182, 28, 2], offset: ?>>
    "npu.dma_load"(%view_7, %t_7) {pad_around = true} : (memref<3x6x7xf32, strided<[182, 28, 2], offset: ?>>, memref<3x7x7xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%and_4, %t, %and_6, %and_8, %t_1, %and_10, %and_12, %t_2, %and_14, %and_16, %t_3, %part_4, %part_5, %and_18, %and_20, %t_5, %t_6, %t_7, %cvt : memref<7x7xi8, 1>, memref<3x7x7xf32, 1>, memref<7xi8, 1>, memref<7x7xi8, 1>, memref<3x7x7xf32, 1>, memref<7xi8, 1>, memref<7x7xi8, 1>, memref<3x7x7xf32, 1>, memref<7xi8, 1>, memref<7x7xi8, 1>, memref<3x7x7xf32, 1>, memref<3x7x7xf32, strided<[98, 14, 2]>, 1>, memref<3x7x7xf32, strided<[98, 14, 2], offset: 1>, 1>, memref<7xi8, 1>, memref<7x7xi8, 1>, memref<3x7x7xf32, 1>, memref<3x7x7xf32, 1>, memref<3x7x7xf32, 1>, memref<7x7xf32, 1>) outs(%out, %out_1 : memref<3x7x7xf32, 1>, memref<3x7x7xf32, 1>) {
      ^bb0(%a_14: i8, %a_15: f32, %a_16: i8, %a_17: i8, %a_18: f32, %a_19: i8, %a_20: i8, %a_21: f32, %a_22: i8, %a_23: i8, %a_24: f32, %a_25: f32, %a_26: f32, %a_27: i8, %a_28: i8, %a_29: f32, %a_30: f32, %a_31: f32, %a_32: f32, %o_15: f32, %o_16: f32):
        %flag_10 = arith.cmpi ne, %a_14, %k_5 : i8
        %flag_11 = arith.cmpi ne, %a_16, %k_5 : i8
        %flag_12 = arith.cmpi ne, %a_17, %k_5 : i8
        %flag_13 = arith.cmpi ne, %a_19, %k_5 : i8
        %flag_14 = arith.cmpi ne, %a_20, %k_5 : i8
        %flag_15 = arith.cmpi ne, %a_22, %k_5 : i8
        %flag_16 = arith.cmpi ne, %a_23, %k_5 : i8
        %flag_17 = arith.cmpi ne, %a_27, %k_5 : i8
        %flag_18 = arith.cmpi ne, %a_28, %k_5 : i8
        %sel = arith.select %flag_10, %a_15, %cst : f32  // load
        %sel_1 = arith.select %flag_12, %a_18, %cst : f32  // load
        %max = arith.maximumf %sel, %sel_1 : f32
        %sel_2 = arith.select %flag_14, %a_21, %cst : f32  // load
        %max_1 = arith.maximumf %max, %sel_2 : f32
        %sel_3 = arith.select %flag_16, %a_24, %cst : f32  // load
        %max_2 = arith.maximumf %max_1, %sel_3 : f32
        %and_22 = arith.andi %flag_15, %flag_11 : i1  // and_
        %sel_4 = arith.select %and_22, %a_25, %cst : f32  // load
        %max_3 = arith.maximumf %max_2, %sel_4 : f32
        %and_23 = arith.andi %flag_15, %flag_13 : i1  // and_
        %sel_5 = arith.select %and_23, %a_26, %cst : f32  // load
        %max_4 = arith.maximumf %max_3, %sel_5 : f32
        %sel_6 = arith.select %flag_18, %a_29, %cst : f32  // load
        %max_5 = arith.maximumf %max_4, %sel_6 : f32
        %and_24 = arith.andi %flag_17, %flag_11 : i1  // and_
        %sel_7 = arith.select %and_24, %a_30, %cst : f32  // load
        %max_6 = arith.maximumf %max_5, %sel_7 : f32
        %and_25 = arith.andi %flag_17, %flag_13 : i1  // and_
        %sel_8 = arith.select %and_25, %a_31, %cst : f32  // load
        %max_7 = arith.maximumf %max_6, %sel_8 : f32
        %sel_9 = arith.select %flag_10, %a_15, %cst_1 : f32  // load
        %sel_10 = arith.select %flag_12, %a_18, %cst_1 : f32  // load
        %add_15 = arith.addf %sel_9, %sel_10 : f32
        %sel_11 = arith.select %flag_14, %a_21, %cst_1 : f32  // load
        %add_16 = arith.addf %add_15, %sel_11 : f32
        %sel_12 = arith.select %flag_16, %a_24, %cst_1 : f32  // load
        %add_17 = arith.addf %add_16, %sel_12 : f32
        %sel_13 = arith.select %and_22, %a_25, %cst_1 : f32  // load
        %add_18 = arith.addf %add_17, %sel_13 : f32
        %sel_14 = arith.select %and_23, %a_26, %cst_1 : f32  // load
        %add_19 = arith.addf %add_18, %sel_14 : f32
        %sel_15 = arith.select %flag_18, %a_29, %cst_1 : f32  // load
        %add_20 = arith.addf %add_19, %sel_15 : f32
        %sel_16 = arith.select %and_24, %a_30, %cst_1 : f32  // load
        %add_21 = arith.addf %add_20, %sel_16 : f32
        %sel_17 = arith.select %and_25, %a_31, %cst_1 : f32  // load
        %add_22 = arith.addf %add_21, %sel_17 : f32
        %div = arith.divf %add_22, %a_32 : f32  // truediv
        linalg.yield %max_7, %div : f32, f32
    }
    %x_4 = arith.muli %P0, %c49 : index
    %view_8 = memref.reinterpret_cast %out_ptr0 to offset: [%x_4], sizes: [3, 7, 7], strides: [49, 7, 1] : memref<294xf32> to memref<3x7x7xf32, strided<[49, 7, 1], offset: ?>>
    "npu.dma_store"(%out, %view_8) : (memref<3x7x7xf32, 1>, memref<3x7x7xf32, strided<[49, 7, 1], offset: ?>>) -> ()
    %view_9 = memref.reinterpret_cast %out_ptr1 to offset: [%x_4], sizes: [3, 7, 7], strides: [49, 7, 1] : memref<294xf32> to memref<3x7x7xf32, strided<[49, 7, 1], offset: ?>>
    "npu.dma_store"(%out_1, %view_9) : (memref<3x7x7xf32, 1>, memref<3x7x7xf32, strided<[49, 7, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
