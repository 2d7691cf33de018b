func.func @transpose(%X: memref<330xi8>, %Y: memref<330xi8>) {
  %t = "npu.alloc"() : () -> memref<11x30xi8, 1>
  %u = "npu.alloc"() {lane_axis = 1 : i64} : () -> memref<30x11xi8, 1>
  %x = memref.expand_shape %X [[0, 1]] output_shape [11, 30] : memref<330xi8> into memref<11x30xi8>
  "npu.dma_load"(%x, %t) {pad = 3 : i8} : (memref<11x30xi8>, memref<11x30xi8, 1>) -> ()
  linalg.transpose ins(%t : memref<11x30xi8, 1>) outs(%u : memref<30x11xi8, 1>) permutation = [1, 0]
  %flat = memref.collapse_shape %u [[0, 1]] : memref<30x11xi8, 1> into memref<330xi8, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 mod 5)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%flat : memref<330xi8, 1>) outs(%flat : memref<330xi8, 1>) {
  ^bb0(%a: i8, %b: i8):
    %s = arith.extsi %b : i8 to i32
    %c = arith.trunci %s : i32 to i8
    %r = arith.remsi %c, %a : i8
    linalg.yield %r : i8
  }
  "npu.dma_store"(%flat, %Y) : (memref<330xi8, 1>, memref<330xi8>) -> ()
  return
}
