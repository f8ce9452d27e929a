// pipeline: builtin.module(gpu.module(math-verify-nvptx),math-expand,nvvm-attach-target{chip=sm_90a features=+ptx87 O=3},gpu.module(canonicalize,cse,convert-nvgpu-to-nvvm),convert-vector-to-scf,convert-scf-to-cf,convert-nvvm-to-llvm,expand-strided-metadata,lower-affine,gpu.module(math-to-nvvm,arith-expand,convert-gpu-to-nvvm{index-bitwidth=64 use-bare-ptr-memref-call-conv=1},canonicalize,cse,reconcile-unrealized-casts),gpu.module(math-verify-nvptx),gpu-module-to-ptx)
#target = #tc.target<kind = "gpu", name = "sm_90a", chip = "sm_90a", clock_ghz = 1.980000e+00, f16_tflops = 989, fma_latency_clocks = 4, fp32_tflops = 67, fp64_tflops = 34, issue_per_clock = 4, l2_bytes = 52428800, launch_us = 2, max_block = [1024, 1024, 64], max_blocks_per_multiprocessor = 32, max_grid = [2147483647, 65535, 65535], max_registers_per_thread = 255, max_threads_per_block = 1024, max_threads_per_multiprocessor = 2048, memory_gb_per_s = 4800, memory_latency_ns = 240, multiprocessors = 132, parts_per_multiprocessor = 4, ptx = "+ptx87", register_granularity = 256, registers_per_multiprocessor = 65536, shared_bank_bytes = 4, shared_bytes_per_block = 49152, shared_bytes_per_clock = 128, shared_bytes_per_multiprocessor = 233472, shared_bytes_reserved_per_block = 1024, shared_granularity = 128, tf32_tflops = 495, warp = 32>
module attributes {gpu.container_module, tc.target = #target} {
  gpu.module @f_k0 {
    gpu.func @f_k0(%arg0: memref<1000xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<998xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 32, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c997 = arith.constant 997 : index
      %c999 = arith.constant 999 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 32
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c999 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<1000xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c997 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<998xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k1 {
    gpu.func @f_k1(%arg0: memref<998xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<996xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 32, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c995 = arith.constant 995 : index
      %c997 = arith.constant 997 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 32
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c997 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<998xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c995 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<996xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k2 {
    gpu.func @f_k2(%arg0: memref<996xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<994xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 32, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c993 = arith.constant 993 : index
      %c995 = arith.constant 995 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 32
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c995 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<996xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c993 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<994xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k3 {
    gpu.func @f_k3(%arg0: memref<994xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<992xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      scf.if %2 {
        %4 = arith.muli %block_id_x, %c32 : index
        %5 = arith.addi %4, %thread_id_x : index
        %6 = arith.addi %5, %0 : index
        %7 = memref.load %arg0[%6] : memref<994xf32>
        memref.store %7, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %3 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %3 {
        %4 = arith.addi %thread_id_x, %c1 : index
        %5 = arith.addi %thread_id_x, %c2 : index
        %6 = arith.muli %block_id_x, %c32 : index
        %7 = arith.addi %6, %thread_id_x : index
        %8 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %9 = memref.load %arg2[%4] : memref<34xf32, #gpu.address_space<workgroup>>
        %10 = arith.addf %8, %9 fastmath<contract> : f32
        %11 = memref.load %arg2[%5] : memref<34xf32, #gpu.address_space<workgroup>>
        %12 = arith.addf %10, %11 fastmath<contract> : f32
        memref.store %12, %arg1[%7] {tc.thread_private} : memref<992xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k4 {
    gpu.func @f_k4(%arg0: memref<992xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<990xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c989 = arith.constant 989 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %c30 = arith.constant 30 : index
      %block_id_x = gpu.block_id  x upper_bound 31
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %0 = arith.addi %block_id_x, %thread_id_y : index
      %1 = arith.cmpi sle, %0, %c30 : index
      %2 = arith.muli %thread_id_y, %c32 : index
      %3 = arith.addi %thread_id_x, %2 : index
      %4 = arith.cmpi sle, %3, %c33 : index
      %5 = arith.andi %1, %4 : i1
      scf.if %5 {
        %11 = arith.muli %block_id_x, %c32 : index
        %12 = arith.addi %11, %thread_id_x : index
        %13 = arith.addi %12, %2 : index
        %14 = memref.load %arg0[%13] : memref<992xf32>
        memref.store %14, %arg2[%3] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %6, %thread_id_x : index
      %8 = arith.cmpi sle, %7, %c989 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%7] {tc.thread_private} : memref<990xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k5 {
    gpu.func @f_k5(%arg0: memref<990xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<988xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c987 = arith.constant 987 : index
      %c989 = arith.constant 989 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c989 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<990xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c987 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<988xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k6 {
    gpu.func @f_k6(%arg0: memref<988xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<986xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c985 = arith.constant 985 : index
      %c987 = arith.constant 987 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c987 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<988xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c985 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<986xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k7 {
    gpu.func @f_k7(%arg0: memref<986xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<984xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c983 = arith.constant 983 : index
      %c985 = arith.constant 985 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c985 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<986xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c983 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<984xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k8 {
    gpu.func @f_k8(%arg0: memref<984xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<982xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c981 = arith.constant 981 : index
      %c983 = arith.constant 983 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c983 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<984xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c981 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<982xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k9 {
    gpu.func @f_k9(%arg0: memref<982xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<980xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c979 = arith.constant 979 : index
      %c981 = arith.constant 981 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c981 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<982xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c979 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<980xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k10 {
    gpu.func @f_k10(%arg0: memref<980xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<978xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c977 = arith.constant 977 : index
      %c979 = arith.constant 979 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c979 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<980xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c977 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<978xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k11 {
    gpu.func @f_k11(%arg0: memref<978xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<976xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c975 = arith.constant 975 : index
      %c977 = arith.constant 977 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c977 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<978xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c975 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<976xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k12 {
    gpu.func @f_k12(%arg0: memref<976xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<974xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c973 = arith.constant 973 : index
      %c975 = arith.constant 975 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c975 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<976xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c973 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<974xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k13 {
    gpu.func @f_k13(%arg0: memref<974xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<972xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c971 = arith.constant 971 : index
      %c973 = arith.constant 973 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c973 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<974xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c971 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<972xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k14 {
    gpu.func @f_k14(%arg0: memref<972xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<970xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c969 = arith.constant 969 : index
      %c971 = arith.constant 971 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c971 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<972xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c969 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<970xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k15 {
    gpu.func @f_k15(%arg0: memref<970xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<968xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c967 = arith.constant 967 : index
      %c969 = arith.constant 969 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c969 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<970xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c967 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<968xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k16 {
    gpu.func @f_k16(%arg0: memref<968xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<966xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c965 = arith.constant 965 : index
      %c967 = arith.constant 967 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c967 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<968xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c965 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<966xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k17 {
    gpu.func @f_k17(%arg0: memref<966xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<964xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c963 = arith.constant 963 : index
      %c965 = arith.constant 965 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c965 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<966xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c963 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<964xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k18 {
    gpu.func @f_k18(%arg0: memref<964xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<962xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 31, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c961 = arith.constant 961 : index
      %c963 = arith.constant 963 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 31
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c963 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<964xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c961 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<962xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k19 {
    gpu.func @f_k19(%arg0: memref<962xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<960xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      scf.if %2 {
        %4 = arith.muli %block_id_x, %c32 : index
        %5 = arith.addi %4, %thread_id_x : index
        %6 = arith.addi %5, %0 : index
        %7 = memref.load %arg0[%6] : memref<962xf32>
        memref.store %7, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %3 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %3 {
        %4 = arith.addi %thread_id_x, %c1 : index
        %5 = arith.addi %thread_id_x, %c2 : index
        %6 = arith.muli %block_id_x, %c32 : index
        %7 = arith.addi %6, %thread_id_x : index
        %8 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %9 = memref.load %arg2[%4] : memref<34xf32, #gpu.address_space<workgroup>>
        %10 = arith.addf %8, %9 fastmath<contract> : f32
        %11 = memref.load %arg2[%5] : memref<34xf32, #gpu.address_space<workgroup>>
        %12 = arith.addf %10, %11 fastmath<contract> : f32
        memref.store %12, %arg1[%7] {tc.thread_private} : memref<960xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k20 {
    gpu.func @f_k20(%arg0: memref<960xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<958xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c957 = arith.constant 957 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %c29 = arith.constant 29 : index
      %block_id_x = gpu.block_id  x upper_bound 30
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %0 = arith.addi %block_id_x, %thread_id_y : index
      %1 = arith.cmpi sle, %0, %c29 : index
      %2 = arith.muli %thread_id_y, %c32 : index
      %3 = arith.addi %thread_id_x, %2 : index
      %4 = arith.cmpi sle, %3, %c33 : index
      %5 = arith.andi %1, %4 : i1
      scf.if %5 {
        %11 = arith.muli %block_id_x, %c32 : index
        %12 = arith.addi %11, %thread_id_x : index
        %13 = arith.addi %12, %2 : index
        %14 = memref.load %arg0[%13] : memref<960xf32>
        memref.store %14, %arg2[%3] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %6, %thread_id_x : index
      %8 = arith.cmpi sle, %7, %c957 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%7] {tc.thread_private} : memref<958xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k21 {
    gpu.func @f_k21(%arg0: memref<958xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<956xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c955 = arith.constant 955 : index
      %c957 = arith.constant 957 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c957 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<958xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c955 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<956xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k22 {
    gpu.func @f_k22(%arg0: memref<956xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<954xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c953 = arith.constant 953 : index
      %c955 = arith.constant 955 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c955 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<956xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c953 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<954xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k23 {
    gpu.func @f_k23(%arg0: memref<954xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<952xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c951 = arith.constant 951 : index
      %c953 = arith.constant 953 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c953 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<954xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c951 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<952xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k24 {
    gpu.func @f_k24(%arg0: memref<952xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<950xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c949 = arith.constant 949 : index
      %c951 = arith.constant 951 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c951 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<952xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c949 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<950xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k25 {
    gpu.func @f_k25(%arg0: memref<950xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<948xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c947 = arith.constant 947 : index
      %c949 = arith.constant 949 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c949 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<950xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c947 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<948xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k26 {
    gpu.func @f_k26(%arg0: memref<948xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<946xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c945 = arith.constant 945 : index
      %c947 = arith.constant 947 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c947 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<948xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c945 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<946xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k27 {
    gpu.func @f_k27(%arg0: memref<946xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<944xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c943 = arith.constant 943 : index
      %c945 = arith.constant 945 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c945 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<946xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c943 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<944xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k28 {
    gpu.func @f_k28(%arg0: memref<944xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<942xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c941 = arith.constant 941 : index
      %c943 = arith.constant 943 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c943 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<944xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c941 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<942xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k29 {
    gpu.func @f_k29(%arg0: memref<942xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<940xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c939 = arith.constant 939 : index
      %c941 = arith.constant 941 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c941 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<942xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c939 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<940xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k30 {
    gpu.func @f_k30(%arg0: memref<940xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<938xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c937 = arith.constant 937 : index
      %c939 = arith.constant 939 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c939 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<940xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c937 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<938xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k31 {
    gpu.func @f_k31(%arg0: memref<938xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<936xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c935 = arith.constant 935 : index
      %c937 = arith.constant 937 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c937 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<938xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c935 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<936xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k32 {
    gpu.func @f_k32(%arg0: memref<936xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<934xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c933 = arith.constant 933 : index
      %c935 = arith.constant 935 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c935 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<936xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c933 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<934xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k33 {
    gpu.func @f_k33(%arg0: memref<934xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<932xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c931 = arith.constant 931 : index
      %c933 = arith.constant 933 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c933 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<934xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c931 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<932xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k34 {
    gpu.func @f_k34(%arg0: memref<932xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<930xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 30, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c929 = arith.constant 929 : index
      %c931 = arith.constant 931 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 30
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c931 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<932xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c929 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<930xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k35 {
    gpu.func @f_k35(%arg0: memref<930xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<928xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      scf.if %2 {
        %4 = arith.muli %block_id_x, %c32 : index
        %5 = arith.addi %4, %thread_id_x : index
        %6 = arith.addi %5, %0 : index
        %7 = memref.load %arg0[%6] : memref<930xf32>
        memref.store %7, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %3 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %3 {
        %4 = arith.addi %thread_id_x, %c1 : index
        %5 = arith.addi %thread_id_x, %c2 : index
        %6 = arith.muli %block_id_x, %c32 : index
        %7 = arith.addi %6, %thread_id_x : index
        %8 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %9 = memref.load %arg2[%4] : memref<34xf32, #gpu.address_space<workgroup>>
        %10 = arith.addf %8, %9 fastmath<contract> : f32
        %11 = memref.load %arg2[%5] : memref<34xf32, #gpu.address_space<workgroup>>
        %12 = arith.addf %10, %11 fastmath<contract> : f32
        memref.store %12, %arg1[%7] {tc.thread_private} : memref<928xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k36 {
    gpu.func @f_k36(%arg0: memref<928xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<926xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c925 = arith.constant 925 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %c28 = arith.constant 28 : index
      %block_id_x = gpu.block_id  x upper_bound 29
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %0 = arith.addi %block_id_x, %thread_id_y : index
      %1 = arith.cmpi sle, %0, %c28 : index
      %2 = arith.muli %thread_id_y, %c32 : index
      %3 = arith.addi %thread_id_x, %2 : index
      %4 = arith.cmpi sle, %3, %c33 : index
      %5 = arith.andi %1, %4 : i1
      scf.if %5 {
        %11 = arith.muli %block_id_x, %c32 : index
        %12 = arith.addi %11, %thread_id_x : index
        %13 = arith.addi %12, %2 : index
        %14 = memref.load %arg0[%13] : memref<928xf32>
        memref.store %14, %arg2[%3] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %6, %thread_id_x : index
      %8 = arith.cmpi sle, %7, %c925 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%7] {tc.thread_private} : memref<926xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k37 {
    gpu.func @f_k37(%arg0: memref<926xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<924xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c923 = arith.constant 923 : index
      %c925 = arith.constant 925 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c925 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<926xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c923 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<924xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k38 {
    gpu.func @f_k38(%arg0: memref<924xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<922xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c921 = arith.constant 921 : index
      %c923 = arith.constant 923 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c923 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<924xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c921 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<922xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k39 {
    gpu.func @f_k39(%arg0: memref<922xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<920xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c919 = arith.constant 919 : index
      %c921 = arith.constant 921 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c921 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<922xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c919 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<920xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k40 {
    gpu.func @f_k40(%arg0: memref<920xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<918xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c917 = arith.constant 917 : index
      %c919 = arith.constant 919 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c919 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<920xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c917 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<918xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k41 {
    gpu.func @f_k41(%arg0: memref<918xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<916xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c915 = arith.constant 915 : index
      %c917 = arith.constant 917 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c917 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<918xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c915 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<916xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k42 {
    gpu.func @f_k42(%arg0: memref<916xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<914xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c913 = arith.constant 913 : index
      %c915 = arith.constant 915 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c915 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<916xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c913 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<914xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k43 {
    gpu.func @f_k43(%arg0: memref<914xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<912xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c911 = arith.constant 911 : index
      %c913 = arith.constant 913 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c913 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<914xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c911 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<912xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k44 {
    gpu.func @f_k44(%arg0: memref<912xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<910xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c909 = arith.constant 909 : index
      %c911 = arith.constant 911 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c911 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<912xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c909 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<910xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k45 {
    gpu.func @f_k45(%arg0: memref<910xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<908xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c907 = arith.constant 907 : index
      %c909 = arith.constant 909 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c909 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<910xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c907 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<908xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k46 {
    gpu.func @f_k46(%arg0: memref<908xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<906xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c905 = arith.constant 905 : index
      %c907 = arith.constant 907 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c907 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<908xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c905 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<906xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k47 {
    gpu.func @f_k47(%arg0: memref<906xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<904xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c903 = arith.constant 903 : index
      %c905 = arith.constant 905 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c905 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<906xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c903 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<904xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k48 {
    gpu.func @f_k48(%arg0: memref<904xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<902xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c901 = arith.constant 901 : index
      %c903 = arith.constant 903 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c903 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<904xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c901 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<902xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k49 {
    gpu.func @f_k49(%arg0: memref<902xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<900xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c899 = arith.constant 899 : index
      %c901 = arith.constant 901 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c901 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<902xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c899 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<900xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k50 {
    gpu.func @f_k50(%arg0: memref<900xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<898xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 29, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c897 = arith.constant 897 : index
      %c899 = arith.constant 899 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 29
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c899 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<900xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c897 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<898xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k51 {
    gpu.func @f_k51(%arg0: memref<898xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<896xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      scf.if %2 {
        %4 = arith.muli %block_id_x, %c32 : index
        %5 = arith.addi %4, %thread_id_x : index
        %6 = arith.addi %5, %0 : index
        %7 = memref.load %arg0[%6] : memref<898xf32>
        memref.store %7, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %3 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %3 {
        %4 = arith.addi %thread_id_x, %c1 : index
        %5 = arith.addi %thread_id_x, %c2 : index
        %6 = arith.muli %block_id_x, %c32 : index
        %7 = arith.addi %6, %thread_id_x : index
        %8 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %9 = memref.load %arg2[%4] : memref<34xf32, #gpu.address_space<workgroup>>
        %10 = arith.addf %8, %9 fastmath<contract> : f32
        %11 = memref.load %arg2[%5] : memref<34xf32, #gpu.address_space<workgroup>>
        %12 = arith.addf %10, %11 fastmath<contract> : f32
        memref.store %12, %arg1[%7] {tc.thread_private} : memref<896xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k52 {
    gpu.func @f_k52(%arg0: memref<896xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<894xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c893 = arith.constant 893 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %c27 = arith.constant 27 : index
      %block_id_x = gpu.block_id  x upper_bound 28
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %0 = arith.addi %block_id_x, %thread_id_y : index
      %1 = arith.cmpi sle, %0, %c27 : index
      %2 = arith.muli %thread_id_y, %c32 : index
      %3 = arith.addi %thread_id_x, %2 : index
      %4 = arith.cmpi sle, %3, %c33 : index
      %5 = arith.andi %1, %4 : i1
      scf.if %5 {
        %11 = arith.muli %block_id_x, %c32 : index
        %12 = arith.addi %11, %thread_id_x : index
        %13 = arith.addi %12, %2 : index
        %14 = memref.load %arg0[%13] : memref<896xf32>
        memref.store %14, %arg2[%3] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %6, %thread_id_x : index
      %8 = arith.cmpi sle, %7, %c893 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%7] {tc.thread_private} : memref<894xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k53 {
    gpu.func @f_k53(%arg0: memref<894xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<892xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c891 = arith.constant 891 : index
      %c893 = arith.constant 893 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c893 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<894xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c891 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<892xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k54 {
    gpu.func @f_k54(%arg0: memref<892xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<890xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c889 = arith.constant 889 : index
      %c891 = arith.constant 891 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c891 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<892xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c889 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<890xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k55 {
    gpu.func @f_k55(%arg0: memref<890xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<888xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c887 = arith.constant 887 : index
      %c889 = arith.constant 889 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c889 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<890xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c887 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<888xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k56 {
    gpu.func @f_k56(%arg0: memref<888xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<886xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c885 = arith.constant 885 : index
      %c887 = arith.constant 887 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c887 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<888xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c885 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<886xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k57 {
    gpu.func @f_k57(%arg0: memref<886xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<884xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c883 = arith.constant 883 : index
      %c885 = arith.constant 885 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c885 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<886xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c883 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<884xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k58 {
    gpu.func @f_k58(%arg0: memref<884xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<882xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c881 = arith.constant 881 : index
      %c883 = arith.constant 883 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c883 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<884xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c881 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<882xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k59 {
    gpu.func @f_k59(%arg0: memref<882xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<880xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c879 = arith.constant 879 : index
      %c881 = arith.constant 881 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c881 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<882xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c879 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<880xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k60 {
    gpu.func @f_k60(%arg0: memref<880xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<878xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c877 = arith.constant 877 : index
      %c879 = arith.constant 879 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c879 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<880xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c877 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<878xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k61 {
    gpu.func @f_k61(%arg0: memref<878xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<876xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c875 = arith.constant 875 : index
      %c877 = arith.constant 877 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c877 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<878xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c875 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<876xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k62 {
    gpu.func @f_k62(%arg0: memref<876xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<874xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c873 = arith.constant 873 : index
      %c875 = arith.constant 875 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c875 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<876xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c873 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<874xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k63 {
    gpu.func @f_k63(%arg0: memref<874xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<872xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c871 = arith.constant 871 : index
      %c873 = arith.constant 873 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c873 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<874xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c871 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<872xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k64 {
    gpu.func @f_k64(%arg0: memref<872xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<870xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c869 = arith.constant 869 : index
      %c871 = arith.constant 871 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c871 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<872xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c869 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<870xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k65 {
    gpu.func @f_k65(%arg0: memref<870xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<868xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c867 = arith.constant 867 : index
      %c869 = arith.constant 869 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c869 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<870xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c867 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<868xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k66 {
    gpu.func @f_k66(%arg0: memref<868xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<866xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 28, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c865 = arith.constant 865 : index
      %c867 = arith.constant 867 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 28
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c867 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<868xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c865 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<866xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k67 {
    gpu.func @f_k67(%arg0: memref<866xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<864xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      scf.if %2 {
        %4 = arith.muli %block_id_x, %c32 : index
        %5 = arith.addi %4, %thread_id_x : index
        %6 = arith.addi %5, %0 : index
        %7 = memref.load %arg0[%6] : memref<866xf32>
        memref.store %7, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %3 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %3 {
        %4 = arith.addi %thread_id_x, %c1 : index
        %5 = arith.addi %thread_id_x, %c2 : index
        %6 = arith.muli %block_id_x, %c32 : index
        %7 = arith.addi %6, %thread_id_x : index
        %8 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %9 = memref.load %arg2[%4] : memref<34xf32, #gpu.address_space<workgroup>>
        %10 = arith.addf %8, %9 fastmath<contract> : f32
        %11 = memref.load %arg2[%5] : memref<34xf32, #gpu.address_space<workgroup>>
        %12 = arith.addf %10, %11 fastmath<contract> : f32
        memref.store %12, %arg1[%7] {tc.thread_private} : memref<864xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k68 {
    gpu.func @f_k68(%arg0: memref<864xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<862xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c861 = arith.constant 861 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %c26 = arith.constant 26 : index
      %block_id_x = gpu.block_id  x upper_bound 27
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %0 = arith.addi %block_id_x, %thread_id_y : index
      %1 = arith.cmpi sle, %0, %c26 : index
      %2 = arith.muli %thread_id_y, %c32 : index
      %3 = arith.addi %thread_id_x, %2 : index
      %4 = arith.cmpi sle, %3, %c33 : index
      %5 = arith.andi %1, %4 : i1
      scf.if %5 {
        %11 = arith.muli %block_id_x, %c32 : index
        %12 = arith.addi %11, %thread_id_x : index
        %13 = arith.addi %12, %2 : index
        %14 = memref.load %arg0[%13] : memref<864xf32>
        memref.store %14, %arg2[%3] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %6, %thread_id_x : index
      %8 = arith.cmpi sle, %7, %c861 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%7] {tc.thread_private} : memref<862xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k69 {
    gpu.func @f_k69(%arg0: memref<862xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<860xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c859 = arith.constant 859 : index
      %c861 = arith.constant 861 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c861 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<862xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c859 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<860xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k70 {
    gpu.func @f_k70(%arg0: memref<860xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<858xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c857 = arith.constant 857 : index
      %c859 = arith.constant 859 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c859 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<860xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c857 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<858xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k71 {
    gpu.func @f_k71(%arg0: memref<858xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<856xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c855 = arith.constant 855 : index
      %c857 = arith.constant 857 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c857 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<858xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c855 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<856xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k72 {
    gpu.func @f_k72(%arg0: memref<856xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<854xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c853 = arith.constant 853 : index
      %c855 = arith.constant 855 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c855 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<856xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c853 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<854xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k73 {
    gpu.func @f_k73(%arg0: memref<854xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<852xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c851 = arith.constant 851 : index
      %c853 = arith.constant 853 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c853 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<854xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c851 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<852xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k74 {
    gpu.func @f_k74(%arg0: memref<852xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<850xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c849 = arith.constant 849 : index
      %c851 = arith.constant 851 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c851 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<852xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c849 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<850xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k75 {
    gpu.func @f_k75(%arg0: memref<850xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<848xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c847 = arith.constant 847 : index
      %c849 = arith.constant 849 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c849 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<850xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c847 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<848xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k76 {
    gpu.func @f_k76(%arg0: memref<848xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<846xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c845 = arith.constant 845 : index
      %c847 = arith.constant 847 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c847 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<848xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c845 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<846xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k77 {
    gpu.func @f_k77(%arg0: memref<846xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<844xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c843 = arith.constant 843 : index
      %c845 = arith.constant 845 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c845 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<846xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c843 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<844xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k78 {
    gpu.func @f_k78(%arg0: memref<844xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<842xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c841 = arith.constant 841 : index
      %c843 = arith.constant 843 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c843 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<844xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c841 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<842xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k79 {
    gpu.func @f_k79(%arg0: memref<842xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<840xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c839 = arith.constant 839 : index
      %c841 = arith.constant 841 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c841 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<842xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c839 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<840xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k80 {
    gpu.func @f_k80(%arg0: memref<840xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<838xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c837 = arith.constant 837 : index
      %c839 = arith.constant 839 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c839 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<840xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c837 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<838xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k81 {
    gpu.func @f_k81(%arg0: memref<838xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<836xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c835 = arith.constant 835 : index
      %c837 = arith.constant 837 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c837 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<838xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c835 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<836xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k82 {
    gpu.func @f_k82(%arg0: memref<836xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<834xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c833 = arith.constant 833 : index
      %c835 = arith.constant 835 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 27
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c835 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<836xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c833 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<834xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k83 {
    gpu.func @f_k83(%arg0: memref<834xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<832xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      scf.if %2 {
        %4 = arith.muli %block_id_x, %c32 : index
        %5 = arith.addi %4, %thread_id_x : index
        %6 = arith.addi %5, %0 : index
        %7 = memref.load %arg0[%6] : memref<834xf32>
        memref.store %7, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %3 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %3 {
        %4 = arith.addi %thread_id_x, %c1 : index
        %5 = arith.addi %thread_id_x, %c2 : index
        %6 = arith.muli %block_id_x, %c32 : index
        %7 = arith.addi %6, %thread_id_x : index
        %8 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %9 = memref.load %arg2[%4] : memref<34xf32, #gpu.address_space<workgroup>>
        %10 = arith.addf %8, %9 fastmath<contract> : f32
        %11 = memref.load %arg2[%5] : memref<34xf32, #gpu.address_space<workgroup>>
        %12 = arith.addf %10, %11 fastmath<contract> : f32
        memref.store %12, %arg1[%7] {tc.thread_private} : memref<832xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k84 {
    gpu.func @f_k84(%arg0: memref<832xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<830xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c829 = arith.constant 829 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %c25 = arith.constant 25 : index
      %block_id_x = gpu.block_id  x upper_bound 26
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %0 = arith.addi %block_id_x, %thread_id_y : index
      %1 = arith.cmpi sle, %0, %c25 : index
      %2 = arith.muli %thread_id_y, %c32 : index
      %3 = arith.addi %thread_id_x, %2 : index
      %4 = arith.cmpi sle, %3, %c33 : index
      %5 = arith.andi %1, %4 : i1
      scf.if %5 {
        %11 = arith.muli %block_id_x, %c32 : index
        %12 = arith.addi %11, %thread_id_x : index
        %13 = arith.addi %12, %2 : index
        %14 = memref.load %arg0[%13] : memref<832xf32>
        memref.store %14, %arg2[%3] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %6, %thread_id_x : index
      %8 = arith.cmpi sle, %7, %c829 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%7] {tc.thread_private} : memref<830xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k85 {
    gpu.func @f_k85(%arg0: memref<830xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<828xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c827 = arith.constant 827 : index
      %c829 = arith.constant 829 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c829 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<830xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c827 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<828xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k86 {
    gpu.func @f_k86(%arg0: memref<828xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<826xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c825 = arith.constant 825 : index
      %c827 = arith.constant 827 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c827 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<828xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c825 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<826xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k87 {
    gpu.func @f_k87(%arg0: memref<826xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<824xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c823 = arith.constant 823 : index
      %c825 = arith.constant 825 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c825 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<826xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c823 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<824xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k88 {
    gpu.func @f_k88(%arg0: memref<824xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<822xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c821 = arith.constant 821 : index
      %c823 = arith.constant 823 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c823 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<824xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c821 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<822xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k89 {
    gpu.func @f_k89(%arg0: memref<822xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<820xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c819 = arith.constant 819 : index
      %c821 = arith.constant 821 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c821 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<822xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c819 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<820xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k90 {
    gpu.func @f_k90(%arg0: memref<820xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<818xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c817 = arith.constant 817 : index
      %c819 = arith.constant 819 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c819 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<820xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c817 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<818xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k91 {
    gpu.func @f_k91(%arg0: memref<818xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<816xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c815 = arith.constant 815 : index
      %c817 = arith.constant 817 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c817 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<818xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c815 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<816xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k92 {
    gpu.func @f_k92(%arg0: memref<816xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<814xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c813 = arith.constant 813 : index
      %c815 = arith.constant 815 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c815 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<816xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c813 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<814xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k93 {
    gpu.func @f_k93(%arg0: memref<814xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<812xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c811 = arith.constant 811 : index
      %c813 = arith.constant 813 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c813 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<814xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c811 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<812xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k94 {
    gpu.func @f_k94(%arg0: memref<812xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<810xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c809 = arith.constant 809 : index
      %c811 = arith.constant 811 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c811 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<812xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c809 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<810xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k95 {
    gpu.func @f_k95(%arg0: memref<810xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<808xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c807 = arith.constant 807 : index
      %c809 = arith.constant 809 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c809 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<810xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c807 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<808xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k96 {
    gpu.func @f_k96(%arg0: memref<808xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<806xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c805 = arith.constant 805 : index
      %c807 = arith.constant 807 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c807 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<808xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c805 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<806xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k97 {
    gpu.func @f_k97(%arg0: memref<806xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<804xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c803 = arith.constant 803 : index
      %c805 = arith.constant 805 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c805 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<806xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c803 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<804xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k98 {
    gpu.func @f_k98(%arg0: memref<804xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<802xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 26, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c801 = arith.constant 801 : index
      %c803 = arith.constant 803 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 26
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c803 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<804xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c801 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<802xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k99 {
    gpu.func @f_k99(%arg0: memref<802xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<800xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      scf.if %2 {
        %4 = arith.muli %block_id_x, %c32 : index
        %5 = arith.addi %4, %thread_id_x : index
        %6 = arith.addi %5, %0 : index
        %7 = memref.load %arg0[%6] : memref<802xf32>
        memref.store %7, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %3 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %3 {
        %4 = arith.addi %thread_id_x, %c1 : index
        %5 = arith.addi %thread_id_x, %c2 : index
        %6 = arith.muli %block_id_x, %c32 : index
        %7 = arith.addi %6, %thread_id_x : index
        %8 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %9 = memref.load %arg2[%4] : memref<34xf32, #gpu.address_space<workgroup>>
        %10 = arith.addf %8, %9 fastmath<contract> : f32
        %11 = memref.load %arg2[%5] : memref<34xf32, #gpu.address_space<workgroup>>
        %12 = arith.addf %10, %11 fastmath<contract> : f32
        memref.store %12, %arg1[%7] {tc.thread_private} : memref<800xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k100 {
    gpu.func @f_k100(%arg0: memref<800xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<798xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c797 = arith.constant 797 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %c24 = arith.constant 24 : index
      %block_id_x = gpu.block_id  x upper_bound 25
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %0 = arith.addi %block_id_x, %thread_id_y : index
      %1 = arith.cmpi sle, %0, %c24 : index
      %2 = arith.muli %thread_id_y, %c32 : index
      %3 = arith.addi %thread_id_x, %2 : index
      %4 = arith.cmpi sle, %3, %c33 : index
      %5 = arith.andi %1, %4 : i1
      scf.if %5 {
        %11 = arith.muli %block_id_x, %c32 : index
        %12 = arith.addi %11, %thread_id_x : index
        %13 = arith.addi %12, %2 : index
        %14 = memref.load %arg0[%13] : memref<800xf32>
        memref.store %14, %arg2[%3] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %6, %thread_id_x : index
      %8 = arith.cmpi sle, %7, %c797 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%7] {tc.thread_private} : memref<798xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k101 {
    gpu.func @f_k101(%arg0: memref<798xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<796xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c795 = arith.constant 795 : index
      %c797 = arith.constant 797 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c797 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<798xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c795 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<796xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k102 {
    gpu.func @f_k102(%arg0: memref<796xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<794xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c793 = arith.constant 793 : index
      %c795 = arith.constant 795 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c795 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<796xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c793 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<794xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k103 {
    gpu.func @f_k103(%arg0: memref<794xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<792xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c791 = arith.constant 791 : index
      %c793 = arith.constant 793 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c793 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<794xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c791 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<792xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k104 {
    gpu.func @f_k104(%arg0: memref<792xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<790xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c789 = arith.constant 789 : index
      %c791 = arith.constant 791 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c791 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<792xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c789 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<790xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k105 {
    gpu.func @f_k105(%arg0: memref<790xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<788xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c787 = arith.constant 787 : index
      %c789 = arith.constant 789 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c789 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<790xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c787 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<788xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k106 {
    gpu.func @f_k106(%arg0: memref<788xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<786xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c785 = arith.constant 785 : index
      %c787 = arith.constant 787 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c787 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<788xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c785 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<786xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k107 {
    gpu.func @f_k107(%arg0: memref<786xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<784xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c783 = arith.constant 783 : index
      %c785 = arith.constant 785 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c785 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<786xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c783 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<784xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k108 {
    gpu.func @f_k108(%arg0: memref<784xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<782xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c781 = arith.constant 781 : index
      %c783 = arith.constant 783 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c783 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<784xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c781 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<782xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k109 {
    gpu.func @f_k109(%arg0: memref<782xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<780xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c779 = arith.constant 779 : index
      %c781 = arith.constant 781 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c781 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<782xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c779 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<780xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k110 {
    gpu.func @f_k110(%arg0: memref<780xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<778xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c777 = arith.constant 777 : index
      %c779 = arith.constant 779 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c779 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<780xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c777 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<778xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k111 {
    gpu.func @f_k111(%arg0: memref<778xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<776xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c775 = arith.constant 775 : index
      %c777 = arith.constant 777 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c777 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<778xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c775 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<776xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k112 {
    gpu.func @f_k112(%arg0: memref<776xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<774xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c773 = arith.constant 773 : index
      %c775 = arith.constant 775 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c775 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<776xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c773 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<774xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k113 {
    gpu.func @f_k113(%arg0: memref<774xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<772xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c771 = arith.constant 771 : index
      %c773 = arith.constant 773 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c773 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<774xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c771 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<772xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k114 {
    gpu.func @f_k114(%arg0: memref<772xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<770xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 25, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c769 = arith.constant 769 : index
      %c771 = arith.constant 771 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 25
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c771 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<772xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c769 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<770xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k115 {
    gpu.func @f_k115(%arg0: memref<770xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<768xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      scf.if %2 {
        %4 = arith.muli %block_id_x, %c32 : index
        %5 = arith.addi %4, %thread_id_x : index
        %6 = arith.addi %5, %0 : index
        %7 = memref.load %arg0[%6] : memref<770xf32>
        memref.store %7, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %3 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %3 {
        %4 = arith.addi %thread_id_x, %c1 : index
        %5 = arith.addi %thread_id_x, %c2 : index
        %6 = arith.muli %block_id_x, %c32 : index
        %7 = arith.addi %6, %thread_id_x : index
        %8 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %9 = memref.load %arg2[%4] : memref<34xf32, #gpu.address_space<workgroup>>
        %10 = arith.addf %8, %9 fastmath<contract> : f32
        %11 = memref.load %arg2[%5] : memref<34xf32, #gpu.address_space<workgroup>>
        %12 = arith.addf %10, %11 fastmath<contract> : f32
        memref.store %12, %arg1[%7] {tc.thread_private} : memref<768xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k116 {
    gpu.func @f_k116(%arg0: memref<768xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<766xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c765 = arith.constant 765 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %c23 = arith.constant 23 : index
      %block_id_x = gpu.block_id  x upper_bound 24
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %0 = arith.addi %block_id_x, %thread_id_y : index
      %1 = arith.cmpi sle, %0, %c23 : index
      %2 = arith.muli %thread_id_y, %c32 : index
      %3 = arith.addi %thread_id_x, %2 : index
      %4 = arith.cmpi sle, %3, %c33 : index
      %5 = arith.andi %1, %4 : i1
      scf.if %5 {
        %11 = arith.muli %block_id_x, %c32 : index
        %12 = arith.addi %11, %thread_id_x : index
        %13 = arith.addi %12, %2 : index
        %14 = memref.load %arg0[%13] : memref<768xf32>
        memref.store %14, %arg2[%3] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %6, %thread_id_x : index
      %8 = arith.cmpi sle, %7, %c765 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%7] {tc.thread_private} : memref<766xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k117 {
    gpu.func @f_k117(%arg0: memref<766xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<764xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c763 = arith.constant 763 : index
      %c765 = arith.constant 765 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c765 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<766xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c763 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<764xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k118 {
    gpu.func @f_k118(%arg0: memref<764xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<762xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c761 = arith.constant 761 : index
      %c763 = arith.constant 763 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c763 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<764xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c761 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<762xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k119 {
    gpu.func @f_k119(%arg0: memref<762xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<760xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c759 = arith.constant 759 : index
      %c761 = arith.constant 761 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c761 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<762xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c759 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<760xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k120 {
    gpu.func @f_k120(%arg0: memref<760xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<758xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c757 = arith.constant 757 : index
      %c759 = arith.constant 759 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c759 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<760xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c757 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<758xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k121 {
    gpu.func @f_k121(%arg0: memref<758xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<756xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c755 = arith.constant 755 : index
      %c757 = arith.constant 757 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c757 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<758xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c755 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<756xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k122 {
    gpu.func @f_k122(%arg0: memref<756xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<754xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c753 = arith.constant 753 : index
      %c755 = arith.constant 755 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c755 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<756xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c753 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<754xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k123 {
    gpu.func @f_k123(%arg0: memref<754xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<752xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c751 = arith.constant 751 : index
      %c753 = arith.constant 753 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c753 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<754xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c751 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<752xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k124 {
    gpu.func @f_k124(%arg0: memref<752xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<750xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c749 = arith.constant 749 : index
      %c751 = arith.constant 751 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c751 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<752xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c749 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<750xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k125 {
    gpu.func @f_k125(%arg0: memref<750xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<748xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c747 = arith.constant 747 : index
      %c749 = arith.constant 749 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c749 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<750xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c747 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<748xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k126 {
    gpu.func @f_k126(%arg0: memref<748xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<746xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c745 = arith.constant 745 : index
      %c747 = arith.constant 747 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c747 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<748xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c745 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<746xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k127 {
    gpu.func @f_k127(%arg0: memref<746xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<744xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c743 = arith.constant 743 : index
      %c745 = arith.constant 745 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c745 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<746xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c743 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<744xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k128 {
    gpu.func @f_k128(%arg0: memref<744xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<742xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c741 = arith.constant 741 : index
      %c743 = arith.constant 743 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c743 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<744xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c741 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<742xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k129 {
    gpu.func @f_k129(%arg0: memref<742xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<740xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c739 = arith.constant 739 : index
      %c741 = arith.constant 741 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c741 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<742xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c739 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<740xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k130 {
    gpu.func @f_k130(%arg0: memref<740xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<738xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 24, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c737 = arith.constant 737 : index
      %c739 = arith.constant 739 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 24
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c739 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<740xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c737 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<738xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k131 {
    gpu.func @f_k131(%arg0: memref<738xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<736xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      scf.if %2 {
        %4 = arith.muli %block_id_x, %c32 : index
        %5 = arith.addi %4, %thread_id_x : index
        %6 = arith.addi %5, %0 : index
        %7 = memref.load %arg0[%6] : memref<738xf32>
        memref.store %7, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %3 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %3 {
        %4 = arith.addi %thread_id_x, %c1 : index
        %5 = arith.addi %thread_id_x, %c2 : index
        %6 = arith.muli %block_id_x, %c32 : index
        %7 = arith.addi %6, %thread_id_x : index
        %8 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %9 = memref.load %arg2[%4] : memref<34xf32, #gpu.address_space<workgroup>>
        %10 = arith.addf %8, %9 fastmath<contract> : f32
        %11 = memref.load %arg2[%5] : memref<34xf32, #gpu.address_space<workgroup>>
        %12 = arith.addf %10, %11 fastmath<contract> : f32
        memref.store %12, %arg1[%7] {tc.thread_private} : memref<736xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k132 {
    gpu.func @f_k132(%arg0: memref<736xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<734xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c733 = arith.constant 733 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %c22 = arith.constant 22 : index
      %block_id_x = gpu.block_id  x upper_bound 23
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %0 = arith.addi %block_id_x, %thread_id_y : index
      %1 = arith.cmpi sle, %0, %c22 : index
      %2 = arith.muli %thread_id_y, %c32 : index
      %3 = arith.addi %thread_id_x, %2 : index
      %4 = arith.cmpi sle, %3, %c33 : index
      %5 = arith.andi %1, %4 : i1
      scf.if %5 {
        %11 = arith.muli %block_id_x, %c32 : index
        %12 = arith.addi %11, %thread_id_x : index
        %13 = arith.addi %12, %2 : index
        %14 = memref.load %arg0[%13] : memref<736xf32>
        memref.store %14, %arg2[%3] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %6, %thread_id_x : index
      %8 = arith.cmpi sle, %7, %c733 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%7] {tc.thread_private} : memref<734xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k133 {
    gpu.func @f_k133(%arg0: memref<734xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<732xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c731 = arith.constant 731 : index
      %c733 = arith.constant 733 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c733 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<734xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c731 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<732xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k134 {
    gpu.func @f_k134(%arg0: memref<732xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<730xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c729 = arith.constant 729 : index
      %c731 = arith.constant 731 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c731 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<732xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c729 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<730xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k135 {
    gpu.func @f_k135(%arg0: memref<730xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<728xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c727 = arith.constant 727 : index
      %c729 = arith.constant 729 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c729 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<730xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c727 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<728xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k136 {
    gpu.func @f_k136(%arg0: memref<728xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<726xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c725 = arith.constant 725 : index
      %c727 = arith.constant 727 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c727 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<728xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c725 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<726xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k137 {
    gpu.func @f_k137(%arg0: memref<726xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<724xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c723 = arith.constant 723 : index
      %c725 = arith.constant 725 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c725 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<726xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c723 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<724xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k138 {
    gpu.func @f_k138(%arg0: memref<724xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<722xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c721 = arith.constant 721 : index
      %c723 = arith.constant 723 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c723 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<724xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c721 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<722xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k139 {
    gpu.func @f_k139(%arg0: memref<722xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<720xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c719 = arith.constant 719 : index
      %c721 = arith.constant 721 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c721 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<722xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c719 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<720xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k140 {
    gpu.func @f_k140(%arg0: memref<720xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<718xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c717 = arith.constant 717 : index
      %c719 = arith.constant 719 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c719 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<720xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c717 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<718xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k141 {
    gpu.func @f_k141(%arg0: memref<718xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<716xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c715 = arith.constant 715 : index
      %c717 = arith.constant 717 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c717 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<718xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c715 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<716xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k142 {
    gpu.func @f_k142(%arg0: memref<716xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<714xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c713 = arith.constant 713 : index
      %c715 = arith.constant 715 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c715 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<716xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c713 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<714xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k143 {
    gpu.func @f_k143(%arg0: memref<714xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<712xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c711 = arith.constant 711 : index
      %c713 = arith.constant 713 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c713 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<714xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c711 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<712xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k144 {
    gpu.func @f_k144(%arg0: memref<712xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<710xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c709 = arith.constant 709 : index
      %c711 = arith.constant 711 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c711 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<712xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c709 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<710xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k145 {
    gpu.func @f_k145(%arg0: memref<710xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<708xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c707 = arith.constant 707 : index
      %c709 = arith.constant 709 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c709 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<710xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c707 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<708xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k146 {
    gpu.func @f_k146(%arg0: memref<708xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<706xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 23, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c705 = arith.constant 705 : index
      %c707 = arith.constant 707 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 23
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c707 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<708xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c705 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<706xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k147 {
    gpu.func @f_k147(%arg0: memref<706xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<704xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      scf.if %2 {
        %4 = arith.muli %block_id_x, %c32 : index
        %5 = arith.addi %4, %thread_id_x : index
        %6 = arith.addi %5, %0 : index
        %7 = memref.load %arg0[%6] : memref<706xf32>
        memref.store %7, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %3 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %3 {
        %4 = arith.addi %thread_id_x, %c1 : index
        %5 = arith.addi %thread_id_x, %c2 : index
        %6 = arith.muli %block_id_x, %c32 : index
        %7 = arith.addi %6, %thread_id_x : index
        %8 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %9 = memref.load %arg2[%4] : memref<34xf32, #gpu.address_space<workgroup>>
        %10 = arith.addf %8, %9 fastmath<contract> : f32
        %11 = memref.load %arg2[%5] : memref<34xf32, #gpu.address_space<workgroup>>
        %12 = arith.addf %10, %11 fastmath<contract> : f32
        memref.store %12, %arg1[%7] {tc.thread_private} : memref<704xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k148 {
    gpu.func @f_k148(%arg0: memref<704xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<702xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c701 = arith.constant 701 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %c21 = arith.constant 21 : index
      %block_id_x = gpu.block_id  x upper_bound 22
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %0 = arith.addi %block_id_x, %thread_id_y : index
      %1 = arith.cmpi sle, %0, %c21 : index
      %2 = arith.muli %thread_id_y, %c32 : index
      %3 = arith.addi %thread_id_x, %2 : index
      %4 = arith.cmpi sle, %3, %c33 : index
      %5 = arith.andi %1, %4 : i1
      scf.if %5 {
        %11 = arith.muli %block_id_x, %c32 : index
        %12 = arith.addi %11, %thread_id_x : index
        %13 = arith.addi %12, %2 : index
        %14 = memref.load %arg0[%13] : memref<704xf32>
        memref.store %14, %arg2[%3] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %6 = arith.muli %block_id_x, %c32 : index
      %7 = arith.addi %6, %thread_id_x : index
      %8 = arith.cmpi sle, %7, %c701 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%7] {tc.thread_private} : memref<702xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k149 {
    gpu.func @f_k149(%arg0: memref<702xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<700xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c699 = arith.constant 699 : index
      %c701 = arith.constant 701 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c701 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<702xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c699 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<700xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k150 {
    gpu.func @f_k150(%arg0: memref<700xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<698xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c697 = arith.constant 697 : index
      %c699 = arith.constant 699 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c699 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<700xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c697 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<698xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k151 {
    gpu.func @f_k151(%arg0: memref<698xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<696xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c695 = arith.constant 695 : index
      %c697 = arith.constant 697 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c697 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<698xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c695 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<696xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k152 {
    gpu.func @f_k152(%arg0: memref<696xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<694xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c693 = arith.constant 693 : index
      %c695 = arith.constant 695 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c695 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<696xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c693 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<694xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k153 {
    gpu.func @f_k153(%arg0: memref<694xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<692xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c691 = arith.constant 691 : index
      %c693 = arith.constant 693 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c693 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<694xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c691 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<692xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k154 {
    gpu.func @f_k154(%arg0: memref<692xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<690xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c689 = arith.constant 689 : index
      %c691 = arith.constant 691 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c691 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<692xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c689 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<690xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k155 {
    gpu.func @f_k155(%arg0: memref<690xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<688xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c687 = arith.constant 687 : index
      %c689 = arith.constant 689 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c689 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<690xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c687 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<688xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k156 {
    gpu.func @f_k156(%arg0: memref<688xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<686xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c685 = arith.constant 685 : index
      %c687 = arith.constant 687 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c687 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<688xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c685 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<686xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k157 {
    gpu.func @f_k157(%arg0: memref<686xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<684xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c683 = arith.constant 683 : index
      %c685 = arith.constant 685 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c685 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<686xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c683 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<684xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k158 {
    gpu.func @f_k158(%arg0: memref<684xf32> {llvm.noalias, llvm.readonly}, %arg1: memref<682xf32> {llvm.noalias}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c681 = arith.constant 681 : index
      %c683 = arith.constant 683 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c683 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg0[%5] : memref<684xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c681 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg1[%4] {tc.thread_private} : memref<682xf32>
      }
      gpu.return
    }
  }
  gpu.module @f_k159 {
    gpu.func @f_k159(%arg0: memref<680xf32> {llvm.noalias}, %arg1: memref<682xf32> {llvm.noalias, llvm.readonly}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 22, 1, 1>} {
      %c2 = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c679 = arith.constant 679 : index
      %c681 = arith.constant 681 : index
      %c33 = arith.constant 33 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %thread_id_y = gpu.thread_id  y upper_bound 8
      %block_id_x = gpu.block_id  x upper_bound 22
      %0 = arith.muli %thread_id_y, %c32 : index
      %1 = arith.addi %thread_id_x, %0 : index
      %2 = arith.cmpi sle, %1, %c33 : index
      %3 = arith.muli %block_id_x, %c32 : index
      %4 = arith.addi %3, %thread_id_x : index
      %5 = arith.addi %4, %0 : index
      %6 = arith.cmpi sle, %5, %c681 : index
      %7 = arith.andi %2, %6 : i1
      scf.if %7 {
        %11 = memref.load %arg1[%5] : memref<682xf32>
        memref.store %11, %arg2[%1] : memref<34xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %8 = arith.cmpi sle, %4, %c679 : index
      %9 = arith.cmpi eq, %thread_id_y, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        %11 = arith.addi %thread_id_x, %c1 : index
        %12 = arith.addi %thread_id_x, %c2 : index
        %13 = memref.load %arg2[%thread_id_x] : memref<34xf32, #gpu.address_space<workgroup>>
        %14 = memref.load %arg2[%11] : memref<34xf32, #gpu.address_space<workgroup>>
        %15 = arith.addf %13, %14 fastmath<contract> : f32
        %16 = memref.load %arg2[%12] : memref<34xf32, #gpu.address_space<workgroup>>
        %17 = arith.addf %15, %16 fastmath<contract> : f32
        memref.store %17, %arg0[%4] {tc.thread_private} : memref<680xf32>
      }
      gpu.return
    }
  }
  func.func @f(%arg0: memref<1000xf32> {llvm.noalias}, %arg1: memref<680xf32> {llvm.noalias}) attributes {tc.arguments = [{name = "A", role = "in", type = memref<1000xf32>}, {name = "B", role = "out", type = memref<680xf32>}]} {
    %c32 = arith.constant 32 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c31 = arith.constant 31 : index
    %c30 = arith.constant 30 : index
    %c29 = arith.constant 29 : index
    %c28 = arith.constant 28 : index
    %c27 = arith.constant 27 : index
    %c26 = arith.constant 26 : index
    %c25 = arith.constant 25 : index
    %c24 = arith.constant 24 : index
    %c23 = arith.constant 23 : index
    %c22 = arith.constant 22 : index
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<998xf32>
    %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<996xf32>
    %alloc_1 = memref.alloc() {alignment = 64 : i64} : memref<994xf32>
    %alloc_2 = memref.alloc() {alignment = 64 : i64} : memref<992xf32>
    %alloc_3 = memref.alloc() {alignment = 64 : i64} : memref<990xf32>
    %alloc_4 = memref.alloc() {alignment = 64 : i64} : memref<988xf32>
    %alloc_5 = memref.alloc() {alignment = 64 : i64} : memref<986xf32>
    %alloc_6 = memref.alloc() {alignment = 64 : i64} : memref<984xf32>
    %alloc_7 = memref.alloc() {alignment = 64 : i64} : memref<982xf32>
    %alloc_8 = memref.alloc() {alignment = 64 : i64} : memref<980xf32>
    %alloc_9 = memref.alloc() {alignment = 64 : i64} : memref<978xf32>
    %alloc_10 = memref.alloc() {alignment = 64 : i64} : memref<976xf32>
    %alloc_11 = memref.alloc() {alignment = 64 : i64} : memref<974xf32>
    %alloc_12 = memref.alloc() {alignment = 64 : i64} : memref<972xf32>
    %alloc_13 = memref.alloc() {alignment = 64 : i64} : memref<970xf32>
    %alloc_14 = memref.alloc() {alignment = 64 : i64} : memref<968xf32>
    %alloc_15 = memref.alloc() {alignment = 64 : i64} : memref<966xf32>
    %alloc_16 = memref.alloc() {alignment = 64 : i64} : memref<964xf32>
    %alloc_17 = memref.alloc() {alignment = 64 : i64} : memref<962xf32>
    %alloc_18 = memref.alloc() {alignment = 64 : i64} : memref<960xf32>
    %alloc_19 = memref.alloc() {alignment = 64 : i64} : memref<958xf32>
    %alloc_20 = memref.alloc() {alignment = 64 : i64} : memref<956xf32>
    %alloc_21 = memref.alloc() {alignment = 64 : i64} : memref<954xf32>
    %alloc_22 = memref.alloc() {alignment = 64 : i64} : memref<952xf32>
    %alloc_23 = memref.alloc() {alignment = 64 : i64} : memref<950xf32>
    %alloc_24 = memref.alloc() {alignment = 64 : i64} : memref<948xf32>
    %alloc_25 = memref.alloc() {alignment = 64 : i64} : memref<946xf32>
    %alloc_26 = memref.alloc() {alignment = 64 : i64} : memref<944xf32>
    %alloc_27 = memref.alloc() {alignment = 64 : i64} : memref<942xf32>
    %alloc_28 = memref.alloc() {alignment = 64 : i64} : memref<940xf32>
    %alloc_29 = memref.alloc() {alignment = 64 : i64} : memref<938xf32>
    %alloc_30 = memref.alloc() {alignment = 64 : i64} : memref<936xf32>
    %alloc_31 = memref.alloc() {alignment = 64 : i64} : memref<934xf32>
    %alloc_32 = memref.alloc() {alignment = 64 : i64} : memref<932xf32>
    %alloc_33 = memref.alloc() {alignment = 64 : i64} : memref<930xf32>
    %alloc_34 = memref.alloc() {alignment = 64 : i64} : memref<928xf32>
    %alloc_35 = memref.alloc() {alignment = 64 : i64} : memref<926xf32>
    %alloc_36 = memref.alloc() {alignment = 64 : i64} : memref<924xf32>
    %alloc_37 = memref.alloc() {alignment = 64 : i64} : memref<922xf32>
    %alloc_38 = memref.alloc() {alignment = 64 : i64} : memref<920xf32>
    %alloc_39 = memref.alloc() {alignment = 64 : i64} : memref<918xf32>
    %alloc_40 = memref.alloc() {alignment = 64 : i64} : memref<916xf32>
    %alloc_41 = memref.alloc() {alignment = 64 : i64} : memref<914xf32>
    %alloc_42 = memref.alloc() {alignment = 64 : i64} : memref<912xf32>
    %alloc_43 = memref.alloc() {alignment = 64 : i64} : memref<910xf32>
    %alloc_44 = memref.alloc() {alignment = 64 : i64} : memref<908xf32>
    %alloc_45 = memref.alloc() {alignment = 64 : i64} : memref<906xf32>
    %alloc_46 = memref.alloc() {alignment = 64 : i64} : memref<904xf32>
    %alloc_47 = memref.alloc() {alignment = 64 : i64} : memref<902xf32>
    %alloc_48 = memref.alloc() {alignment = 64 : i64} : memref<900xf32>
    %alloc_49 = memref.alloc() {alignment = 64 : i64} : memref<898xf32>
    %alloc_50 = memref.alloc() {alignment = 64 : i64} : memref<896xf32>
    %alloc_51 = memref.alloc() {alignment = 64 : i64} : memref<894xf32>
    %alloc_52 = memref.alloc() {alignment = 64 : i64} : memref<892xf32>
    %alloc_53 = memref.alloc() {alignment = 64 : i64} : memref<890xf32>
    %alloc_54 = memref.alloc() {alignment = 64 : i64} : memref<888xf32>
    %alloc_55 = memref.alloc() {alignment = 64 : i64} : memref<886xf32>
    %alloc_56 = memref.alloc() {alignment = 64 : i64} : memref<884xf32>
    %alloc_57 = memref.alloc() {alignment = 64 : i64} : memref<882xf32>
    %alloc_58 = memref.alloc() {alignment = 64 : i64} : memref<880xf32>
    %alloc_59 = memref.alloc() {alignment = 64 : i64} : memref<878xf32>
    %alloc_60 = memref.alloc() {alignment = 64 : i64} : memref<876xf32>
    %alloc_61 = memref.alloc() {alignment = 64 : i64} : memref<874xf32>
    %alloc_62 = memref.alloc() {alignment = 64 : i64} : memref<872xf32>
    %alloc_63 = memref.alloc() {alignment = 64 : i64} : memref<870xf32>
    %alloc_64 = memref.alloc() {alignment = 64 : i64} : memref<868xf32>
    %alloc_65 = memref.alloc() {alignment = 64 : i64} : memref<866xf32>
    %alloc_66 = memref.alloc() {alignment = 64 : i64} : memref<864xf32>
    %alloc_67 = memref.alloc() {alignment = 64 : i64} : memref<862xf32>
    %alloc_68 = memref.alloc() {alignment = 64 : i64} : memref<860xf32>
    %alloc_69 = memref.alloc() {alignment = 64 : i64} : memref<858xf32>
    %alloc_70 = memref.alloc() {alignment = 64 : i64} : memref<856xf32>
    %alloc_71 = memref.alloc() {alignment = 64 : i64} : memref<854xf32>
    %alloc_72 = memref.alloc() {alignment = 64 : i64} : memref<852xf32>
    %alloc_73 = memref.alloc() {alignment = 64 : i64} : memref<850xf32>
    %alloc_74 = memref.alloc() {alignment = 64 : i64} : memref<848xf32>
    %alloc_75 = memref.alloc() {alignment = 64 : i64} : memref<846xf32>
    %alloc_76 = memref.alloc() {alignment = 64 : i64} : memref<844xf32>
    %alloc_77 = memref.alloc() {alignment = 64 : i64} : memref<842xf32>
    %alloc_78 = memref.alloc() {alignment = 64 : i64} : memref<840xf32>
    %alloc_79 = memref.alloc() {alignment = 64 : i64} : memref<838xf32>
    %alloc_80 = memref.alloc() {alignment = 64 : i64} : memref<836xf32>
    %alloc_81 = memref.alloc() {alignment = 64 : i64} : memref<834xf32>
    %alloc_82 = memref.alloc() {alignment = 64 : i64} : memref<832xf32>
    %alloc_83 = memref.alloc() {alignment = 64 : i64} : memref<830xf32>
    %alloc_84 = memref.alloc() {alignment = 64 : i64} : memref<828xf32>
    %alloc_85 = memref.alloc() {alignment = 64 : i64} : memref<826xf32>
    %alloc_86 = memref.alloc() {alignment = 64 : i64} : memref<824xf32>
    %alloc_87 = memref.alloc() {alignment = 64 : i64} : memref<822xf32>
    %alloc_88 = memref.alloc() {alignment = 64 : i64} : memref<820xf32>
    %alloc_89 = memref.alloc() {alignment = 64 : i64} : memref<818xf32>
    %alloc_90 = memref.alloc() {alignment = 64 : i64} : memref<816xf32>
    %alloc_91 = memref.alloc() {alignment = 64 : i64} : memref<814xf32>
    %alloc_92 = memref.alloc() {alignment = 64 : i64} : memref<812xf32>
    %alloc_93 = memref.alloc() {alignment = 64 : i64} : memref<810xf32>
    %alloc_94 = memref.alloc() {alignment = 64 : i64} : memref<808xf32>
    %alloc_95 = memref.alloc() {alignment = 64 : i64} : memref<806xf32>
    %alloc_96 = memref.alloc() {alignment = 64 : i64} : memref<804xf32>
    %alloc_97 = memref.alloc() {alignment = 64 : i64} : memref<802xf32>
    %alloc_98 = memref.alloc() {alignment = 64 : i64} : memref<800xf32>
    %alloc_99 = memref.alloc() {alignment = 64 : i64} : memref<798xf32>
    %alloc_100 = memref.alloc() {alignment = 64 : i64} : memref<796xf32>
    %alloc_101 = memref.alloc() {alignment = 64 : i64} : memref<794xf32>
    %alloc_102 = memref.alloc() {alignment = 64 : i64} : memref<792xf32>
    %alloc_103 = memref.alloc() {alignment = 64 : i64} : memref<790xf32>
    %alloc_104 = memref.alloc() {alignment = 64 : i64} : memref<788xf32>
    %alloc_105 = memref.alloc() {alignment = 64 : i64} : memref<786xf32>
    %alloc_106 = memref.alloc() {alignment = 64 : i64} : memref<784xf32>
    %alloc_107 = memref.alloc() {alignment = 64 : i64} : memref<782xf32>
    %alloc_108 = memref.alloc() {alignment = 64 : i64} : memref<780xf32>
    %alloc_109 = memref.alloc() {alignment = 64 : i64} : memref<778xf32>
    %alloc_110 = memref.alloc() {alignment = 64 : i64} : memref<776xf32>
    %alloc_111 = memref.alloc() {alignment = 64 : i64} : memref<774xf32>
    %alloc_112 = memref.alloc() {alignment = 64 : i64} : memref<772xf32>
    %alloc_113 = memref.alloc() {alignment = 64 : i64} : memref<770xf32>
    %alloc_114 = memref.alloc() {alignment = 64 : i64} : memref<768xf32>
    %alloc_115 = memref.alloc() {alignment = 64 : i64} : memref<766xf32>
    %alloc_116 = memref.alloc() {alignment = 64 : i64} : memref<764xf32>
    %alloc_117 = memref.alloc() {alignment = 64 : i64} : memref<762xf32>
    %alloc_118 = memref.alloc() {alignment = 64 : i64} : memref<760xf32>
    %alloc_119 = memref.alloc() {alignment = 64 : i64} : memref<758xf32>
    %alloc_120 = memref.alloc() {alignment = 64 : i64} : memref<756xf32>
    %alloc_121 = memref.alloc() {alignment = 64 : i64} : memref<754xf32>
    %alloc_122 = memref.alloc() {alignment = 64 : i64} : memref<752xf32>
    %alloc_123 = memref.alloc() {alignment = 64 : i64} : memref<750xf32>
    %alloc_124 = memref.alloc() {alignment = 64 : i64} : memref<748xf32>
    %alloc_125 = memref.alloc() {alignment = 64 : i64} : memref<746xf32>
    %alloc_126 = memref.alloc() {alignment = 64 : i64} : memref<744xf32>
    %alloc_127 = memref.alloc() {alignment = 64 : i64} : memref<742xf32>
    %alloc_128 = memref.alloc() {alignment = 64 : i64} : memref<740xf32>
    %alloc_129 = memref.alloc() {alignment = 64 : i64} : memref<738xf32>
    %alloc_130 = memref.alloc() {alignment = 64 : i64} : memref<736xf32>
    %alloc_131 = memref.alloc() {alignment = 64 : i64} : memref<734xf32>
    %alloc_132 = memref.alloc() {alignment = 64 : i64} : memref<732xf32>
    %alloc_133 = memref.alloc() {alignment = 64 : i64} : memref<730xf32>
    %alloc_134 = memref.alloc() {alignment = 64 : i64} : memref<728xf32>
    %alloc_135 = memref.alloc() {alignment = 64 : i64} : memref<726xf32>
    %alloc_136 = memref.alloc() {alignment = 64 : i64} : memref<724xf32>
    %alloc_137 = memref.alloc() {alignment = 64 : i64} : memref<722xf32>
    %alloc_138 = memref.alloc() {alignment = 64 : i64} : memref<720xf32>
    %alloc_139 = memref.alloc() {alignment = 64 : i64} : memref<718xf32>
    %alloc_140 = memref.alloc() {alignment = 64 : i64} : memref<716xf32>
    %alloc_141 = memref.alloc() {alignment = 64 : i64} : memref<714xf32>
    %alloc_142 = memref.alloc() {alignment = 64 : i64} : memref<712xf32>
    %alloc_143 = memref.alloc() {alignment = 64 : i64} : memref<710xf32>
    %alloc_144 = memref.alloc() {alignment = 64 : i64} : memref<708xf32>
    %alloc_145 = memref.alloc() {alignment = 64 : i64} : memref<706xf32>
    %alloc_146 = memref.alloc() {alignment = 64 : i64} : memref<704xf32>
    %alloc_147 = memref.alloc() {alignment = 64 : i64} : memref<702xf32>
    %alloc_148 = memref.alloc() {alignment = 64 : i64} : memref<700xf32>
    %alloc_149 = memref.alloc() {alignment = 64 : i64} : memref<698xf32>
    %alloc_150 = memref.alloc() {alignment = 64 : i64} : memref<696xf32>
    %alloc_151 = memref.alloc() {alignment = 64 : i64} : memref<694xf32>
    %alloc_152 = memref.alloc() {alignment = 64 : i64} : memref<692xf32>
    %alloc_153 = memref.alloc() {alignment = 64 : i64} : memref<690xf32>
    %alloc_154 = memref.alloc() {alignment = 64 : i64} : memref<688xf32>
    %alloc_155 = memref.alloc() {alignment = 64 : i64} : memref<686xf32>
    %alloc_156 = memref.alloc() {alignment = 64 : i64} : memref<684xf32>
    %alloc_157 = memref.alloc() {alignment = 64 : i64} : memref<682xf32>
    gpu.launch_func  @f_k0::@f_k0 blocks in (%c32, %c1, %c1) threads in (%c32, %c8, %c1)  args(%arg0 : memref<1000xf32>, %alloc : memref<998xf32>)
    gpu.launch_func  @f_k1::@f_k1 blocks in (%c32, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc : memref<998xf32>, %alloc_0 : memref<996xf32>)
    gpu.launch_func  @f_k2::@f_k2 blocks in (%c32, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_0 : memref<996xf32>, %alloc_1 : memref<994xf32>)
    gpu.launch_func  @f_k3::@f_k3 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_1 : memref<994xf32>, %alloc_2 : memref<992xf32>)
    gpu.launch_func  @f_k4::@f_k4 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_2 : memref<992xf32>, %alloc_3 : memref<990xf32>)
    gpu.launch_func  @f_k5::@f_k5 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_3 : memref<990xf32>, %alloc_4 : memref<988xf32>)
    gpu.launch_func  @f_k6::@f_k6 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_4 : memref<988xf32>, %alloc_5 : memref<986xf32>)
    gpu.launch_func  @f_k7::@f_k7 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_5 : memref<986xf32>, %alloc_6 : memref<984xf32>)
    gpu.launch_func  @f_k8::@f_k8 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_6 : memref<984xf32>, %alloc_7 : memref<982xf32>)
    gpu.launch_func  @f_k9::@f_k9 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_7 : memref<982xf32>, %alloc_8 : memref<980xf32>)
    gpu.launch_func  @f_k10::@f_k10 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_8 : memref<980xf32>, %alloc_9 : memref<978xf32>)
    gpu.launch_func  @f_k11::@f_k11 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_9 : memref<978xf32>, %alloc_10 : memref<976xf32>)
    gpu.launch_func  @f_k12::@f_k12 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_10 : memref<976xf32>, %alloc_11 : memref<974xf32>)
    gpu.launch_func  @f_k13::@f_k13 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_11 : memref<974xf32>, %alloc_12 : memref<972xf32>)
    gpu.launch_func  @f_k14::@f_k14 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_12 : memref<972xf32>, %alloc_13 : memref<970xf32>)
    gpu.launch_func  @f_k15::@f_k15 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_13 : memref<970xf32>, %alloc_14 : memref<968xf32>)
    gpu.launch_func  @f_k16::@f_k16 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_14 : memref<968xf32>, %alloc_15 : memref<966xf32>)
    gpu.launch_func  @f_k17::@f_k17 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_15 : memref<966xf32>, %alloc_16 : memref<964xf32>)
    gpu.launch_func  @f_k18::@f_k18 blocks in (%c31, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_16 : memref<964xf32>, %alloc_17 : memref<962xf32>)
    gpu.launch_func  @f_k19::@f_k19 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_17 : memref<962xf32>, %alloc_18 : memref<960xf32>)
    gpu.launch_func  @f_k20::@f_k20 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_18 : memref<960xf32>, %alloc_19 : memref<958xf32>)
    gpu.launch_func  @f_k21::@f_k21 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_19 : memref<958xf32>, %alloc_20 : memref<956xf32>)
    gpu.launch_func  @f_k22::@f_k22 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_20 : memref<956xf32>, %alloc_21 : memref<954xf32>)
    gpu.launch_func  @f_k23::@f_k23 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_21 : memref<954xf32>, %alloc_22 : memref<952xf32>)
    gpu.launch_func  @f_k24::@f_k24 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_22 : memref<952xf32>, %alloc_23 : memref<950xf32>)
    gpu.launch_func  @f_k25::@f_k25 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_23 : memref<950xf32>, %alloc_24 : memref<948xf32>)
    gpu.launch_func  @f_k26::@f_k26 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_24 : memref<948xf32>, %alloc_25 : memref<946xf32>)
    gpu.launch_func  @f_k27::@f_k27 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_25 : memref<946xf32>, %alloc_26 : memref<944xf32>)
    gpu.launch_func  @f_k28::@f_k28 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_26 : memref<944xf32>, %alloc_27 : memref<942xf32>)
    gpu.launch_func  @f_k29::@f_k29 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_27 : memref<942xf32>, %alloc_28 : memref<940xf32>)
    gpu.launch_func  @f_k30::@f_k30 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_28 : memref<940xf32>, %alloc_29 : memref<938xf32>)
    gpu.launch_func  @f_k31::@f_k31 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_29 : memref<938xf32>, %alloc_30 : memref<936xf32>)
    gpu.launch_func  @f_k32::@f_k32 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_30 : memref<936xf32>, %alloc_31 : memref<934xf32>)
    gpu.launch_func  @f_k33::@f_k33 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_31 : memref<934xf32>, %alloc_32 : memref<932xf32>)
    gpu.launch_func  @f_k34::@f_k34 blocks in (%c30, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_32 : memref<932xf32>, %alloc_33 : memref<930xf32>)
    gpu.launch_func  @f_k35::@f_k35 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_33 : memref<930xf32>, %alloc_34 : memref<928xf32>)
    gpu.launch_func  @f_k36::@f_k36 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_34 : memref<928xf32>, %alloc_35 : memref<926xf32>)
    gpu.launch_func  @f_k37::@f_k37 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_35 : memref<926xf32>, %alloc_36 : memref<924xf32>)
    gpu.launch_func  @f_k38::@f_k38 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_36 : memref<924xf32>, %alloc_37 : memref<922xf32>)
    gpu.launch_func  @f_k39::@f_k39 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_37 : memref<922xf32>, %alloc_38 : memref<920xf32>)
    gpu.launch_func  @f_k40::@f_k40 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_38 : memref<920xf32>, %alloc_39 : memref<918xf32>)
    gpu.launch_func  @f_k41::@f_k41 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_39 : memref<918xf32>, %alloc_40 : memref<916xf32>)
    gpu.launch_func  @f_k42::@f_k42 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_40 : memref<916xf32>, %alloc_41 : memref<914xf32>)
    gpu.launch_func  @f_k43::@f_k43 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_41 : memref<914xf32>, %alloc_42 : memref<912xf32>)
    gpu.launch_func  @f_k44::@f_k44 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_42 : memref<912xf32>, %alloc_43 : memref<910xf32>)
    gpu.launch_func  @f_k45::@f_k45 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_43 : memref<910xf32>, %alloc_44 : memref<908xf32>)
    gpu.launch_func  @f_k46::@f_k46 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_44 : memref<908xf32>, %alloc_45 : memref<906xf32>)
    gpu.launch_func  @f_k47::@f_k47 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_45 : memref<906xf32>, %alloc_46 : memref<904xf32>)
    gpu.launch_func  @f_k48::@f_k48 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_46 : memref<904xf32>, %alloc_47 : memref<902xf32>)
    gpu.launch_func  @f_k49::@f_k49 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_47 : memref<902xf32>, %alloc_48 : memref<900xf32>)
    gpu.launch_func  @f_k50::@f_k50 blocks in (%c29, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_48 : memref<900xf32>, %alloc_49 : memref<898xf32>)
    gpu.launch_func  @f_k51::@f_k51 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_49 : memref<898xf32>, %alloc_50 : memref<896xf32>)
    gpu.launch_func  @f_k52::@f_k52 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_50 : memref<896xf32>, %alloc_51 : memref<894xf32>)
    gpu.launch_func  @f_k53::@f_k53 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_51 : memref<894xf32>, %alloc_52 : memref<892xf32>)
    gpu.launch_func  @f_k54::@f_k54 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_52 : memref<892xf32>, %alloc_53 : memref<890xf32>)
    gpu.launch_func  @f_k55::@f_k55 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_53 : memref<890xf32>, %alloc_54 : memref<888xf32>)
    gpu.launch_func  @f_k56::@f_k56 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_54 : memref<888xf32>, %alloc_55 : memref<886xf32>)
    gpu.launch_func  @f_k57::@f_k57 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_55 : memref<886xf32>, %alloc_56 : memref<884xf32>)
    gpu.launch_func  @f_k58::@f_k58 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_56 : memref<884xf32>, %alloc_57 : memref<882xf32>)
    gpu.launch_func  @f_k59::@f_k59 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_57 : memref<882xf32>, %alloc_58 : memref<880xf32>)
    gpu.launch_func  @f_k60::@f_k60 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_58 : memref<880xf32>, %alloc_59 : memref<878xf32>)
    gpu.launch_func  @f_k61::@f_k61 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_59 : memref<878xf32>, %alloc_60 : memref<876xf32>)
    gpu.launch_func  @f_k62::@f_k62 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_60 : memref<876xf32>, %alloc_61 : memref<874xf32>)
    gpu.launch_func  @f_k63::@f_k63 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_61 : memref<874xf32>, %alloc_62 : memref<872xf32>)
    gpu.launch_func  @f_k64::@f_k64 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_62 : memref<872xf32>, %alloc_63 : memref<870xf32>)
    gpu.launch_func  @f_k65::@f_k65 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_63 : memref<870xf32>, %alloc_64 : memref<868xf32>)
    gpu.launch_func  @f_k66::@f_k66 blocks in (%c28, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_64 : memref<868xf32>, %alloc_65 : memref<866xf32>)
    gpu.launch_func  @f_k67::@f_k67 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_65 : memref<866xf32>, %alloc_66 : memref<864xf32>)
    gpu.launch_func  @f_k68::@f_k68 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_66 : memref<864xf32>, %alloc_67 : memref<862xf32>)
    gpu.launch_func  @f_k69::@f_k69 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_67 : memref<862xf32>, %alloc_68 : memref<860xf32>)
    gpu.launch_func  @f_k70::@f_k70 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_68 : memref<860xf32>, %alloc_69 : memref<858xf32>)
    gpu.launch_func  @f_k71::@f_k71 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_69 : memref<858xf32>, %alloc_70 : memref<856xf32>)
    gpu.launch_func  @f_k72::@f_k72 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_70 : memref<856xf32>, %alloc_71 : memref<854xf32>)
    gpu.launch_func  @f_k73::@f_k73 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_71 : memref<854xf32>, %alloc_72 : memref<852xf32>)
    gpu.launch_func  @f_k74::@f_k74 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_72 : memref<852xf32>, %alloc_73 : memref<850xf32>)
    gpu.launch_func  @f_k75::@f_k75 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_73 : memref<850xf32>, %alloc_74 : memref<848xf32>)
    gpu.launch_func  @f_k76::@f_k76 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_74 : memref<848xf32>, %alloc_75 : memref<846xf32>)
    gpu.launch_func  @f_k77::@f_k77 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_75 : memref<846xf32>, %alloc_76 : memref<844xf32>)
    gpu.launch_func  @f_k78::@f_k78 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_76 : memref<844xf32>, %alloc_77 : memref<842xf32>)
    gpu.launch_func  @f_k79::@f_k79 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_77 : memref<842xf32>, %alloc_78 : memref<840xf32>)
    gpu.launch_func  @f_k80::@f_k80 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_78 : memref<840xf32>, %alloc_79 : memref<838xf32>)
    gpu.launch_func  @f_k81::@f_k81 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_79 : memref<838xf32>, %alloc_80 : memref<836xf32>)
    gpu.launch_func  @f_k82::@f_k82 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_80 : memref<836xf32>, %alloc_81 : memref<834xf32>)
    gpu.launch_func  @f_k83::@f_k83 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_81 : memref<834xf32>, %alloc_82 : memref<832xf32>)
    gpu.launch_func  @f_k84::@f_k84 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_82 : memref<832xf32>, %alloc_83 : memref<830xf32>)
    gpu.launch_func  @f_k85::@f_k85 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_83 : memref<830xf32>, %alloc_84 : memref<828xf32>)
    gpu.launch_func  @f_k86::@f_k86 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_84 : memref<828xf32>, %alloc_85 : memref<826xf32>)
    gpu.launch_func  @f_k87::@f_k87 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_85 : memref<826xf32>, %alloc_86 : memref<824xf32>)
    gpu.launch_func  @f_k88::@f_k88 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_86 : memref<824xf32>, %alloc_87 : memref<822xf32>)
    gpu.launch_func  @f_k89::@f_k89 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_87 : memref<822xf32>, %alloc_88 : memref<820xf32>)
    gpu.launch_func  @f_k90::@f_k90 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_88 : memref<820xf32>, %alloc_89 : memref<818xf32>)
    gpu.launch_func  @f_k91::@f_k91 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_89 : memref<818xf32>, %alloc_90 : memref<816xf32>)
    gpu.launch_func  @f_k92::@f_k92 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_90 : memref<816xf32>, %alloc_91 : memref<814xf32>)
    gpu.launch_func  @f_k93::@f_k93 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_91 : memref<814xf32>, %alloc_92 : memref<812xf32>)
    gpu.launch_func  @f_k94::@f_k94 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_92 : memref<812xf32>, %alloc_93 : memref<810xf32>)
    gpu.launch_func  @f_k95::@f_k95 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_93 : memref<810xf32>, %alloc_94 : memref<808xf32>)
    gpu.launch_func  @f_k96::@f_k96 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_94 : memref<808xf32>, %alloc_95 : memref<806xf32>)
    gpu.launch_func  @f_k97::@f_k97 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_95 : memref<806xf32>, %alloc_96 : memref<804xf32>)
    gpu.launch_func  @f_k98::@f_k98 blocks in (%c26, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_96 : memref<804xf32>, %alloc_97 : memref<802xf32>)
    gpu.launch_func  @f_k99::@f_k99 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_97 : memref<802xf32>, %alloc_98 : memref<800xf32>)
    gpu.launch_func  @f_k100::@f_k100 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_98 : memref<800xf32>, %alloc_99 : memref<798xf32>)
    gpu.launch_func  @f_k101::@f_k101 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_99 : memref<798xf32>, %alloc_100 : memref<796xf32>)
    gpu.launch_func  @f_k102::@f_k102 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_100 : memref<796xf32>, %alloc_101 : memref<794xf32>)
    gpu.launch_func  @f_k103::@f_k103 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_101 : memref<794xf32>, %alloc_102 : memref<792xf32>)
    gpu.launch_func  @f_k104::@f_k104 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_102 : memref<792xf32>, %alloc_103 : memref<790xf32>)
    gpu.launch_func  @f_k105::@f_k105 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_103 : memref<790xf32>, %alloc_104 : memref<788xf32>)
    gpu.launch_func  @f_k106::@f_k106 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_104 : memref<788xf32>, %alloc_105 : memref<786xf32>)
    gpu.launch_func  @f_k107::@f_k107 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_105 : memref<786xf32>, %alloc_106 : memref<784xf32>)
    gpu.launch_func  @f_k108::@f_k108 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_106 : memref<784xf32>, %alloc_107 : memref<782xf32>)
    gpu.launch_func  @f_k109::@f_k109 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_107 : memref<782xf32>, %alloc_108 : memref<780xf32>)
    gpu.launch_func  @f_k110::@f_k110 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_108 : memref<780xf32>, %alloc_109 : memref<778xf32>)
    gpu.launch_func  @f_k111::@f_k111 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_109 : memref<778xf32>, %alloc_110 : memref<776xf32>)
    gpu.launch_func  @f_k112::@f_k112 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_110 : memref<776xf32>, %alloc_111 : memref<774xf32>)
    gpu.launch_func  @f_k113::@f_k113 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_111 : memref<774xf32>, %alloc_112 : memref<772xf32>)
    gpu.launch_func  @f_k114::@f_k114 blocks in (%c25, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_112 : memref<772xf32>, %alloc_113 : memref<770xf32>)
    gpu.launch_func  @f_k115::@f_k115 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_113 : memref<770xf32>, %alloc_114 : memref<768xf32>)
    gpu.launch_func  @f_k116::@f_k116 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_114 : memref<768xf32>, %alloc_115 : memref<766xf32>)
    gpu.launch_func  @f_k117::@f_k117 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_115 : memref<766xf32>, %alloc_116 : memref<764xf32>)
    gpu.launch_func  @f_k118::@f_k118 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_116 : memref<764xf32>, %alloc_117 : memref<762xf32>)
    gpu.launch_func  @f_k119::@f_k119 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_117 : memref<762xf32>, %alloc_118 : memref<760xf32>)
    gpu.launch_func  @f_k120::@f_k120 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_118 : memref<760xf32>, %alloc_119 : memref<758xf32>)
    gpu.launch_func  @f_k121::@f_k121 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_119 : memref<758xf32>, %alloc_120 : memref<756xf32>)
    gpu.launch_func  @f_k122::@f_k122 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_120 : memref<756xf32>, %alloc_121 : memref<754xf32>)
    gpu.launch_func  @f_k123::@f_k123 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_121 : memref<754xf32>, %alloc_122 : memref<752xf32>)
    gpu.launch_func  @f_k124::@f_k124 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_122 : memref<752xf32>, %alloc_123 : memref<750xf32>)
    gpu.launch_func  @f_k125::@f_k125 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_123 : memref<750xf32>, %alloc_124 : memref<748xf32>)
    gpu.launch_func  @f_k126::@f_k126 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_124 : memref<748xf32>, %alloc_125 : memref<746xf32>)
    gpu.launch_func  @f_k127::@f_k127 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_125 : memref<746xf32>, %alloc_126 : memref<744xf32>)
    gpu.launch_func  @f_k128::@f_k128 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_126 : memref<744xf32>, %alloc_127 : memref<742xf32>)
    gpu.launch_func  @f_k129::@f_k129 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_127 : memref<742xf32>, %alloc_128 : memref<740xf32>)
    gpu.launch_func  @f_k130::@f_k130 blocks in (%c24, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_128 : memref<740xf32>, %alloc_129 : memref<738xf32>)
    gpu.launch_func  @f_k131::@f_k131 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_129 : memref<738xf32>, %alloc_130 : memref<736xf32>)
    gpu.launch_func  @f_k132::@f_k132 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_130 : memref<736xf32>, %alloc_131 : memref<734xf32>)
    gpu.launch_func  @f_k133::@f_k133 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_131 : memref<734xf32>, %alloc_132 : memref<732xf32>)
    gpu.launch_func  @f_k134::@f_k134 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_132 : memref<732xf32>, %alloc_133 : memref<730xf32>)
    gpu.launch_func  @f_k135::@f_k135 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_133 : memref<730xf32>, %alloc_134 : memref<728xf32>)
    gpu.launch_func  @f_k136::@f_k136 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_134 : memref<728xf32>, %alloc_135 : memref<726xf32>)
    gpu.launch_func  @f_k137::@f_k137 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_135 : memref<726xf32>, %alloc_136 : memref<724xf32>)
    gpu.launch_func  @f_k138::@f_k138 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_136 : memref<724xf32>, %alloc_137 : memref<722xf32>)
    gpu.launch_func  @f_k139::@f_k139 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_137 : memref<722xf32>, %alloc_138 : memref<720xf32>)
    gpu.launch_func  @f_k140::@f_k140 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_138 : memref<720xf32>, %alloc_139 : memref<718xf32>)
    gpu.launch_func  @f_k141::@f_k141 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_139 : memref<718xf32>, %alloc_140 : memref<716xf32>)
    gpu.launch_func  @f_k142::@f_k142 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_140 : memref<716xf32>, %alloc_141 : memref<714xf32>)
    gpu.launch_func  @f_k143::@f_k143 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_141 : memref<714xf32>, %alloc_142 : memref<712xf32>)
    gpu.launch_func  @f_k144::@f_k144 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_142 : memref<712xf32>, %alloc_143 : memref<710xf32>)
    gpu.launch_func  @f_k145::@f_k145 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_143 : memref<710xf32>, %alloc_144 : memref<708xf32>)
    gpu.launch_func  @f_k146::@f_k146 blocks in (%c23, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_144 : memref<708xf32>, %alloc_145 : memref<706xf32>)
    gpu.launch_func  @f_k147::@f_k147 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_145 : memref<706xf32>, %alloc_146 : memref<704xf32>)
    gpu.launch_func  @f_k148::@f_k148 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_146 : memref<704xf32>, %alloc_147 : memref<702xf32>)
    gpu.launch_func  @f_k149::@f_k149 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_147 : memref<702xf32>, %alloc_148 : memref<700xf32>)
    gpu.launch_func  @f_k150::@f_k150 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_148 : memref<700xf32>, %alloc_149 : memref<698xf32>)
    gpu.launch_func  @f_k151::@f_k151 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_149 : memref<698xf32>, %alloc_150 : memref<696xf32>)
    gpu.launch_func  @f_k152::@f_k152 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_150 : memref<696xf32>, %alloc_151 : memref<694xf32>)
    gpu.launch_func  @f_k153::@f_k153 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_151 : memref<694xf32>, %alloc_152 : memref<692xf32>)
    gpu.launch_func  @f_k154::@f_k154 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_152 : memref<692xf32>, %alloc_153 : memref<690xf32>)
    gpu.launch_func  @f_k155::@f_k155 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_153 : memref<690xf32>, %alloc_154 : memref<688xf32>)
    gpu.launch_func  @f_k156::@f_k156 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_154 : memref<688xf32>, %alloc_155 : memref<686xf32>)
    gpu.launch_func  @f_k157::@f_k157 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_155 : memref<686xf32>, %alloc_156 : memref<684xf32>)
    gpu.launch_func  @f_k158::@f_k158 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%alloc_156 : memref<684xf32>, %alloc_157 : memref<682xf32>)
    gpu.launch_func  @f_k159::@f_k159 blocks in (%c22, %c1, %c1) threads in (%c32, %c8, %c1)  args(%arg1 : memref<680xf32>, %alloc_157 : memref<682xf32>)
    memref.dealloc %alloc : memref<998xf32>
    memref.dealloc %alloc_0 : memref<996xf32>
    memref.dealloc %alloc_1 : memref<994xf32>
    memref.dealloc %alloc_2 : memref<992xf32>
    memref.dealloc %alloc_3 : memref<990xf32>
    memref.dealloc %alloc_4 : memref<988xf32>
    memref.dealloc %alloc_5 : memref<986xf32>
    memref.dealloc %alloc_6 : memref<984xf32>
    memref.dealloc %alloc_7 : memref<982xf32>
    memref.dealloc %alloc_8 : memref<980xf32>
    memref.dealloc %alloc_9 : memref<978xf32>
    memref.dealloc %alloc_10 : memref<976xf32>
    memref.dealloc %alloc_11 : memref<974xf32>
    memref.dealloc %alloc_12 : memref<972xf32>
    memref.dealloc %alloc_13 : memref<970xf32>
    memref.dealloc %alloc_14 : memref<968xf32>
    memref.dealloc %alloc_15 : memref<966xf32>
    memref.dealloc %alloc_16 : memref<964xf32>
    memref.dealloc %alloc_17 : memref<962xf32>
    memref.dealloc %alloc_18 : memref<960xf32>
    memref.dealloc %alloc_19 : memref<958xf32>
    memref.dealloc %alloc_20 : memref<956xf32>
    memref.dealloc %alloc_21 : memref<954xf32>
    memref.dealloc %alloc_22 : memref<952xf32>
    memref.dealloc %alloc_23 : memref<950xf32>
    memref.dealloc %alloc_24 : memref<948xf32>
    memref.dealloc %alloc_25 : memref<946xf32>
    memref.dealloc %alloc_26 : memref<944xf32>
    memref.dealloc %alloc_27 : memref<942xf32>
    memref.dealloc %alloc_28 : memref<940xf32>
    memref.dealloc %alloc_29 : memref<938xf32>
    memref.dealloc %alloc_30 : memref<936xf32>
    memref.dealloc %alloc_31 : memref<934xf32>
    memref.dealloc %alloc_32 : memref<932xf32>
    memref.dealloc %alloc_33 : memref<930xf32>
    memref.dealloc %alloc_34 : memref<928xf32>
    memref.dealloc %alloc_35 : memref<926xf32>
    memref.dealloc %alloc_36 : memref<924xf32>
    memref.dealloc %alloc_37 : memref<922xf32>
    memref.dealloc %alloc_38 : memref<920xf32>
    memref.dealloc %alloc_39 : memref<918xf32>
    memref.dealloc %alloc_40 : memref<916xf32>
    memref.dealloc %alloc_41 : memref<914xf32>
    memref.dealloc %alloc_42 : memref<912xf32>
    memref.dealloc %alloc_43 : memref<910xf32>
    memref.dealloc %alloc_44 : memref<908xf32>
    memref.dealloc %alloc_45 : memref<906xf32>
    memref.dealloc %alloc_46 : memref<904xf32>
    memref.dealloc %alloc_47 : memref<902xf32>
    memref.dealloc %alloc_48 : memref<900xf32>
    memref.dealloc %alloc_49 : memref<898xf32>
    memref.dealloc %alloc_50 : memref<896xf32>
    memref.dealloc %alloc_51 : memref<894xf32>
    memref.dealloc %alloc_52 : memref<892xf32>
    memref.dealloc %alloc_53 : memref<890xf32>
    memref.dealloc %alloc_54 : memref<888xf32>
    memref.dealloc %alloc_55 : memref<886xf32>
    memref.dealloc %alloc_56 : memref<884xf32>
    memref.dealloc %alloc_57 : memref<882xf32>
    memref.dealloc %alloc_58 : memref<880xf32>
    memref.dealloc %alloc_59 : memref<878xf32>
    memref.dealloc %alloc_60 : memref<876xf32>
    memref.dealloc %alloc_61 : memref<874xf32>
    memref.dealloc %alloc_62 : memref<872xf32>
    memref.dealloc %alloc_63 : memref<870xf32>
    memref.dealloc %alloc_64 : memref<868xf32>
    memref.dealloc %alloc_65 : memref<866xf32>
    memref.dealloc %alloc_66 : memref<864xf32>
    memref.dealloc %alloc_67 : memref<862xf32>
    memref.dealloc %alloc_68 : memref<860xf32>
    memref.dealloc %alloc_69 : memref<858xf32>
    memref.dealloc %alloc_70 : memref<856xf32>
    memref.dealloc %alloc_71 : memref<854xf32>
    memref.dealloc %alloc_72 : memref<852xf32>
    memref.dealloc %alloc_73 : memref<850xf32>
    memref.dealloc %alloc_74 : memref<848xf32>
    memref.dealloc %alloc_75 : memref<846xf32>
    memref.dealloc %alloc_76 : memref<844xf32>
    memref.dealloc %alloc_77 : memref<842xf32>
    memref.dealloc %alloc_78 : memref<840xf32>
    memref.dealloc %alloc_79 : memref<838xf32>
    memref.dealloc %alloc_80 : memref<836xf32>
    memref.dealloc %alloc_81 : memref<834xf32>
    memref.dealloc %alloc_82 : memref<832xf32>
    memref.dealloc %alloc_83 : memref<830xf32>
    memref.dealloc %alloc_84 : memref<828xf32>
    memref.dealloc %alloc_85 : memref<826xf32>
    memref.dealloc %alloc_86 : memref<824xf32>
    memref.dealloc %alloc_87 : memref<822xf32>
    memref.dealloc %alloc_88 : memref<820xf32>
    memref.dealloc %alloc_89 : memref<818xf32>
    memref.dealloc %alloc_90 : memref<816xf32>
    memref.dealloc %alloc_91 : memref<814xf32>
    memref.dealloc %alloc_92 : memref<812xf32>
    memref.dealloc %alloc_93 : memref<810xf32>
    memref.dealloc %alloc_94 : memref<808xf32>
    memref.dealloc %alloc_95 : memref<806xf32>
    memref.dealloc %alloc_96 : memref<804xf32>
    memref.dealloc %alloc_97 : memref<802xf32>
    memref.dealloc %alloc_98 : memref<800xf32>
    memref.dealloc %alloc_99 : memref<798xf32>
    memref.dealloc %alloc_100 : memref<796xf32>
    memref.dealloc %alloc_101 : memref<794xf32>
    memref.dealloc %alloc_102 : memref<792xf32>
    memref.dealloc %alloc_103 : memref<790xf32>
    memref.dealloc %alloc_104 : memref<788xf32>
    memref.dealloc %alloc_105 : memref<786xf32>
    memref.dealloc %alloc_106 : memref<784xf32>
    memref.dealloc %alloc_107 : memref<782xf32>
    memref.dealloc %alloc_108 : memref<780xf32>
    memref.dealloc %alloc_109 : memref<778xf32>
    memref.dealloc %alloc_110 : memref<776xf32>
    memref.dealloc %alloc_111 : memref<774xf32>
    memref.dealloc %alloc_112 : memref<772xf32>
    memref.dealloc %alloc_113 : memref<770xf32>
    memref.dealloc %alloc_114 : memref<768xf32>
    memref.dealloc %alloc_115 : memref<766xf32>
    memref.dealloc %alloc_116 : memref<764xf32>
    memref.dealloc %alloc_117 : memref<762xf32>
    memref.dealloc %alloc_118 : memref<760xf32>
    memref.dealloc %alloc_119 : memref<758xf32>
    memref.dealloc %alloc_120 : memref<756xf32>
    memref.dealloc %alloc_121 : memref<754xf32>
    memref.dealloc %alloc_122 : memref<752xf32>
    memref.dealloc %alloc_123 : memref<750xf32>
    memref.dealloc %alloc_124 : memref<748xf32>
    memref.dealloc %alloc_125 : memref<746xf32>
    memref.dealloc %alloc_126 : memref<744xf32>
    memref.dealloc %alloc_127 : memref<742xf32>
    memref.dealloc %alloc_128 : memref<740xf32>
    memref.dealloc %alloc_129 : memref<738xf32>
    memref.dealloc %alloc_130 : memref<736xf32>
    memref.dealloc %alloc_131 : memref<734xf32>
    memref.dealloc %alloc_132 : memref<732xf32>
    memref.dealloc %alloc_133 : memref<730xf32>
    memref.dealloc %alloc_134 : memref<728xf32>
    memref.dealloc %alloc_135 : memref<726xf32>
    memref.dealloc %alloc_136 : memref<724xf32>
    memref.dealloc %alloc_137 : memref<722xf32>
    memref.dealloc %alloc_138 : memref<720xf32>
    memref.dealloc %alloc_139 : memref<718xf32>
    memref.dealloc %alloc_140 : memref<716xf32>
    memref.dealloc %alloc_141 : memref<714xf32>
    memref.dealloc %alloc_142 : memref<712xf32>
    memref.dealloc %alloc_143 : memref<710xf32>
    memref.dealloc %alloc_144 : memref<708xf32>
    memref.dealloc %alloc_145 : memref<706xf32>
    memref.dealloc %alloc_146 : memref<704xf32>
    memref.dealloc %alloc_147 : memref<702xf32>
    memref.dealloc %alloc_148 : memref<700xf32>
    memref.dealloc %alloc_149 : memref<698xf32>
    memref.dealloc %alloc_150 : memref<696xf32>
    memref.dealloc %alloc_151 : memref<694xf32>
    memref.dealloc %alloc_152 : memref<692xf32>
    memref.dealloc %alloc_153 : memref<690xf32>
    memref.dealloc %alloc_154 : memref<688xf32>
    memref.dealloc %alloc_155 : memref<686xf32>
    memref.dealloc %alloc_156 : memref<684xf32>
    memref.dealloc %alloc_157 : memref<682xf32>
    return
  }
}
