// npu_fused_grouped_mm: template, template MLIRGroupedGemmTemplate, mapping default
func.func @npu_fused_grouped_mm (%A: memref<640xbf16>, %B: memref<1536xbf16>, %OFFS: memref<4xi32>, %Y: memref<960xbf16>) {
  %t1 = arith.constant 0 : index
  %t2 = arith.constant 24 : index
  %t3 = arith.constant 32 : index
  %t4 = arith.constant 1 : index
  %t5 = arith.constant 4 : index
  %t6 = arith.constant 40 : index
  %t7 = arith.constant 16 : index
  %t9 = arith.constant 3 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xbf16, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xbf16, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xbf16, 1>
  scf.for %n = %t1 to %t2 step %t3 {
    scf.for %g = %t1 to %t5 step %t4 {
      %is_first = arith.cmpi eq, %g, %t1 : index
      %before = arith.subi %g, %t4 : index
      %group_start = scf.if %is_first -> (index) {
        scf.yield %t1 : index
      } else {
        %r1 = arith.muli %before, %t4 : index
        %r2 = memref.load %OFFS[%r1] : memref<4xi32>
        %r3 = arith.index_cast %r2 : i32 to index
        %r4 = arith.maxsi %r3, %t1 : index
        %start = arith.minsi %r4, %t6 : index
        scf.yield %start : index
      }
      %r5 = arith.muli %g, %t4 : index
      %r6 = memref.load %OFFS[%r5] : memref<4xi32>
      %r7 = arith.index_cast %r6 : i32 to index
      %r8 = arith.maxsi %r7, %t1 : index
      %group_end = arith.minsi %r8, %t6 : index
      %r9 = arith.subi %t2, %n : index
      %r10 = arith.minsi %r9, %t3 : index
      %r11 = arith.constant 384 : index
      %r12 = arith.muli %g, %r11 : index
      %r13 = arith.addi %r12, %n : index
      %r14 = memref.reinterpret_cast %B to offset: [%r13], sizes: [%t7, %r10], strides: [%t2, %t4] : memref<1536xbf16> to memref<?x?xbf16, strided<[?, ?], offset: ?>>
      "npu.dma_load"(%r14, %B_tile) : (memref<?x?xbf16, strided<[?, ?], offset: ?>>, memref<16x32xbf16, 1>) -> ()
      scf.for %m = %group_start to %group_end step %t7 {
        %t8 = arith.constant 0.0 : f32
        linalg.fill ins(%t8 : f32) outs(%accumulator : memref<16x32xf32, 1>)
        scf.for %k = %t1 to %t7 step %t7 {
          %r15 = arith.subi %group_end, %m : index
          %r16 = arith.minsi %r15, %t7 : index
          %r17 = arith.subi %t7, %k : index
          %r18 = arith.minsi %r17, %t7 : index
          %r19 = arith.constant 16 : index
          %r20 = arith.muli %m, %r19 : index
          %r21 = arith.addi %r20, %k : index
          %r22 = memref.reinterpret_cast %A to offset: [%r21], sizes: [%r16, %r18], strides: [%t7, %t4] : memref<640xbf16> to memref<?x?xbf16, strided<[?, ?], offset: ?>>
          "npu.dma_load"(%r22, %A_tile) : (memref<?x?xbf16, strided<[?, ?], offset: ?>>, memref<16x16xbf16, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x16xbf16, 1>, memref<16x32xbf16, 1>) outs(%accumulator : memref<16x32xf32, 1>) {
            ^bb0(%left_0: bf16, %right_0: bf16, %total_0: f32):
            %left_0_wide = arith.extf %left_0 : bf16 to f32
            %right_0_wide = arith.extf %right_0 : bf16 to f32
            %product_0 = arith.mulf %left_0_wide, %right_0_wide : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        }
        linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator : memref<16x32xf32, 1>) outs(%Y_tile : memref<16x32xbf16, 1>) {
          ^bb0(%x0: f32, %x1: bf16):
          %v0 = arith.truncf %x0 : f32 to bf16
          linalg.yield %v0 : bf16
        }
        %r23 = arith.subi %group_end, %m : index
        %r24 = arith.minsi %r23, %t7 : index
        %r25 = arith.subi %t2, %n : index
        %r26 = arith.minsi %r25, %t3 : index
        %r27 = arith.constant 24 : index
        %r28 = arith.muli %m, %r27 : index
        %r29 = arith.addi %r28, %n : index
        %r30 = memref.reinterpret_cast %Y to offset: [%r29], sizes: [%r24, %r26], strides: [%t2, %t4] : memref<960xbf16> to memref<?x?xbf16, strided<[?, ?], offset: ?>>
        "npu.dma_store"(%Y_tile, %r30) : (memref<16x32xbf16, 1>, memref<?x?xbf16, strided<[?, ?], offset: ?>>) -> ()
      }
    }
    %r31 = arith.muli %t9, %t4 : index
    %r32 = memref.load %OFFS[%r31] : memref<4xi32>
    %r33 = arith.index_cast %r32 : i32 to index
    %r34 = arith.maxsi %r33, %t1 : index
    %rest_start = arith.minsi %r34, %t6 : index
    scf.for %m = %rest_start to %t6 step %t7 {
      %t10 = arith.constant 0.0 : f32
      linalg.fill ins(%t10 : f32) outs(%accumulator : memref<16x32xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator : memref<16x32xf32, 1>) outs(%Y_tile : memref<16x32xbf16, 1>) {
        ^bb0(%x0: f32, %x1: bf16):
        %v0 = arith.truncf %x0 : f32 to bf16
        linalg.yield %v0 : bf16
      }
      %r35 = arith.subi %t6, %m : index
      %r36 = arith.minsi %r35, %t7 : index
      %r37 = arith.subi %t2, %n : index
      %r38 = arith.minsi %r37, %t3 : index
      %r39 = arith.constant 24 : index
      %r40 = arith.muli %m, %r39 : index
      %r41 = arith.addi %r40, %n : index
      %r42 = memref.reinterpret_cast %Y to offset: [%r41], sizes: [%r36, %r38], strides: [%t2, %t4] : memref<960xbf16> to memref<?x?xbf16, strided<[?, ?], offset: ?>>
      "npu.dma_store"(%Y_tile, %r42) : (memref<16x32xbf16, 1>, memref<?x?xbf16, strided<[?, ?], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
