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
    gpu.func @f_k79(%arg0: memref<840xf32> {llvm.noalias}, %arg1: memref<842xf32> {llvm.noalias, llvm.readonly}) workgroup(%arg2 : memref<34xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 27, 1, 1>} {
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
        %11 = memref.load %arg1[%5] : memref<842xf32>
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
        memref.store %17, %arg0[%4] {tc.thread_private} : memref<840xf32>
      }
      gpu.return
    }
  }
  func.func @f(%arg0: memref<1000xf32> {llvm.noalias}, %arg1: memref<840xf32> {llvm.noalias}) attributes {tc.arguments = [{name = "A", role = "in", type = memref<1000xf32>}, {name = "B", role = "out", type = memref<840xf32>}]} {
    %c32 = arith.constant 32 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c31 = arith.constant 31 : index
    %c30 = arith.constant 30 : index
    %c29 = arith.constant 29 : index
    %c28 = arith.constant 28 : index
    %c27 = arith.constant 27 : index
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
    gpu.launch_func  @f_k79::@f_k79 blocks in (%c27, %c1, %c1) threads in (%c32, %c8, %c1)  args(%arg1 : memref<840xf32>, %alloc_77 : memref<842xf32>)
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
    return
  }
}
