func.func @bins(%X: memref<96xi32>, %I: memref<96xi32>, %Y: memref<50xi32>) {
  %i = "npu.alloc"() : () -> memref<96xi32, 1>
  %t = "npu.alloc"() : () -> memref<96xi32, 1>
  %v = memref.reinterpret_cast %I to offset: [0], sizes: [96], strides: [1] : memref<96xi32> to memref<96xi32, strided<[1]>>
  %x = memref.reinterpret_cast %X to offset: [95], sizes: [96], strides: [-1] : memref<96xi32> to memref<96xi32, strided<[-1], offset: 95>>
  "npu.dma_load"(%v, %i) : (memref<96xi32, strided<[1]>>, memref<96xi32, 1>) -> ()
  "npu.dma_load"(%x, %t) : (memref<96xi32, strided<[-1], offset: 95>>, memref<96xi32, 1>) -> ()
  "npu.scatter"(%t, %i, %Y) {combine = "max"} : (memref<96xi32, 1>, memref<96xi32, 1>, memref<50xi32>) -> ()
  return
}
