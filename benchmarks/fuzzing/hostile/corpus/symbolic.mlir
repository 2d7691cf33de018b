func.func @symbolic(%X: memref<?xf64>, %Y: memref<?xf64>, %rows: index, %columns: index) {
  %t = "npu.alloc"() : () -> memref<4x16xf64, 1>
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %rows step 4 {
    %n = affine.min affine_map<(d)[s] -> (4, s - d)>(%i)[%rows]
    affine.for %j = 0 to %columns step 16 {
      %m = affine.min affine_map<(d)[s] -> (16, s - d)>(%j)[%columns]
      %a = arith.muli %i, %columns : index
      %o = arith.addi %a, %j : index
      %v = memref.reinterpret_cast %X to offset: [%o], sizes: [%n, %m], strides: [%columns, %c1] : memref<?xf64> to memref<?x?xf64, strided<[?, ?], offset: ?>>
      "npu.dma_load"(%v, %t) : (memref<?x?xf64, strided<[?, ?], offset: ?>>, memref<4x16xf64, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%t : memref<4x16xf64, 1>) {
      ^bb0(%b: f64):
        %d = linalg.index 1 : index
        %q = arith.addi %d, %j : index
        %in = arith.cmpi slt, %q, %columns : index
        %e = math.tanh %b : f64
        %f = arith.select %in, %e, %b : f64
        linalg.yield %f : f64
      }
      %w = memref.reinterpret_cast %Y to offset: [%o], sizes: [%n, %m], strides: [%columns, 1] : memref<?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%t, %w) : (memref<4x16xf64, 1>, memref<?x?xf64, strided<[?, 1], offset: ?>>) -> ()
    }
  }
  return
}
