module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm(%A: memref<256x256xf32>, %B: memref<256x256xf32>, %C: memref<256x256xf32>)
        workgroup(%As : memref<16x16xf32, #gpu.address_space<workgroup>>, %Bs : memref<16x16xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %c16 = arith.constant 16 : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c256 = arith.constant 256 : index
      %r0 = arith.muli %by, %c16 : index
      %row = arith.addi %r0, %ty : index
      %q0 = arith.muli %bx, %c16 : index
      %col = arith.addi %q0, %tx : index
      %z = arith.constant 0.0 : f32
      %acc = scf.for %k = %c0 to %c256 step %c16 iter_args(%s = %z) -> f32 {
        %ka = arith.addi %k, %tx : index
        %kb = arith.addi %k, %ty : index
        %a = memref.load %A[%row, %ka] : memref<256x256xf32>
        %b = memref.load %B[%kb, %col] : memref<256x256xf32>
        memref.store %a, %As[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        memref.store %b, %Bs[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %s2 = scf.for %i = %c0 to %c16 step %c1 iter_args(%t = %s) -> f32 {
          %x = memref.load %As[%ty, %i] : memref<16x16xf32, #gpu.address_space<workgroup>>
          %y = memref.load %Bs[%i, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
          %m = arith.mulf %x, %y fastmath<contract> : f32
          %u = arith.addf %t, %m fastmath<contract> : f32
          scf.yield %u : f32
        }
        gpu.barrier
        scf.yield %s2 : f32
      }
      memref.store %acc, %C[%row, %col] : memref<256x256xf32>
      gpu.return
    }
  }
}
