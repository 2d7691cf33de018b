// npu_fused_unsqueeze_mul_iota_add_reshape_repeat: pointwise
func.func @npu_fused_unsqueeze_mul_iota_add_reshape_repeat(%in_ptr0: memref<30xi64>, %out_ptr0: memref<480xi64>) {
  %k = arith.constant 4 : i64
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<30xi64, 1>
  %add = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<30x4xi64, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x30x4xi64, 1>
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
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%add : memref<30x4xi64, 1>) outs(%out : memref<4x30x4xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      linalg.yield %a_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [4, 30, 4], strides: [120, 4, 1] : memref<480xi64> to memref<4x30x4xi64, strided<[120, 4, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<4x30x4xi64, 1>, memref<4x30x4xi64, strided<[120, 4, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_iota_unsqueeze_mul_slice_add_reshape_select_cat: pointwise
func.func @npu_fused_iota_unsqueeze_mul_slice_add_reshape_select_cat(%in_ptr0: memref<9xi64>, %out_ptr0: memref<33xi64>) {
  %c33 = arith.constant 33 : index
  %k = arith.constant 32 : i32
  %k_1 = arith.constant 8 : i32
  %k_2 = arith.constant -1 : i32
  %c8 = arith.constant 8 : index
  %k_3 = arith.constant 360 : i64
  %k_4 = arith.constant 4 : i64
  %k_5 = arith.constant 120 : i32
  %k_6 = arith.constant 4 : i32
  %s = memref.load %in_ptr0[%c8] : memref<9xi64>
  %mul = arith.muli %s, %k_4 : i64
  %add = arith.addi %k_3, %mul : i64
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%sel : memref<48xi32, 1>) {
    ^bb0(%o: i32):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %lt = arith.cmpi slt, %i, %k : i32
      %inside = arith.cmpi slt, %at, %c33 : index
      %and = arith.andi %lt, %inside : i1  // where
      %rem = arith.remsi %i, %k_1 : i32  // where
      %sel_1 = arith.select %and, %rem, %k_2 : i32  // where
      linalg.yield %sel_1 : i32
  }
  "npu.gather"(%in_ptr0, %sel, %t) : (memref<9xi64>, memref<48xi32, 1>, memref<48xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<48xi64, 1>) outs(%out : memref<48xi64, 1>) {
    ^bb0(%a: i64, %o_1: i64):
      %at_1 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %lt_1 = arith.cmpi slt, %i_1, %k : i32
      %div = arith.divsi %i_1, %k_1 : i32  // index
      %rem_1 = arith.remsi %div, %k_6 : i32  // index
      %mul_1 = arith.muli %k_5, %rem_1 : i32  // index
      %cvt = arith.extsi %mul_1 : i32 to i64  // index
      %mul_2 = arith.muli %a, %k_4 : i64
      %add_1 = arith.addi %cvt, %mul_2 : i64
      %sel_2 = arith.select %lt_1, %add_1, %add : i64  // where
      linalg.yield %sel_2 : i64
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [33], strides: [1] : memref<33xi64> to memref<33xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<48xi64, 1>, memref<33xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_permute_clone: pointwise
func.func @npu_fused_permute_clone(%in_ptr0: memref<480xf32>, %out_ptr0: memref<480xf32>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<30x4x4xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x30x4xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [30, 4, 4], strides: [16, 4, 1] : memref<480xf32> to memref<30x4x4xf32, strided<[16, 4, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<30x4x4xf32, strided<[16, 4, 1], offset: 0>>, memref<30x4x4xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t : memref<30x4x4xf32, 1>) outs(%out : memref<4x30x4xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [4, 30, 4], strides: [120, 4, 1] : memref<480xf32> to memref<4x30x4xf32, strided<[120, 4, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<4x30x4xf32, 1>, memref<4x30x4xf32, strided<[120, 4, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_unsqueeze_mul_iota_add_reshape_repeat_slice_select_cat: template, template MLIRSegmentReduceTemplate, mapping default
func.func @bags_sum (%X: memref<2560xf32>, %I: memref<480xi64>, %O: memref<33xi64>, %F: memref<480xf32>, %Y: memref<1280xf32>) {
  %t1 = arith.constant 480 : index
  %t2 = arith.constant 0 : index
  %t3 = arith.constant 33 : index
  %t4 = arith.constant 2 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 32 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 40 : index
  %t9 = arith.constant 64 : index
  %ec40 = arith.constant 40 : index
  %c40 = arith.constant 40 : index
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
  %x0 = memref.reinterpret_cast %I to offset: [%t2], sizes: [%t1], strides: [1] : memref<480xi64> to memref<?xi64, strided<[1], offset: ?>>
  %x1 = memref.reinterpret_cast %O to offset: [%t2], sizes: [%t3], strides: [1] : memref<33xi64> to memref<?xi64, strided<[1], offset: ?>>
  %x2 = memref.reinterpret_cast %F to offset: [%t2], sizes: [%t1], strides: [1] : memref<480xf32> to memref<?xf32, strided<[1], offset: ?>>
  affine.for %block = 0 to 32 step 32 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<16x2xi64, 1>) {
      ^bb0(%e3: i64):
      %x4 = linalg.index 0 : index
      %x5 = linalg.index 1 : index
      %x6 = arith.muli %x4, %t4 : index
      %x7 = arith.addi %x6, %block : index
      %x8 = arith.addi %x7, %x5 : index
      %x9 = arith.addi %x8, %t2 : index
      %x10 = arith.index_cast %x9 : index to i64
      linalg.yield %x10 : i64
    }
    "npu.gather"(%x1, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<16x2xi64, 1>, memref<16x2xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<16x2xi64, 1>) {
      ^bb0(%e11: i64):
      %x12 = linalg.index 0 : index
      %x13 = linalg.index 1 : index
      %x14 = arith.muli %x12, %t4 : index
      %x15 = arith.addi %x14, %block : index
      %x16 = arith.addi %x15, %x13 : index
      %x17 = arith.addi %x16, %t5 : index
      %x18 = arith.index_cast %x17 : index to i64
      linalg.yield %x18 : i64
    }
    "npu.gather"(%x1, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<16x2xi64, 1>, memref<16x2xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<16x2xi64, 1>, memref<16x2xi64, 1>) outs(%lengths : memref<16x2xi64, 1>) {
      ^bb0(%e19: i64, %e20: i64, %e21: i64):
      %x22 = linalg.index 0 : index
      %x23 = linalg.index 1 : index
      %x24 = arith.muli %x22, %t4 : index
      %x25 = arith.addi %x24, %block : index
      %x26 = arith.addi %x25, %x23 : index
      %x27 = arith.addi %x26, %t2 : index
      %x28 = arith.index_cast %x27 : index to i64
      %x29 = arith.index_cast %t1 : index to i64
      %x30 = arith.index_cast %t6 : index to i64
      %x31 = arith.constant 0 : i64
      %x32 = arith.minsi %e20, %x29 : i64
      %x33 = arith.subi %x32, %e19 : i64
      %x34 = arith.maxsi %x33, %x31 : i64
      %x35 = arith.cmpi slt, %x28, %x30 : i64
      %x36 = arith.select %x35, %x34, %x31 : i64
      linalg.yield %x36 : i64
    }
    %x37 = arith.constant 0 : i64
    linalg.fill ins(%x37 : i64) outs(%longest : memref<16xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<16x2xi64, 1>) outs(%longest : memref<16xi64, 1>) {
      ^bb0(%e38: i64, %e39: i64):
      %x40 = arith.maxsi %e38, %e39 : i64
      linalg.yield %x40 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<16x2xi64, 1>, memref<16x2xi64, 1>) outs(%positions : memref<16x2x2x16xi64, 1>) {
      ^bb0(%e41: i64, %e42: i64, %e43: i64):
      %x44 = linalg.index 1 : index
      %x45 = linalg.index 3 : index
      %x46 = arith.muli %x44, %t7 : index
      %x47 = arith.addi %x46, %x45 : index
      %x48 = arith.addi %x47, %t2 : index
      %x49 = arith.index_cast %x48 : index to i64
      %x50 = arith.cmpi slt, %x49, %e42 : i64
      %x51 = arith.addi %e41, %x49 : i64
      %x52 = arith.constant -1 : i64
      %x53 = arith.select %x50, %x51, %x52 : i64
      linalg.yield %x53 : i64
    }
    "npu.gather"(%x0, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<16x2x2x16xi64, 1>, memref<16x2x2x16xi64, 1>) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (16, (s0 - d0) ceildiv 2)>(%block)[%t6] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 2 * d1)>(%block, %g)
      %x54 = memref.load %longest[%g] : memref<16xi64, 1>
      %x55 = arith.index_cast %x54 : i64 to index
      affine.for %d = 0 to 40 step 40 {
        %x56 = arith.constant 0.0 : f32
        linalg.fill ins(%x56 : f32) outs(%accumulator : memref<2x40xf32, 1>)
        scf.for %l57 = %t2 to %x55 step %t6 {
          %x58 = arith.cmpi ne, %l57, %t2 : index
          %x59 = arith.cmpi sgt, %x55, %t6 : index
          %x60 = arith.cmpi ne, %d, %t2 : index
          %x61 = arith.andi %x59, %x60 : i1
          %x62 = arith.ori %x58, %x61 : i1
          scf.if %x62 {
            %x63 = memref.subview %starts[%g, 0] [1, 2] [1, 1] : memref<16x2xi64, 1> to memref<1x2xi64, strided<[2, 1], offset: ?>, 1>
            %x64 = memref.subview %lengths[%g, 0] [1, 2] [1, 1] : memref<16x2xi64, 1> to memref<1x2xi64, strided<[2, 1], offset: ?>, 1>
            %x65 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 2, 16] [1, 1, 1, 1] : memref<16x2x2x16xi64, 1> to memref<1x2x2x16xi64, strided<[64, 32, 16, 1], offset: ?>, 1>
            %x66 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 2, 16] [1, 1, 1, 1] : memref<16x2x2x16xi64, 1> to memref<1x2x2x16xi64, strided<[64, 32, 16, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x63, %x64 : memref<1x2xi64, strided<[2, 1], offset: ?>, 1>, memref<1x2xi64, strided<[2, 1], offset: ?>, 1>) outs(%x65 : memref<1x2x2x16xi64, strided<[64, 32, 16, 1], offset: ?>, 1>) {
              ^bb0(%e67: i64, %e68: i64, %e69: i64):
              %x70 = linalg.index 1 : index
              %x71 = linalg.index 3 : index
              %x72 = arith.muli %x70, %t7 : index
              %x73 = arith.addi %x72, %x71 : index
              %x74 = arith.addi %x73, %l57 : index
              %x75 = arith.index_cast %x74 : index to i64
              %x76 = arith.cmpi slt, %x75, %e68 : i64
              %x77 = arith.addi %e67, %x75 : i64
              %x78 = arith.constant -1 : i64
              %x79 = arith.select %x76, %x77, %x78 : i64
              linalg.yield %x79 : i64
            }
            "npu.gather"(%x0, %x65, %x66) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x2x16xi64, strided<[64, 32, 16, 1], offset: ?>, 1>, memref<1x2x2x16xi64, strided<[64, 32, 16, 1], offset: ?>, 1>) -> ()
          }
          %x80 = arith.subi %x55, %l57 : index
          %x81 = arith.minsi %x80, %t6 : index
          %x82 = arith.ceildivsi %x81, %t7 : index
          scf.for %l83 = %t2 to %x82 step %t5 {
            %x84 = memref.subview %indices[%g, %l83, 0, 0] [1, 1, 2, 16] [1, 1, 1, 1] : memref<16x2x2x16xi64, 1> to memref<2x16xi64, strided<[16, 1], offset: ?>, 1>
            %x85 = arith.muli %d, %t5 : index
            %x86 = arith.addi %x85, %t2 : index
            %x87 = arith.subi %t8, %d : index
            %x88 = arith.minsi %x87, %c40 : index
            %x89 = memref.reinterpret_cast %X to offset: [%x86], sizes: [%t9, %x88], strides: [%t8, %t5] : memref<2560xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%x89, %x84, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<2x16xi64, strided<[16, 1], offset: ?>, 1>, memref<2x16x40xf32, 1>) -> ()
            %x90 = memref.reinterpret_cast %F to offset: [%t2], sizes: [%t1, %t8], strides: [1, 0] : memref<480xf32> to memref<?x?xf32, strided<[1, 0], offset: ?>>
            %x91 = memref.subview %positions[%g, %l83, 0, 0] [1, 1, 2, 16] [1, 1, 1, 1] : memref<16x2x2x16xi64, 1> to memref<2x16xi64, strided<[16, 1], offset: ?>, 1>
            "npu.gather"(%x90, %x91, %factors) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[1, 0], offset: ?>>, memref<2x16xi64, strided<[16, 1], offset: ?>, 1>, memref<2x16x40xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows, %factors : memref<2x16x40xf32, 1>, memref<2x16x40xf32, 1>) outs(%accumulator : memref<2x40xf32, 1>) {
              ^bb0(%e92: f32, %e93: f32, %e94: f32):
              %x95 = math.fma %e92, %e93, %e94 : f32
              linalg.yield %x95 : f32
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
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x8x48xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x4x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [4, 8, 40], strides: [320, 40, 1] : memref<1280xf32> to memref<4x8x40xf32, strided<[320, 40, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<4x8x40xf32, strided<[320, 40, 1], offset: 0>>, memref<4x8x48xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t : memref<4x8x48xf32, 1>) outs(%out : memref<8x4x48xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [8, 4, 40], strides: [160, 40, 1] : memref<1280xf32> to memref<8x4x40xf32, strided<[160, 40, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<8x4x48xf32, 1>, memref<8x4x40xf32, strided<[160, 40, 1], offset: 0>>) -> ()
  return
}
