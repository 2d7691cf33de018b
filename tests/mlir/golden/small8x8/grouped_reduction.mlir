// npu_fused_grouped_mm: template, template MLIRGroupedGemmTemplate, mapping default
func.func @npu_fused_grouped_mm (%A: memref<640xbf16>, %B: memref<960xbf16>, %OFFS: memref<4xi32>, %Y: memref<1536xbf16>) {
  %t1 = arith.constant 0 : index
  %t2 = arith.constant 16 : index
  %t3 = arith.constant 1 : index
  %t4 = arith.constant 4 : index
  %t5 = arith.constant 40 : index
  %t6 = arith.constant 24 : index
  %t7 = arith.constant 32 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xbf16, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xbf16, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xbf16, 1>
  scf.for %m = %t1 to %t2 step %t2 {
    scf.for %g = %t1 to %t4 step %t3 {
      %is_first = arith.cmpi eq, %g, %t1 : index
      %before = arith.subi %g, %t3 : index
      %group_start = scf.if %is_first -> (index) {
        scf.yield %t1 : index
      } else {
        %r1 = arith.muli %before, %t3 : index
        %r2 = memref.load %OFFS[%r1] : memref<4xi32>
        %r3 = arith.index_cast %r2 : i32 to index
        %r4 = arith.maxsi %r3, %t1 : index
        %start = arith.minsi %r4, %t5 : index
        scf.yield %start : index
      }
      %r5 = arith.muli %g, %t3 : index
      %r6 = memref.load %OFFS[%r5] : memref<4xi32>
      %r7 = arith.index_cast %r6 : i32 to index
      %r8 = arith.maxsi %r7, %t1 : index
      %group_end = arith.minsi %r8, %t5 : index
      scf.for %n = %t1 to %t6 step %t7 {
        %t8 = arith.constant 0.0 : f32
        linalg.fill ins(%t8 : f32) outs(%accumulator : memref<16x32xf32, 1>)
        scf.for %k = %group_start to %group_end step %t2 {
          %r9 = arith.subi %t2, %m : index
          %r10 = arith.minsi %r9, %t2 : index
          %r11 = arith.subi %group_end, %k : index
          %r12 = arith.minsi %r11, %t2 : index
          %r13 = arith.constant 40 : index
          %r14 = arith.muli %m, %r13 : index
          %r15 = arith.addi %r14, %k : index
          %r16 = memref.reinterpret_cast %A to offset: [%r15], sizes: [%r10, %r12], strides: [%t5, %t3] : memref<640xbf16> to memref<?x?xbf16, strided<[?, ?], offset: ?>>
          "npu.dma_load"(%r16, %A_tile) : (memref<?x?xbf16, strided<[?, ?], offset: ?>>, memref<16x16xbf16, 1>) -> ()
          %r17 = arith.subi %group_end, %k : index
          %r18 = arith.minsi %r17, %t2 : index
          %r19 = arith.subi %t6, %n : index
          %r20 = arith.minsi %r19, %t7 : index
          %r21 = arith.constant 24 : index
          %r22 = arith.muli %k, %r21 : index
          %r23 = arith.addi %r22, %n : index
          %r24 = memref.reinterpret_cast %B to offset: [%r23], sizes: [%r18, %r20], strides: [%t6, %t3] : memref<960xbf16> to memref<?x?xbf16, strided<[?, ?], offset: ?>>
          "npu.dma_load"(%r24, %B_tile) : (memref<?x?xbf16, strided<[?, ?], offset: ?>>, memref<16x32xbf16, 1>) -> ()
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
        %r25 = arith.subi %t2, %m : index
        %r26 = arith.minsi %r25, %t2 : index
        %r27 = arith.subi %t6, %n : index
        %r28 = arith.minsi %r27, %t7 : index
        %r29 = arith.constant 24 : index
        %r30 = arith.muli %m, %r29 : index
        %r31 = arith.constant 384 : index
        %r32 = arith.muli %g, %r31 : index
        %r33 = arith.addi %r30, %r32 : index
        %r34 = arith.addi %r33, %n : index
        %r35 = memref.reinterpret_cast %Y to offset: [%r34], sizes: [%r26, %r28], strides: [%t6, %t3] : memref<1536xbf16> to memref<?x?xbf16, strided<[?, ?], offset: ?>>
        "npu.dma_store"(%Y_tile, %r35) : (memref<16x32xbf16, 1>, memref<?x?xbf16, strided<[?, ?], offset: ?>>) -> ()
      }
    }
  } {npu.parallel}
  return
}
