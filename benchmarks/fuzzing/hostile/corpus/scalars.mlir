func.func @scalars(%X: memref<64xi32>, %N: memref<4xi64>, %Y: memref<?xi32>, %n: index, %step: index) {
  %t = "npu.alloc"() : () -> memref<16xi32, 1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %seven = arith.constant 7 : i32
  %z = arith.constant 0 : i32
  %limit = memref.load %N[%c1] : memref<4xi64>
  %bound = arith.index_cast %limit : i64 to index
  %sum = scf.for %i = %c0 to %n step %step iter_args(%acc = %z) -> (i32) {
    %k = arith.remui %i, %n : index
    %x = memref.load %X[%k] : memref<64xi32>
    %d = arith.addi %x, %seven : i32
    %q = arith.divsi %d, %seven : i32
    %r = arith.shrsi %q, %z : i32
    %a = arith.addi %acc, %r : i32
    scf.yield %a : i32
  }
  %j = arith.floordivsi %n, %c3 : index
  %p = arith.cmpi slt, %j, %bound : index
  scf.if %p {
    memref.store %sum, %Y[%j] : memref<?xi32>
  } else {
    memref.store %sum, %t[%c3] : memref<16xi32, 1>
    %y = memref.load %t[%c3] : memref<16xi32, 1>
    memref.store %y, %Y[%c0] : memref<?xi32>
  }
  %w:2 = scf.while (%i = %c0, %s = %sum) : (index, i32) -> (index, i32) {
    %go = arith.cmpi ult, %i, %c3 : index
    scf.condition(%go) %i, %s : index, i32
  } do {
  ^bb0(%i: index, %s: i32):
    %next = arith.addi %i, %c1 : index
    %m = arith.muli %s, %seven : i32
    scf.yield %next, %m : index, i32
  }
  memref.store %w#1, %Y[%w#0] : memref<?xi32>
  return
}
