func.func @gemm(%A: memref<1188xf32>, %B: memref<900xf32>, %C: memref<825xf32>) {
  %a = "npu.alloc"() : () -> memref<8x12xf32, 1>
  %b = "npu.alloc"() : () -> memref<12x8xf32, 1>
  %c = "npu.alloc"() {slots = 1 : i64} : () -> memref<8x8xf32, 1>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 33 step 8 {
    %m = affine.min affine_map<(d) -> (8, 33 - d)>(%i)
    affine.for %j = 0 to 25 step 8 {
      %n = affine.min affine_map<(d) -> (8, 25 - d)>(%j)
      linalg.fill ins(%zero : f32) outs(%c : memref<8x8xf32, 1>)
      affine.for %k = 0 to 36 step 12 {
        %ao = affine.apply affine_map<(i, j) -> (i * 36 + j)>(%i, %k)
        %bo = affine.apply affine_map<(i, j) -> (i * 25 + j)>(%k, %j)
        %av = memref.reinterpret_cast %A to offset: [%ao], sizes: [%m, 12], strides: [36, 1] : memref<1188xf32> to memref<?x12xf32, strided<[36, 1], offset: ?>>
        %bv = memref.reinterpret_cast %B to offset: [%bo], sizes: [12, %n], strides: [25, 1] : memref<900xf32> to memref<12x?xf32, strided<[25, 1], offset: ?>>
        "npu.dma_load"(%av, %a) : (memref<?x12xf32, strided<[36, 1], offset: ?>>, memref<8x12xf32, 1>) -> ()
        "npu.dma_load"(%bv, %b) : (memref<12x?xf32, strided<[25, 1], offset: ?>>, memref<12x8xf32, 1>) -> ()
        linalg.matmul ins(%a, %b : memref<8x12xf32, 1>, memref<12x8xf32, 1>) outs(%c : memref<8x8xf32, 1>)
      }
      %co = affine.apply affine_map<(i, j) -> (i * 25 + j)>(%i, %j)
      %cv = memref.reinterpret_cast %C to offset: [%co], sizes: [%m, %n], strides: [25, 1] : memref<825xf32> to memref<?x?xf32, strided<[25, 1], offset: ?>>
      "npu.dma_store"(%c, %cv) {combine = "add"} : (memref<8x8xf32, 1>, memref<?x?xf32, strided<[25, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
