// npu_fused_bag_sums: template, template MLIRSegmentReduceTemplate, mapping default
func.func @bags_mean (%X: memref<1650xf32>, %I: memref<23xi64>, %O: memref<5xi64>, %Y: memref<165xf32>) {
  %t1 = arith.constant 23 : index
  %t2 = arith.constant 0 : index
  %t3 = arith.constant 5 : index
  %t4 = arith.constant 8 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 50 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 33 : index
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec8 = arith.constant 8 : index
  %ec128 = arith.constant 128 : index
  %c128 = arith.constant 128 : index
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
  %x0 = arith.constant 0 : i64
  linalg.fill {npu.host} ins(%x0 : i64) outs(%largest : memref<1xi64, 1>)
  %x1 = memref.reinterpret_cast %I to offset: [%t2], sizes: [%t1], strides: [1] : memref<23xi64> to memref<?xi64, strided<[1], offset: ?>>
  %x2 = memref.reinterpret_cast %O to offset: [%t2], sizes: [%t3], strides: [1] : memref<5xi64> to memref<?xi64, strided<[1], offset: ?>>
  affine.for %block = 0 to 5 step 8 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
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
    "npu.gather"(%x2, %places, %starts) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<1x8xi64, 1>) {
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
    "npu.gather"(%x2, %places, %ends) {pad = 0 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x8xi64, 1>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%lengths : memref<1x8xi64, 1>) {
      ^bb0(%e19: i64, %e20: i64, %e21: i64):
      %x22 = linalg.index 0 : index
      %x23 = linalg.index 1 : index
      %x24 = arith.muli %x22, %t4 : index
      %x25 = arith.addi %x24, %block : index
      %x26 = arith.addi %x25, %x23 : index
      %x27 = arith.addi %x26, %t2 : index
      %x28 = arith.index_cast %x27 : index to i64
      %x29 = arith.index_cast %t1 : index to i64
      %x30 = arith.index_cast %t3 : index to i64
      %x31 = arith.constant 0 : i64
      %x32 = arith.constant 1 : i64
      %x33 = arith.addi %x28, %x32 : i64
      %x34 = arith.cmpi sge, %x33, %x30 : i64
      %x35 = arith.select %x34, %x29, %e20 : i64
      %x36 = arith.minsi %x35, %x29 : i64
      %x37 = arith.subi %x36, %e19 : i64
      %x38 = arith.maxsi %x37, %x31 : i64
      %x39 = arith.cmpi slt, %x28, %x30 : i64
      %x40 = arith.select %x39, %x38, %x31 : i64
      linalg.yield %x40 : i64
    }
    %x41 = arith.constant 0 : i64
    linalg.fill ins(%x41 : i64) outs(%longest : memref<1xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<1x8xi64, 1>) outs(%longest : memref<1xi64, 1>) {
      ^bb0(%e42: i64, %e43: i64):
      %x44 = arith.maxsi %e42, %e43 : i64
      linalg.yield %x44 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<1x8xi64, 1>, memref<1x8xi64, 1>) outs(%positions : memref<1x2x8x8xi64, 1>) {
      ^bb0(%e45: i64, %e46: i64, %e47: i64):
      %x48 = linalg.index 1 : index
      %x49 = linalg.index 3 : index
      %x50 = arith.muli %x48, %t4 : index
      %x51 = arith.addi %x50, %x49 : index
      %x52 = arith.addi %x51, %t2 : index
      %x53 = arith.index_cast %x52 : index to i64
      %x54 = arith.cmpi slt, %x53, %e46 : i64
      %x55 = arith.addi %e45, %x53 : i64
      %x56 = arith.constant -1 : i64
      %x57 = arith.select %x54, %x55, %x56 : i64
      linalg.yield %x57 : i64
    }
    "npu.gather"(%x1, %positions, %indices) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%positions, %indices : memref<1x2x8x8xi64, 1>, memref<1x2x8x8xi64, 1>) outs(%largest : memref<1xi64, 1>) {
      ^bb0(%e58: i64, %e59: i64, %e60: i64):
      %x61 = arith.constant 0 : i64
      %x62 = arith.cmpi sge, %e58, %x61 : i64
      %x63 = arith.constant 0 : i64
      %x64 = arith.select %x62, %e59, %x63 : i64
      %x65 = arith.maxui %x64, %e60 : i64
      linalg.yield %x65 : i64
    }
    "npu.check_index"(%largest, %t6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (1, (s0 - d0) ceildiv 8)>(%block)[%t3] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 8 * d1)>(%block, %g)
      %x66 = memref.load %longest[%g] : memref<1xi64, 1>
      %x67 = arith.index_cast %x66 : i64 to index
      affine.for %d = 0 to 33 step 128 {
        %x68 = arith.constant 0.0 : f32
        linalg.fill ins(%x68 : f32) outs(%accumulator : memref<8x128xf32, 1>)
        scf.for %l69 = %t2 to %x67 step %t7 {
          %x70 = arith.cmpi ne, %l69, %t2 : index
          %x71 = arith.cmpi sgt, %x67, %t7 : index
          %x72 = arith.cmpi ne, %d, %t2 : index
          %x73 = arith.andi %x71, %x72 : i1
          %x74 = arith.ori %x70, %x73 : i1
          scf.if %x74 {
            %x75 = memref.subview %starts[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %x76 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<1x8xi64, strided<[8, 1], offset: ?>, 1>
            %x77 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            %x78 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x75, %x76 : memref<1x8xi64, strided<[8, 1], offset: ?>, 1>, memref<1x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%x77 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
              ^bb0(%e79: i64, %e80: i64, %e81: i64):
              %x82 = linalg.index 1 : index
              %x83 = linalg.index 3 : index
              %x84 = arith.muli %x82, %t4 : index
              %x85 = arith.addi %x84, %x83 : index
              %x86 = arith.addi %x85, %l69 : index
              %x87 = arith.index_cast %x86 : index to i64
              %x88 = arith.cmpi slt, %x87, %e80 : i64
              %x89 = arith.addi %e79, %x87 : i64
              %x90 = arith.constant -1 : i64
              %x91 = arith.select %x88, %x89, %x90 : i64
              linalg.yield %x91 : i64
            }
            "npu.gather"(%x1, %x77, %x78) {pad = -1 : i64} : (memref<?xi64, strided<[1], offset: ?>>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (g, q, b, j)>, affine_map<(g, q, b, j) -> (0)>], iterator_types = ["reduction", "reduction", "reduction", "reduction"], npu.host} ins(%x77, %x78 : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) outs(%largest : memref<1xi64, 1>) {
              ^bb0(%e92: i64, %e93: i64, %e94: i64):
              %x95 = arith.constant 0 : i64
              %x96 = arith.cmpi sge, %e92, %x95 : i64
              %x97 = arith.constant 0 : i64
              %x98 = arith.select %x96, %e93, %x97 : i64
              %x99 = arith.maxui %x98, %e94 : i64
              linalg.yield %x99 : i64
            }
            "npu.check_index"(%largest, %t6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
          }
          %x100 = arith.subi %x67, %l69 : index
          %x101 = arith.minsi %x100, %t7 : index
          %x102 = arith.ceildivsi %x101, %t4 : index
          scf.for %l103 = %t2 to %x102 step %t5 {
            %x104 = memref.subview %indices[%g, %l103, 0, 0] [1, 1, 8, 8] [1, 1, 1, 1] : memref<1x2x8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
            %x105 = arith.muli %d, %t5 : index
            %x106 = arith.addi %x105, %t2 : index
            %x107 = arith.subi %t8, %d : index
            %x108 = arith.minsi %x107, %c128 : index
            %x109 = memref.reinterpret_cast %X to offset: [%x106], sizes: [%t6, %x108], strides: [%t8, %t5] : memref<1650xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            "npu.gather"(%x109, %x104, %rows) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<8x8xi64, strided<[8, 1], offset: ?>, 1>, memref<8x8x128xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows : memref<8x8x128xf32, 1>) outs(%accumulator : memref<8x128xf32, 1>) {
              ^bb0(%e110: f32, %e111: f32):
              %x112 = arith.addf %e111, %e110 : f32
              linalg.yield %x112 : f32
            }
          }
        }
        %x113 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<8xi64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, d) -> (b)>, affine_map<(b, d) -> (b, d)>], iterator_types = ["parallel", "parallel"]} ins(%x113 : memref<8xi64, strided<[1], offset: ?>, 1>) outs(%accumulator : memref<8x128xf32, 1>) {
          ^bb0(%e114: i64, %e115: f32):
          %x116 = arith.constant 1 : i64
          %x117 = arith.maxsi %e114, %x116 : i64
          %x118 = arith.sitofp %x117 : i64 to f32
          %x119 = arith.divf %e115, %x118 : f32
          linalg.yield %x119 : f32
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

// npu_fused_slice_full_index_put: pointwise
func.func @npu_fused_slice_full_index_put(%in_ptr0: memref<5xi64>, %out_ptr0: memref<24xi64>) {
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
      %add_1 = arith.addi %a_1, %k_1 : i64  // index
      %most = arith.maxui %add_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c24) {number = 0 : i64, wraps = true} : (memref<1xi64, 1>, index) -> ()
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
func.func @scan (%X0: memref<24xi64>, %Y0: memref<24xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 24 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x1xi64, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x1xi64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x32xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c1 {
    scf.for %l1 = %c0 to %t2 step %c32 {
      %x2 = arith.muli %l0, %t2 : index
      %x3 = arith.addi %x2, %l1 : index
      %x4 = arith.subi %t1, %l0 : index
      %x5 = arith.minsi %x4, %c1 : index
      %x6 = arith.subi %t2, %l1 : index
      %x7 = arith.minsi %x6, %c32 : index
      %x8 = memref.reinterpret_cast %X0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<24xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x8, %natural0) : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x32xi64, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<1x32xi64, 1>) outs(%columns0 : memref<32x1xi64, 1>) {
        ^bb0(%e9: i64, %e10: i64):
        linalg.yield %e9 : i64
      }
      %x11 = arith.cmpi eq, %l1, %c0 : index
      %x12 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 1] : memref<32x1xi64, 1> into memref<2x16x1xi64, 1>
      %x13 = memref.subview %x12[0, %c0, 0] [2, 1, 1] [1, 1, 1] : memref<2x16x1xi64, 1> to memref<2x1xi64, strided<[16, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x13 : memref<2x1xi64, strided<[16, 1], offset: ?>, 1>) outs(%totals0 : memref<2x1xi64, 1>) {
        ^bb0(%e14: i64, %e15: i64):
        linalg.yield %e14 : i64
      }
      scf.for %l16 = %c1 to %c16 step %c1 {
        %x17 = memref.subview %x12[0, %l16, 0] [2, 1, 1] [1, 1, 1] : memref<2x16x1xi64, 1> to memref<2x1xi64, strided<[16, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%x17, %totals0 : memref<2x1xi64, strided<[16, 1], offset: ?>, 1>, memref<2x1xi64, 1>) {
          ^bb0(%e18: i64, %e19: i64):
          %cst_20 = arith.constant 0 : i8
          %add_21 = arith.addi %e19, %e18 : i64
          linalg.yield %add_21, %add_21 : i64, i64
        }
      }
      %x22 = arith.constant true
      %x23 = arith.xori %x11, %x22 : i1
      scf.if %x23 {
        %x24 = memref.subview %columns0[%c0, 0] [16, 1] [1, 1] : memref<32x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carry0 : memref<1xi64, 1>) outs(%x24 : memref<16x1xi64, strided<[1, 1], offset: ?>, 1>) {
          ^bb0(%e25: i64, %e26: i64):
          %cst_27 = arith.constant 0 : i8
          %add_28 = arith.addi %e25, %e26 : i64
          linalg.yield %add_28 : i64
        }
        %x29 = memref.subview %totals0[%c0, 0] [1, 1] [1, 1] : memref<2x1xi64, 1> to memref<1xi64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%carry0 : memref<1xi64, 1>) outs(%x29 : memref<1xi64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e30: i64, %e31: i64):
          %cst_32 = arith.constant 0 : i8
          %add_33 = arith.addi %e30, %e31 : i64
          linalg.yield %add_33 : i64
        }
      }
      scf.for %l34 = %c1 to %c2 step %c1 {
        %x35 = arith.subi %l34, %c1 : index
        %x36 = memref.subview %totals0[%x35, 0] [1, 1] [1, 1] : memref<2x1xi64, 1> to memref<1xi64, strided<[1], offset: ?>, 1>
        %x37 = memref.subview %totals0[%l34, 0] [1, 1] [1, 1] : memref<2x1xi64, 1> to memref<1xi64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x36 : memref<1xi64, strided<[1], offset: ?>, 1>) outs(%x37 : memref<1xi64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e38: i64, %e39: i64):
          %cst_40 = arith.constant 0 : i8
          %add_41 = arith.addi %e38, %e39 : i64
          linalg.yield %add_41 : i64
        }
      }
      %x42 = memref.subview %totals0[0, 0] [1, 1] [1, 1] : memref<2x1xi64, 1> to memref<1x1xi64, strided<[1, 1]>, 1>
      %x43 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 1] : memref<32x1xi64, 1> into memref<2x16x1xi64, 1>
      %x44 = memref.subview %x43[1, 0, 0] [1, 16, 1] [1, 1, 1] : memref<2x16x1xi64, 1> to memref<1x16x1xi64, strided<[16, 1, 1], offset: 16>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x42 : memref<1x1xi64, strided<[1, 1]>, 1>) outs(%x44 : memref<1x16x1xi64, strided<[16, 1, 1], offset: 16>, 1>) {
        ^bb0(%e45: i64, %e46: i64):
        %cst_47 = arith.constant 0 : i8
        %add_48 = arith.addi %e45, %e46 : i64
        linalg.yield %add_48 : i64
      }
      %x49 = memref.subview %totals0[%c1, 0] [1, 1] [1, 1] : memref<2x1xi64, 1> to memref<1xi64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x49 : memref<1xi64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<1xi64, 1>) {
        ^bb0(%e50: i64, %e51: i64):
        linalg.yield %e50 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x1xi64, 1>) outs(%natural0 : memref<1x32xi64, 1>) {
        ^bb0(%e52: i64, %e53: i64):
        linalg.yield %e52 : i64
      }
      %x54 = memref.reinterpret_cast %Y0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<24xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %x54) : (memref<1x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_full: pointwise
func.func @npu_fused_full(%out_ptr0: memref<1650xf32>) {
  %cst = arith.constant 0.0 : f32
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1664xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<1664xf32, 1>) {
    ^bb0(%o: f32):
      linalg.yield %cst : f32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1650], strides: [1] : memref<1650xf32> to memref<1650xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<1664xf32, 1>, memref<1650xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_slice_full_cat_sub_unsqueeze_clamp_min_convert_element_type: pointwise
func.func @npu_fused_slice_full_cat_sub_unsqueeze_clamp_min_convert_element_type(%in_ptr0: memref<23xi64>, %in_ptr1: memref<24xi64>, %in_ptr2: memref<165xf32>, %in_ptr3: memref<5xi64>, %out_ptr0: memref<1650xf32>) {
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
      %add_1 = arith.addi %a_1, %k_2 : i64  // index
      %most = arith.maxui %add_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c50) {number = 0 : i64, wraps = true} : (memref<1xi64, 1>, index) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [23], strides: [1] : memref<24xi64> to memref<23xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<23xi64, strided<[1], offset: 0>>, memref<23xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1 : memref<23xi64, 1>) outs(%mul_1 : memref<23xi64, 1>) {
    ^bb0(%a_2: i64, %o_2: i64):
      %lt_1 = arith.cmpi slt, %a_2, %k_1 : i64  // index
      %add_2 = arith.addi %a_2, %k_3 : i64  // index
      %sel_1 = arith.select %lt_1, %add_2, %a_2 : i64  // index
      %mul_2 = arith.muli %k, %sel_1 : i64  // where
      linalg.yield %mul_2 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%mul_1 : memref<23xi64, 1>) outs(%sel_2 : memref<23x48xi32, 1>) {
    ^bb0(%a_3: i64, %o_3: i32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c33 : index
      %i = arith.index_cast %at : index to i64
      %add_3 = arith.addi %i, %a_3 : i64  // where
      %cvt_2 = arith.trunci %add_3 : i64 to i32  // where
      %sel_3 = arith.select %inside, %cvt_2, %k_4 : i32  // where
      linalg.yield %sel_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t_1 : memref<23xi64, 1>) outs(%largest_1 : memref<1xi64, 1>) {
    ^bb0(%a_4: i64, %o_4: i64):
      %add_4 = arith.addi %a_4, %k_3 : i64  // index
      %most_1 = arith.maxui %add_4, %o_4 : i64
      linalg.yield %most_1 : i64
  }
  "npu.check_index"(%largest_1, %c5) {number = 0 : i64, wraps = true} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr2, %sel_2, %t_2) : (memref<165xf32>, memref<23x48xi32, 1>, memref<23x48xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1 : memref<23xi64, 1>) outs(%sel_4 : memref<23xi32, 1>) {
    ^bb0(%a_5: i64, %o_5: i32):
      %lt_2 = arith.cmpi slt, %a_5, %k_1 : i64  // index
      %add_5 = arith.addi %a_5, %k_3 : i64  // index
      %sel_5 = arith.select %lt_2, %add_5, %a_5 : i64  // index
      %lt_3 = arith.cmpi slt, %sel_5, %k_5 : i64
      %add_6 = arith.addi %k_6, %sel_5 : i64  // where
      %cvt_3 = arith.trunci %add_6 : i64 to i32  // where
      %sel_6 = arith.select %lt_3, %cvt_3, %k_4 : i32  // where
      linalg.yield %sel_6 : i32
  }
  "npu.gather"(%in_ptr3, %sel_4, %t_3) {pad = 23 : i64} : (memref<5xi64>, memref<23xi32, 1>, memref<23xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1 : memref<23xi64, 1>) outs(%cvt_4 : memref<23xi32, 1>) {
    ^bb0(%a_6: i64, %o_6: i32):
      %lt_4 = arith.cmpi slt, %a_6, %k_1 : i64  // index
      %add_7 = arith.addi %a_6, %k_3 : i64  // index
      %sel_7 = arith.select %lt_4, %add_7, %a_6 : i64  // index
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
