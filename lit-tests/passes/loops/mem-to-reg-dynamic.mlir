// Views of dynamic shared memory are distinct where their bytes are: an element of one stays in a register while another is read.
// RUN: tc-opt %s --loops-mem-to-reg | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @apart
  // CHECK: scf.for {{.*}} iter_args
  gpu.func @apart(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %memory = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %A = memref.view %memory[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    %B = memref.view %memory[%c256][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    scf.for %i = %c0 to %n step %c1 {
      %0 = memref.load %A[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      %1 = memref.load %B[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %B[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }

  // The last element of A is the first one of B.
  // CHECK-LABEL: gpu.func @overlapping
  // CHECK-NOT: iter_args
  gpu.func @overlapping(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c252 = arith.constant 252 : index
    %memory = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %A = memref.view %memory[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    %B = memref.view %memory[%c252][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    scf.for %i = %c0 to %n step %c1 {
      %0 = memref.load %A[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      %1 = memref.load %B[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %B[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
