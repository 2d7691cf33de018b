func.func @window(%X: memref<100xbf16>, %Y: memref<100xbf16>) {
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 2 : i64} : () -> memref<12x12xbf16, 1>
  %u = "npu.alloc"() : () -> memref<10x10xbf16, 1>
  %k = "npu.alloc"() : () -> memref<3x3xbf16, 1>
  %one = arith.constant 1.0 : bf16
  %zero = arith.constant 0.0 : bf16
  %v = memref.reinterpret_cast %X to offset: [0], sizes: [10, 10], strides: [10, 1] : memref<100xbf16> to memref<10x10xbf16, strided<[10, 1]>>
  %p = memref.subview %t[1, 1] [10, 10] [1, 1] : memref<12x12xbf16, 1> to memref<10x10xbf16, strided<[12, 1], offset: 13>, 1>
  "npu.dma_load"(%v, %p) {pad_around = true, pad = 0.0 : bf16} : (memref<10x10xbf16, strided<[10, 1]>>, memref<10x10xbf16, strided<[12, 1], offset: 13>, 1>) -> ()
  linalg.fill ins(%one : bf16) outs(%k : memref<3x3xbf16, 1>)
  linalg.fill ins(%zero : bf16) outs(%u : memref<10x10xbf16, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0 + d2, d1 + d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%t, %k : memref<12x12xbf16, 1>, memref<3x3xbf16, 1>) outs(%u : memref<10x10xbf16, 1>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %x = arith.mulf %a, %b : bf16
    %y = arith.addf %c, %x : bf16
    linalg.yield %y : bf16
  }
  %w = memref.reinterpret_cast %Y to offset: [0], sizes: [10, 10], strides: [10, 1] : memref<100xbf16> to memref<10x10xbf16, strided<[10, 1]>>
  "npu.dma_store"(%u, %w) : (memref<10x10xbf16, 1>, memref<10x10xbf16, strided<[10, 1]>>) -> ()
  return
}
