// npu_fused_convert_weight_to_int4pack_for_cpu: pointwise
func.func @npu_fused_convert_weight_to_int4pack_for_cpu(%in_ptr0: memref<1632xi32>, %out_ptr0: memref<816xi8>) {
  %c0 = arith.constant 0 : index
  %c34 = arith.constant 34 : index
  %c7 = arith.constant 7 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 4 : i32
  %c24 = arith.constant 24 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x7xi32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x7xi32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x32xi8, 1>
  scf.for %P1 = %c0 to %c34 step %c7 {
    %x = arith.addi %P1, %c34 : index
    %x_1 = arith.muli %P1, %cm1 : index
    %x_2 = arith.addi %x_1, %c34 : index
    %n_P1 = arith.minsi %x_2, %c7 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [24, %n_P1], strides: [68, 1] : memref<1632xi32> to memref<24x?xi32, strided<[68, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<24x?xi32, strided<[68, 1], offset: ?>>, memref<32x7xi32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [%P1], sizes: [24, %n_P1], strides: [68, 1] : memref<1632xi32> to memref<24x?xi32, strided<[68, 1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<24x?xi32, strided<[68, 1], offset: ?>>, memref<32x7xi32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t_1, %t : memref<32x7xi32, 1>, memref<32x7xi32, 1>) outs(%out : memref<7x32xi8, 1>) {
      ^bb0(%a: i32, %a_1: i32, %o: i8):
        %shl = arith.shli %a_1, %k : i32  // bitwise_left_shift
        %or = arith.ori %shl, %a : i32
        %cvt = arith.trunci %or : i32 to i8  // to_dtype
        linalg.yield %cvt : i8
    }
    %x_3 = arith.muli %P1, %c24 : index
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%x_3], sizes: [%n_P1, 24], strides: [24, 1] : memref<816xi8> to memref<?x24xi8, strided<[24, 1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<7x32xi8, 1>, memref<?x24xi8, strided<[24, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
