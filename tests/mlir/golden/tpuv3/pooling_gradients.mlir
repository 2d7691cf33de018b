// npu_fused_low_memory_max_pool_with_offsets_built_in_function_getitem: pointwise, fusions horizontal
func.func @npu_fused_low_memory_max_pool_with_offsets_built_in_function_getitem(%in_ptr0: memref<432xf32>, %out_ptr0: memref<108xf32>, %out_ptr1: memref<108xi8>) {
  %k = arith.constant 2 : i32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 12 : i32
  %k_3 = arith.constant 0 : i8
  %k_4 = arith.constant 1 : i32
  %k_5 = arith.constant -1 : i32
  %cst = arith.constant 0xFF800000 : f32
  %k_6 = arith.constant 0 : i64
  %k_7 = arith.constant 1 : i64
  %k_8 = arith.constant 2 : i64
  %k_9 = arith.constant 3 : i64
  %k_10 = arith.constant 4 : i64
  %k_11 = arith.constant 5 : i64
  %k_12 = arith.constant 6 : i64
  %k_13 = arith.constant 7 : i64
  %k_14 = arith.constant 8 : i64
  %lt_5 = arith.cmpi slt, %k_1, %k_4 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6x2xf32, 1>
  %part_4 = memref.subview %t_4[0, 0, 0, 0] [3, 6, 6, 1] [1, 1, 1, 1] : memref<3x6x6x2xf32, 1> to memref<3x6x6xf32, strided<[72, 12, 2]>, 1>
  %part_5 = memref.subview %t_4[0, 0, 0, 1] [3, 6, 6, 1] [1, 1, 1, 1] : memref<3x6x6x2xf32, 1> to memref<3x6x6xf32, strided<[72, 12, 2], offset: 1>, 1>
  %t_5 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6x2xf32, 1>
  %part_6 = memref.subview %t_5[0, 0, 0, 1] [3, 6, 6, 1] [1, 1, 1, 1] : memref<3x6x6x2xf32, 1> to memref<3x6x6xf32, strided<[72, 12, 2], offset: 1>, 1>
  %t_6 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6x2xf32, 1>
  %part_7 = memref.subview %t_6[0, 0, 0, 0] [3, 6, 6, 1] [1, 1, 1, 1] : memref<3x6x6x2xf32, 1> to memref<3x6x6xf32, strided<[72, 12, 2]>, 1>
  %part_8 = memref.subview %t_6[0, 0, 0, 1] [3, 6, 6, 1] [1, 1, 1, 1] : memref<3x6x6x2xf32, 1> to memref<3x6x6xf32, strided<[72, 12, 2], offset: 1>, 1>
  %and = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xi8, 1>
  %and_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xi8, 1>
  %and_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x6xi8, 1>
  %and_6 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xi8, 1>
  %and_8 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x6xi8, 1>
  %and_10 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xi8, 1>
  %and_12 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xi8, 1>
  %and_14 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x6xi8, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xi8, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [13], sizes: [3, 5, 5], strides: [144, 24, 2] : memref<432xf32> to memref<3x5x5xf32, strided<[144, 24, 2], offset: 13>>
  %part = memref.subview %t[0, 1, 1] [3, 5, 5] [1, 1, 1] : memref<3x6x6xf32, 1> to memref<3x5x5xf32, strided<[36, 6, 1], offset: 7>, 1>
  "npu.dma_load"(%view, %part) {pad_around = true, pad = 0xFF800000 : f32} : (memref<3x5x5xf32, strided<[144, 24, 2], offset: 13>>, memref<3x5x5xf32, strided<[36, 6, 1], offset: 7>, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [12], sizes: [3, 5, 6], strides: [144, 24, 2] : memref<432xf32> to memref<3x5x6xf32, strided<[144, 24, 2], offset: 12>>
  %part_1 = memref.subview %t_1[0, 1, 0] [3, 5, 6] [1, 1, 1] : memref<3x6x6xf32, 1> to memref<3x5x6xf32, strided<[36, 6, 1], offset: 6>, 1>
  "npu.dma_load"(%view_1, %part_1) {pad_around = true, pad = 0xFF800000 : f32} : (memref<3x5x6xf32, strided<[144, 24, 2], offset: 12>>, memref<3x5x6xf32, strided<[36, 6, 1], offset: 6>, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [13], sizes: [3, 5, 6], strides: [144, 24, 2] : memref<432xf32> to memref<3x5x6xf32, strided<[144, 24, 2], offset: 13>>
  %part_2 = memref.subview %t_2[0, 1, 0] [3, 5, 6] [1, 1, 1] : memref<3x6x6xf32, 1> to memref<3x5x6xf32, strided<[36, 6, 1], offset: 6>, 1>
  "npu.dma_load"(%view_2, %part_2) {pad_around = true, pad = 0xFF800000 : f32} : (memref<3x5x6xf32, strided<[144, 24, 2], offset: 13>>, memref<3x5x6xf32, strided<[36, 6, 1], offset: 6>, 1>) -> ()
  %view_3 = memref.reinterpret_cast %in_ptr0 to offset: [1], sizes: [3, 6, 5], strides: [144, 24, 2] : memref<432xf32> to memref<3x6x5xf32, strided<[144, 24, 2], offset: 1>>
  %part_3 = memref.subview %t_3[0, 0, 1] [3, 6, 5] [1, 1, 1] : memref<3x6x6xf32, 1> to memref<3x6x5xf32, strided<[36, 6, 1], offset: 1>, 1>
  "npu.dma_load"(%view_3, %part_3) {pad_around = true, pad = 0xFF800000 : f32} : (memref<3x6x5xf32, strided<[144, 24, 2], offset: 1>>, memref<3x6x5xf32, strided<[36, 6, 1], offset: 1>, 1>) -> ()
  %view_4 = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3, 6, 6, 2], strides: [144, 24, 2, 1] : memref<432xf32> to memref<3x6x6x2xf32, strided<[144, 24, 2, 1], offset: 0>>
  "npu.dma_load"(%view_4, %t_4) : (memref<3x6x6x2xf32, strided<[144, 24, 2, 1], offset: 0>>, memref<3x6x6x2xf32, 1>) -> ()
  %view_5 = memref.reinterpret_cast %in_ptr0 to offset: [10], sizes: [3, 6, 6, 2], strides: [144, 24, 2, 1] : memref<432xf32> to memref<3x6x6x2xf32, strided<[144, 24, 2, 1], offset: 10>>
  "npu.dma_load"(%view_5, %t_5) : (memref<3x6x6x2xf32, strided<[144, 24, 2, 1], offset: 10>>, memref<3x6x6x2xf32, 1>) -> ()
  %view_6 = memref.reinterpret_cast %in_ptr0 to offset: [12], sizes: [3, 6, 6, 2], strides: [144, 24, 2, 1] : memref<432xf32> to memref<3x6x6x2xf32, strided<[144, 24, 2, 1], offset: 12>>
  "npu.dma_load"(%view_6, %t_6) : (memref<3x6x6x2xf32, strided<[144, 24, 2, 1], offset: 12>>, memref<3x6x6x2xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and : memref<6xi8, 1>) {
    ^bb0(%o: i8):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %mul = arith.muli %k, %i : i32  // index
      %ge = arith.cmpi sge, %mul, %k_1 : i32
      %lt = arith.cmpi slt, %mul, %k_2 : i32
      %and_1 = arith.andi %ge, %lt : i1  // and_
      %byte = arith.extui %and_1 : i1 to i8
      linalg.yield %byte : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and_2 : memref<6xi8, 1>) {
    ^bb0(%o_1: i8):
      %at_1 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %mul_1 = arith.muli %k, %i_1 : i32  // index
      %ge_1 = arith.cmpi sge, %mul_1, %k_1 : i32
      %lt_1 = arith.cmpi slt, %mul_1, %k_2 : i32
      %and_3 = arith.andi %ge_1, %lt_1 : i1  // and_
      %byte_1 = arith.extui %and_3 : i1 to i8
      linalg.yield %byte_1 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%and, %and_2 : memref<6xi8, 1>, memref<6xi8, 1>) outs(%and_4 : memref<6x6xi8, 1>) {
    ^bb0(%a: i8, %a_1: i8, %o_2: i8):
      %flag = arith.cmpi ne, %a, %k_3 : i8
      %flag_1 = arith.cmpi ne, %a_1, %k_3 : i8
      %and_5 = arith.andi %flag_1, %flag : i1  // and_
      %byte_2 = arith.extui %and_5 : i1 to i8
      linalg.yield %byte_2 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and_6 : memref<6xi8, 1>) {
    ^bb0(%o_3: i8):
      %at_2 = linalg.index 0 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %mul_2 = arith.muli %k, %i_2 : i32  // index
      %add = arith.addi %k_4, %mul_2 : i32  // index
      %ge_2 = arith.cmpi sge, %add, %k_1 : i32
      %lt_2 = arith.cmpi slt, %add, %k_2 : i32
      %and_7 = arith.andi %ge_2, %lt_2 : i1  // and_
      %byte_3 = arith.extui %and_7 : i1 to i8
      linalg.yield %byte_3 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%and_6, %and_2 : memref<6xi8, 1>, memref<6xi8, 1>) outs(%and_8 : memref<6x6xi8, 1>) {
    ^bb0(%a_2: i8, %a_3: i8, %o_4: i8):
      %flag_2 = arith.cmpi ne, %a_2, %k_3 : i8
      %flag_3 = arith.cmpi ne, %a_3, %k_3 : i8
      %and_9 = arith.andi %flag_3, %flag_2 : i1  // and_
      %byte_4 = arith.extui %and_9 : i1 to i8
      linalg.yield %byte_4 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and_10 : memref<6xi8, 1>) {
    ^bb0(%o_5: i8):
      %at_3 = linalg.index 0 : index
      %i_3 = arith.index_cast %at_3 : index to i32
      %mul_3 = arith.muli %k, %i_3 : i32  // index
      %add_1 = arith.addi %k_5, %mul_3 : i32  // index
      %ge_3 = arith.cmpi sge, %add_1, %k_1 : i32
      %lt_3 = arith.cmpi slt, %add_1, %k_2 : i32
      %and_11 = arith.andi %ge_3, %lt_3 : i1  // and_
      %byte_5 = arith.extui %and_11 : i1 to i8
      linalg.yield %byte_5 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and_12 : memref<6xi8, 1>) {
    ^bb0(%o_6: i8):
      %at_4 = linalg.index 0 : index
      %i_4 = arith.index_cast %at_4 : index to i32
      %mul_4 = arith.muli %k, %i_4 : i32  // index
      %add_2 = arith.addi %k_4, %mul_4 : i32  // index
      %ge_4 = arith.cmpi sge, %add_2, %k_1 : i32
      %lt_4 = arith.cmpi slt, %add_2, %k_2 : i32
      %and_13 = arith.andi %ge_4, %lt_4 : i1  // and_
      %byte_6 = arith.extui %and_13 : i1 to i8
      linalg.yield %byte_6 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%and_10, %and_12 : memref<6xi8, 1>, memref<6xi8, 1>) outs(%and_14 : memref<6x6xi8, 1>) {
    ^bb0(%a_4: i8, %a_5: i8, %o_7: i8):
      %flag_4 = arith.cmpi ne, %a_4, %k_3 : i8
      %flag_5 = arith.cmpi ne, %a_5, %k_3 : i8
      %and_15 = arith.andi %flag_5, %flag_4 : i1  // and_
      %byte_7 = arith.extui %and_15 : i1 to i8
      linalg.yield %byte_7 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %and, %t_1, %and_6, %t_2, %t_3, %and_4, %part_4, %and_8, %part_5, %and_12, %and_14, %part_6, %part_7, %part_8 : memref<3x6x6xf32, 1>, memref<6xi8, 1>, memref<3x6x6xf32, 1>, memref<6xi8, 1>, memref<3x6x6xf32, 1>, memref<3x6x6xf32, 1>, memref<6x6xi8, 1>, memref<3x6x6xf32, strided<[72, 12, 2]>, 1>, memref<6x6xi8, 1>, memref<3x6x6xf32, strided<[72, 12, 2], offset: 1>, 1>, memref<6xi8, 1>, memref<6x6xi8, 1>, memref<3x6x6xf32, strided<[72, 12, 2], offset: 1>, 1>, memref<3x6x6xf32, strided<[72, 12, 2]>, 1>, memref<3x6x6xf32, strided<[72, 12, 2], offset: 1>, 1>) outs(%out, %out_1 : memref<3x6x6xf32, 1>, memref<3x6x6xi8, 1>) {
    ^bb0(%a_6: f32, %a_7: i8, %a_8: f32, %a_9: i8, %a_10: f32, %a_11: f32, %a_12: i8, %a_13: f32, %a_14: i8, %a_15: f32, %a_16: i8, %a_17: i8, %a_18: f32, %a_19: f32, %a_20: f32, %o_8: f32, %o_9: i8):
      %flag_6 = arith.cmpi ne, %a_7, %k_3 : i8
      %flag_7 = arith.cmpi ne, %a_9, %k_3 : i8
      %flag_8 = arith.cmpi ne, %a_12, %k_3 : i8
      %flag_9 = arith.cmpi ne, %a_14, %k_3 : i8
      %flag_10 = arith.cmpi ne, %a_16, %k_3 : i8
      %flag_11 = arith.cmpi ne, %a_17, %k_3 : i8
      %max = arith.maximumf %a_6, %a_8 : f32
      %max_1 = arith.maximumf %max, %a_10 : f32
      %max_2 = arith.maximumf %max_1, %a_11 : f32
      %sel = arith.select %flag_8, %a_13, %cst : f32  // load
      %max_3 = arith.maximumf %max_2, %sel : f32
      %sel_1 = arith.select %flag_9, %a_15, %cst : f32  // load
      %max_4 = arith.maximumf %max_3, %sel_1 : f32
      %sel_2 = arith.select %flag_11, %a_18, %cst : f32  // load
      %max_5 = arith.maximumf %max_4, %sel_2 : f32
      %and_16 = arith.andi %flag_10, %flag_6 : i1  // and_
      %sel_3 = arith.select %and_16, %a_19, %cst : f32  // load
      %max_6 = arith.maximumf %max_5, %sel_3 : f32
      %and_17 = arith.andi %flag_10, %flag_7 : i1  // and_
      %sel_4 = arith.select %and_17, %a_20, %cst : f32  // load
      %max_7 = arith.maximumf %max_6, %sel_4 : f32
      %gt = arith.cmpf ogt, %a_6, %a_8 : f32
      %ne = arith.cmpf une, %a_6, %a_6 : f32
      %ne_1 = arith.cmpf une, %a_8, %a_8 : f32
      %gt_1 = arith.cmpi ugt, %ne, %ne_1 : i1
      %or = arith.ori %gt, %gt_1 : i1  // logical_or
      %eq = arith.cmpf oeq, %a_6, %a_8 : f32
      %and_18 = arith.andi %ne, %ne_1 : i1  // logical_and
      %or_1 = arith.ori %eq, %and_18 : i1  // logical_or
      %and_19 = arith.andi %or_1, %lt_5 : i1  // logical_and
      %or_2 = arith.ori %or, %and_19 : i1  // logical_or
      %sel_5 = arith.select %or_2, %a_6, %a_8 : f32  // where
      %gt_2 = arith.cmpf ogt, %sel_5, %a_10 : f32
      %ne_2 = arith.cmpf une, %sel_5, %sel_5 : f32
      %ne_3 = arith.cmpf une, %a_10, %a_10 : f32
      %gt_3 = arith.cmpi ugt, %ne_2, %ne_3 : i1
      %or_3 = arith.ori %gt_2, %gt_3 : i1  // logical_or
      %eq_1 = arith.cmpf oeq, %sel_5, %a_10 : f32
      %and_20 = arith.andi %ne_2, %ne_3 : i1  // logical_and
      %or_4 = arith.ori %eq_1, %and_20 : i1  // logical_or
      %sel_6 = arith.select %or_2, %k_6, %k_7 : i64  // where
      %lt_6 = arith.cmpi slt, %sel_6, %k_8 : i64
      %and_21 = arith.andi %or_4, %lt_6 : i1  // logical_and
      %or_5 = arith.ori %or_3, %and_21 : i1  // logical_or
      %sel_7 = arith.select %or_5, %sel_5, %a_10 : f32  // where
      %gt_4 = arith.cmpf ogt, %sel_7, %a_11 : f32
      %ne_4 = arith.cmpf une, %sel_7, %sel_7 : f32
      %ne_5 = arith.cmpf une, %a_11, %a_11 : f32
      %gt_5 = arith.cmpi ugt, %ne_4, %ne_5 : i1
      %or_6 = arith.ori %gt_4, %gt_5 : i1  // logical_or
      %eq_2 = arith.cmpf oeq, %sel_7, %a_11 : f32
      %and_22 = arith.andi %ne_4, %ne_5 : i1  // logical_and
      %or_7 = arith.ori %eq_2, %and_22 : i1  // logical_or
      %sel_8 = arith.select %or_5, %sel_6, %k_8 : i64  // where
      %lt_7 = arith.cmpi slt, %sel_8, %k_9 : i64
      %and_23 = arith.andi %or_7, %lt_7 : i1  // logical_and
      %or_8 = arith.ori %or_6, %and_23 : i1  // logical_or
      %sel_9 = arith.select %or_8, %sel_7, %a_11 : f32  // where
      %gt_6 = arith.cmpf ogt, %sel_9, %sel : f32
      %ne_6 = arith.cmpf une, %sel_9, %sel_9 : f32
      %ne_7 = arith.cmpf une, %sel, %sel : f32
      %gt_7 = arith.cmpi ugt, %ne_6, %ne_7 : i1
      %or_9 = arith.ori %gt_6, %gt_7 : i1  // logical_or
      %eq_3 = arith.cmpf oeq, %sel_9, %sel : f32
      %and_24 = arith.andi %ne_6, %ne_7 : i1  // logical_and
      %or_10 = arith.ori %eq_3, %and_24 : i1  // logical_or
      %sel_10 = arith.select %or_8, %sel_8, %k_9 : i64  // where
      %lt_8 = arith.cmpi slt, %sel_10, %k_10 : i64
      %and_25 = arith.andi %or_10, %lt_8 : i1  // logical_and
      %or_11 = arith.ori %or_9, %and_25 : i1  // logical_or
      %sel_11 = arith.select %or_11, %sel_9, %sel : f32  // where
      %gt_8 = arith.cmpf ogt, %sel_11, %sel_1 : f32
      %ne_8 = arith.cmpf une, %sel_11, %sel_11 : f32
      %ne_9 = arith.cmpf une, %sel_1, %sel_1 : f32
      %gt_9 = arith.cmpi ugt, %ne_8, %ne_9 : i1
      %or_12 = arith.ori %gt_8, %gt_9 : i1  // logical_or
      %eq_4 = arith.cmpf oeq, %sel_11, %sel_1 : f32
      %and_26 = arith.andi %ne_8, %ne_9 : i1  // logical_and
      %or_13 = arith.ori %eq_4, %and_26 : i1  // logical_or
      %sel_12 = arith.select %or_11, %sel_10, %k_10 : i64  // where
      %lt_9 = arith.cmpi slt, %sel_12, %k_11 : i64
      %and_27 = arith.andi %or_13, %lt_9 : i1  // logical_and
      %or_14 = arith.ori %or_12, %and_27 : i1  // logical_or
      %sel_13 = arith.select %or_14, %sel_11, %sel_1 : f32  // where
      %gt_10 = arith.cmpf ogt, %sel_13, %sel_2 : f32
      %ne_10 = arith.cmpf une, %sel_13, %sel_13 : f32
      %ne_11 = arith.cmpf une, %sel_2, %sel_2 : f32
      %gt_11 = arith.cmpi ugt, %ne_10, %ne_11 : i1
      %or_15 = arith.ori %gt_10, %gt_11 : i1  // logical_or
      %eq_5 = arith.cmpf oeq, %sel_13, %sel_2 : f32
      %and_28 = arith.andi %ne_10, %ne_11 : i1  // logical_and
      %or_16 = arith.ori %eq_5, %and_28 : i1  // logical_or
      %sel_14 = arith.select %or_14, %sel_12, %k_11 : i64  // where
      %lt_10 = arith.cmpi slt, %sel_14, %k_12 : i64
      %and_29 = arith.andi %or_16, %lt_10 : i1  // logical_and
      %or_17 = arith.ori %or_15, %and_29 : i1  // logical_or
      %sel_15 = arith.select %or_17, %sel_13, %sel_2 : f32  // where
      %gt_12 = arith.cmpf ogt, %sel_15, %sel_3 : f32
      %ne_12 = arith.cmpf une, %sel_15, %sel_15 : f32
      %ne_13 = arith.cmpf une, %sel_3, %sel_3 : f32
      %gt_13 = arith.cmpi ugt, %ne_12, %ne_13 : i1
      %or_18 = arith.ori %gt_12, %gt_13 : i1  // logical_or
      %eq_6 = arith.cmpf oeq, %sel_15, %sel_3 : f32
      %and_30 = arith.andi %ne_12, %ne_13 : i1  // logical_and
      %or_19 = arith.ori %eq_6, %and_30 : i1  // logical_or
      %sel_16 = arith.select %or_17, %sel_14, %k_12 : i64  // where
      %lt_11 = arith.cmpi slt, %sel_16, %k_13 : i64
      %and_31 = arith.andi %or_19, %lt_11 : i1  // logical_and
      %or_20 = arith.ori %or_18, %and_31 : i1  // logical_or
      %sel_17 = arith.select %or_20, %sel_15, %sel_3 : f32  // where
      %gt_14 = arith.cmpf ogt, %sel_17, %sel_4 : f32
      %ne_14 = arith.cmpf une, %sel_17, %sel_17 : f32
      %ne_15 = arith.cmpf une, %sel_4, %sel_4 : f32
      %gt_15 = arith.cmpi ugt, %ne_14, %ne_15 : i1
      %or_21 = arith.ori %gt_14, %gt_15 : i1  // logical_or
      %eq_7 = arith.cmpf oeq, %sel_17, %sel_4 : f32
      %and_32 = arith.andi %ne_14, %ne_15 : i1  // logical_and
      %or_22 = arith.ori %eq_7, %and_32 : i1  // logical_or
      %sel_18 = arith.select %or_20, %sel_16, %k_13 : i64  // where
      %lt_12 = arith.cmpi slt, %sel_18, %k_14 : i64
      %and_33 = arith.andi %or_22, %lt_12 : i1  // logical_and
      %or_23 = arith.ori %or_21, %and_33 : i1  // logical_or
      %sel_19 = arith.select %or_23, %sel_18, %k_14 : i64  // where
      %cvt = arith.trunci %sel_19 : i64 to i8  // to_dtype
      linalg.yield %max_7, %cvt : f32, i8
  }
  %view_7 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3, 6, 6], strides: [36, 6, 1] : memref<108xf32> to memref<3x6x6xf32, strided<[36, 6, 1], offset: 0>>
  "npu.dma_store"(%out, %view_7) : (memref<3x6x6xf32, 1>, memref<3x6x6xf32, strided<[36, 6, 1], offset: 0>>) -> ()
  %view_8 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [3, 6, 6], strides: [36, 6, 1] : memref<108xi8> to memref<3x6x6xi8, strided<[36, 6, 1], offset: 0>>
  "npu.dma_store"(%out_1, %view_8) : (memref<3x6x6xi8, 1>, memref<3x6x6xi8, strided<[36, 6, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_constant_pad_nd_full_eq_where_add: pointwise
func.func @npu_fused_constant_pad_nd_full_eq_where_add(%in_ptr0: memref<108xi8>, %in_ptr1: memref<108xf32>, %out_ptr0: memref<108xf32>) {
  %k = arith.constant 0 : i8
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 2 : i8
  %k_2 = arith.constant 6 : i8
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xi8, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xi8, 1>
  %t_3 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xi8, 1>
  %t_5 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [7], sizes: [3, 5, 5], strides: [36, 6, 1] : memref<108xi8> to memref<3x5x5xi8, strided<[36, 6, 1], offset: 7>>
  "npu.dma_load"(%view, %t) {pad_around = true, pad = -1 : i8} : (memref<3x5x5xi8, strided<[36, 6, 1], offset: 7>>, memref<3x6x6xi8, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [7], sizes: [3, 5, 5], strides: [36, 6, 1] : memref<108xf32> to memref<3x5x5xf32, strided<[36, 6, 1], offset: 7>>
  "npu.dma_load"(%view_1, %t_1) {pad_around = true, pad = 0.0 : f32} : (memref<3x5x5xf32, strided<[36, 6, 1], offset: 7>>, memref<3x6x6xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [6], sizes: [3, 5, 6], strides: [36, 6, 1] : memref<108xi8> to memref<3x5x6xi8, strided<[36, 6, 1], offset: 6>>
  "npu.dma_load"(%view_2, %t_2) {pad_around = true, pad = -1 : i8} : (memref<3x5x6xi8, strided<[36, 6, 1], offset: 6>>, memref<3x6x6xi8, 1>) -> ()
  %view_3 = memref.reinterpret_cast %in_ptr1 to offset: [6], sizes: [3, 5, 6], strides: [36, 6, 1] : memref<108xf32> to memref<3x5x6xf32, strided<[36, 6, 1], offset: 6>>
  "npu.dma_load"(%view_3, %t_3) {pad_around = true, pad = 0.0 : f32} : (memref<3x5x6xf32, strided<[36, 6, 1], offset: 6>>, memref<3x6x6xf32, 1>) -> ()
  %view_4 = memref.reinterpret_cast %in_ptr0 to offset: [1], sizes: [3, 6, 5], strides: [36, 6, 1] : memref<108xi8> to memref<3x6x5xi8, strided<[36, 6, 1], offset: 1>>
  "npu.dma_load"(%view_4, %t_4) {pad_around = true, pad = -1 : i8} : (memref<3x6x5xi8, strided<[36, 6, 1], offset: 1>>, memref<3x6x6xi8, 1>) -> ()
  %view_5 = memref.reinterpret_cast %in_ptr1 to offset: [1], sizes: [3, 6, 5], strides: [36, 6, 1] : memref<108xf32> to memref<3x6x5xf32, strided<[36, 6, 1], offset: 1>>
  "npu.dma_load"(%view_5, %t_5) {pad_around = true, pad = 0.0 : f32} : (memref<3x6x5xf32, strided<[36, 6, 1], offset: 1>>, memref<3x6x6xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %t_1, %t_2, %t_3, %t_4, %t_5 : memref<3x6x6xi8, 1>, memref<3x6x6xf32, 1>, memref<3x6x6xi8, 1>, memref<3x6x6xf32, 1>, memref<3x6x6xi8, 1>, memref<3x6x6xf32, 1>) outs(%out : memref<3x6x6xf32, 1>) {
    ^bb0(%a: i8, %a_1: f32, %a_2: i8, %a_3: f32, %a_4: i8, %a_5: f32, %o: f32):
      %eq = arith.cmpi eq, %a, %k : i8
      %sel = arith.select %eq, %a_1, %cst : f32  // where
      %eq_1 = arith.cmpi eq, %a_2, %k_1 : i8
      %sel_1 = arith.select %eq_1, %a_3, %cst : f32  // where
      %add = arith.addf %sel, %sel_1 : f32
      %eq_2 = arith.cmpi eq, %a_4, %k_2 : i8
      %sel_2 = arith.select %eq_2, %a_5, %cst : f32  // where
      %add_1 = arith.addf %add, %sel_2 : f32
      linalg.yield %add_1 : f32
  }
  %view_6 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3, 6, 6], strides: [36, 6, 1] : memref<108xf32> to memref<3x6x6xf32, strided<[36, 6, 1], offset: 0>>
  "npu.dma_store"(%out, %view_6) : (memref<3x6x6xf32, 1>, memref<3x6x6xf32, strided<[36, 6, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_constant_pad_nd_eq_full_where_add_cat: pointwise, fusions horizontal
func.func @npu_fused_constant_pad_nd_eq_full_where_add_cat(%in_ptr0: memref<108xi8>, %in_ptr1: memref<108xf32>, %in_ptr2: memref<108xf32>, %out_ptr0: memref<216xf32>, %out_ptr1: memref<216xf32>) {
  %k = arith.constant 4 : i8
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 3 : i8
  %k_2 = arith.constant 5 : i8
  %k_3 = arith.constant 1 : i8
  %k_4 = arith.constant 7 : i8
  %k_5 = arith.constant 8 : i8
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6x2xf32, 1>
  %part = memref.subview %out[0, 0, 0, 0] [3, 6, 6, 1] [1, 1, 1, 1] : memref<3x6x6x2xf32, 1> to memref<3x6x6xf32, strided<[72, 12, 2]>, 1>
  %part_1 = memref.subview %out[0, 0, 0, 1] [3, 6, 6, 1] [1, 1, 1, 1] : memref<3x6x6x2xf32, 1> to memref<3x6x6xf32, strided<[72, 12, 2], offset: 1>, 1>
  %out_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6x2xf32, 1>
  %part_2 = memref.subview %out_1[0, 0, 0, 0] [3, 6, 6, 1] [1, 1, 1, 1] : memref<3x6x6x2xf32, 1> to memref<3x6x6xf32, strided<[72, 12, 2]>, 1>
  %part_3 = memref.subview %out_1[0, 0, 0, 1] [3, 6, 6, 1] [1, 1, 1, 1] : memref<3x6x6x2xf32, 1> to memref<3x6x6xf32, strided<[72, 12, 2], offset: 1>, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xi8, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xi8, 1>
  %t_3 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xi8, 1>
  %t_5 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %t_6 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x6x6xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3, 6, 6], strides: [36, 6, 1] : memref<108xi8> to memref<3x6x6xi8, strided<[36, 6, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<3x6x6xi8, strided<[36, 6, 1], offset: 0>>, memref<3x6x6xi8, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [3, 6, 6], strides: [36, 6, 1] : memref<108xf32> to memref<3x6x6xf32, strided<[36, 6, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<3x6x6xf32, strided<[36, 6, 1], offset: 0>>, memref<3x6x6xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [1], sizes: [3, 6, 5], strides: [36, 6, 1] : memref<108xi8> to memref<3x6x5xi8, strided<[36, 6, 1], offset: 1>>
  "npu.dma_load"(%view_2, %t_2) {pad_around = true, pad = -1 : i8} : (memref<3x6x5xi8, strided<[36, 6, 1], offset: 1>>, memref<3x6x6xi8, 1>) -> ()
  %view_3 = memref.reinterpret_cast %in_ptr1 to offset: [1], sizes: [3, 6, 5], strides: [36, 6, 1] : memref<108xf32> to memref<3x6x5xf32, strided<[36, 6, 1], offset: 1>>
  "npu.dma_load"(%view_3, %t_3) {pad_around = true, pad = 0.0 : f32} : (memref<3x6x5xf32, strided<[36, 6, 1], offset: 1>>, memref<3x6x6xf32, 1>) -> ()
  %view_4 = memref.reinterpret_cast %in_ptr0 to offset: [6], sizes: [3, 5, 6], strides: [36, 6, 1] : memref<108xi8> to memref<3x5x6xi8, strided<[36, 6, 1], offset: 6>>
  "npu.dma_load"(%view_4, %t_4) {pad_around = true, pad = -1 : i8} : (memref<3x5x6xi8, strided<[36, 6, 1], offset: 6>>, memref<3x6x6xi8, 1>) -> ()
  %view_5 = memref.reinterpret_cast %in_ptr1 to offset: [6], sizes: [3, 5, 6], strides: [36, 6, 1] : memref<108xf32> to memref<3x5x6xf32, strided<[36, 6, 1], offset: 6>>
  "npu.dma_load"(%view_5, %t_5) {pad_around = true, pad = 0.0 : f32} : (memref<3x5x6xf32, strided<[36, 6, 1], offset: 6>>, memref<3x6x6xf32, 1>) -> ()
  %view_6 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [3, 6, 6], strides: [36, 6, 1] : memref<108xf32> to memref<3x6x6xf32, strided<[36, 6, 1], offset: 0>>
  "npu.dma_load"(%view_6, %t_6) : (memref<3x6x6xf32, strided<[36, 6, 1], offset: 0>>, memref<3x6x6xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %t_1, %t_2, %t_3, %t_4, %t_5, %t_6 : memref<3x6x6xi8, 1>, memref<3x6x6xf32, 1>, memref<3x6x6xi8, 1>, memref<3x6x6xf32, 1>, memref<3x6x6xi8, 1>, memref<3x6x6xf32, 1>, memref<3x6x6xf32, 1>) outs(%part, %part_1, %part_2, %part_3 : memref<3x6x6xf32, strided<[72, 12, 2]>, 1>, memref<3x6x6xf32, strided<[72, 12, 2], offset: 1>, 1>, memref<3x6x6xf32, strided<[72, 12, 2]>, 1>, memref<3x6x6xf32, strided<[72, 12, 2], offset: 1>, 1>) {
    ^bb0(%a: i8, %a_1: f32, %a_2: i8, %a_3: f32, %a_4: i8, %a_5: f32, %a_6: f32, %o: f32, %o_1: f32, %o_2: f32, %o_3: f32):
      %eq = arith.cmpi eq, %a, %k : i8
      %sel = arith.select %eq, %a_1, %cst : f32  // where
      %eq_1 = arith.cmpi eq, %a_2, %k_1 : i8
      %sel_1 = arith.select %eq_1, %a_3, %cst : f32  // where
      %eq_2 = arith.cmpi eq, %a, %k_2 : i8
      %sel_2 = arith.select %eq_2, %a_1, %cst : f32  // where
      %add = arith.addf %sel_1, %sel_2 : f32
      %eq_3 = arith.cmpi eq, %a_4, %k_3 : i8
      %sel_3 = arith.select %eq_3, %a_5, %cst : f32  // where
      %eq_4 = arith.cmpi eq, %a, %k_4 : i8
      %sel_4 = arith.select %eq_4, %a_1, %cst : f32  // where
      %add_1 = arith.addf %sel_3, %sel_4 : f32
      %eq_5 = arith.cmpi eq, %a, %k_5 : i8
      %sel_5 = arith.select %eq_5, %a_1, %cst : f32  // where
      %add_2 = arith.addf %a_6, %sel_5 : f32
      linalg.yield %sel, %add, %add_1, %add_2 : f32, f32, f32, f32
  }
  %view_7 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3, 6, 6, 2], strides: [72, 12, 2, 1] : memref<216xf32> to memref<3x6x6x2xf32, strided<[72, 12, 2, 1], offset: 0>>
  "npu.dma_store"(%out, %view_7) : (memref<3x6x6x2xf32, 1>, memref<3x6x6x2xf32, strided<[72, 12, 2, 1], offset: 0>>) -> ()
  %view_8 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [3, 6, 6, 2], strides: [72, 12, 2, 1] : memref<216xf32> to memref<3x6x6x2xf32, strided<[72, 12, 2, 1], offset: 0>>
  "npu.dma_store"(%out_1, %view_8) : (memref<3x6x6x2xf32, 1>, memref<3x6x6x2xf32, strided<[72, 12, 2, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_cat: pointwise
func.func @npu_fused_cat(%in_ptr0: memref<216xf32>, %in_ptr1: memref<216xf32>, %out_ptr0: memref<432xf32>) {
  %k = arith.constant 12 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<18x32xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<18x32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<18x32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [18, 12], strides: [12, 1] : memref<216xf32> to memref<18x12xf32, strided<[12, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad_around = true} : (memref<18x12xf32, strided<[12, 1], offset: 0>>, memref<18x32xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [18, 12], strides: [12, 1] : memref<216xf32> to memref<18x12xf32, strided<[12, 1], offset: 0>>
  %part = memref.subview %t_1[0, 12] [18, 20] [1, 1] : memref<18x32xf32, 1> to memref<18x20xf32, strided<[32, 1], offset: 12>, 1>
  "npu.dma_load"(%view_1, %part) {pad_around = true} : (memref<18x12xf32, strided<[12, 1], offset: 0>>, memref<18x20xf32, strided<[32, 1], offset: 12>, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<18x32xf32, 1>, memref<18x32xf32, 1>) outs(%out : memref<18x32xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %lt = arith.cmpi slt, %i, %k : i32
      %sel = arith.select %lt, %a, %a_1 : f32  // where
      linalg.yield %sel : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [18, 24], strides: [24, 1] : memref<432xf32> to memref<18x24xf32, strided<[24, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<18x32xf32, 1>, memref<18x24xf32, strided<[24, 1], offset: 0>>) -> ()
  return
}
