// Kernels for clang. The head stands before each kernel; the part of CUDA that they need is declared here.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define T __nvvm_read_ptx_sreg_tid_x()
#define B __nvvm_read_ptx_sreg_ctaid_x()
#define N __nvvm_read_ptx_sreg_ntid_x()
#define I (int)(B * N + T)
#define sync() __syncthreads()
#define __noinline__ __attribute__((noinline))
typedef float float4 __attribute__((ext_vector_type(4)));
extern "C" __device__ int vprintf(const char*, const char*);

// Kernel saxpy
extern "C" __global__ void saxpy(const float* x, float* y) { y[I] = 2.5f * x[I] + y[I]; }

// Kernel reduce_shared
extern "C" __global__ void reduce_shared(const int* x, int* y) {
  __shared__ int s[64];
  s[T] = x[I];
  sync();
  for (int w = 32; w > 0; w /= 2) {
    if (T < w) s[T] += s[T + w];
    sync();
  }
  if (T == 0) y[B] = s[0];
}

// Kernel shuffle_sum
extern "C" __global__ void shuffle_sum(const int* x, int* y) {
  int v = x[I];
  for (int w = 16; w > 0; w /= 2) v += __nvvm_shfl_sync_bfly_i32(0xffffffff, v, w, 31);
  y[I] = v;
}

// Kernel vote_and_match
extern "C" __global__ void vote_and_match(const int* x, int* y) {
  unsigned ballot = __nvvm_vote_ballot_sync(0xffffffff, x[I] > 0);
  y[I] = ballot ^ __nvvm_match_any_sync_i32(0xffffffff, x[I] & 3);
}

// Kernel atomic_add_float
extern "C" __global__ void atomic_add_float(const float* x, float* y) { __nvvm_atom_add_gen_f(y + I % 4, x[I]); }

// Kernel atomic_max_float
extern "C" __global__ void atomic_max_float(const float* x, float* y) {
  __scoped_atomic_fetch_max(y, x[I], __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

// Kernel atomic_multiply
extern "C" __global__ void atomic_multiply(const unsigned* x, int* y) {
  int factor = x[I] % 3 + 1, old = *y, seen;
  do {
    seen = old;
  } while (!__scoped_atomic_compare_exchange_n(y, &old, seen * factor, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE));
}

// Kernel atomic_on_bytes
extern "C" __global__ void atomic_on_bytes(const unsigned char* x, unsigned char* y) {
  __scoped_atomic_fetch_add(y + I % 8, x[I], __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

// Kernel atomic_on_shorts
extern "C" __global__ void atomic_on_shorts(const unsigned short* x, unsigned short* y) {
  __scoped_atomic_fetch_add(y + I % 4, x[I], __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

// Kernel message_passing
extern "C" __global__ void message_passing(int* data, int* flag, int* y) {
  if (I == 0) {
    *data = 42;
    __scoped_atomic_store_n(flag, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
  }
  if (I == 64) {
    while (__scoped_atomic_load_n(flag, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE) == 0) {}
    *y = *data;
  }
}

// Kernel spin_lock
extern "C" __global__ void spin_lock(int* lock, const int* x, int* y) {
  bool done = false;
  while (!done) {
    int free = 0;
    if (__scoped_atomic_compare_exchange_n(lock, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)) {
      *y += x[I];
      __scoped_atomic_store_n(lock, 0, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
      done = true;
    }
  }
}

// Kernel wide_arithmetic
typedef unsigned __int128 u128;
// Division of 128 bits by 64, bit by bit: the compiler's own library is not there.
__device__ u128 over(u128 a, unsigned long long b) {
  u128 q = 0, r = 0;
  for (int i = 127; i >= 0; i--) {
    r = r << 1 | (a >> i & 1);
    if (r >= b) { r -= b; q |= (u128)1 << i; }
  }
  return q;
}
extern "C" __global__ void wide_arithmetic(const unsigned* x, unsigned long long* y) {
  u128 a = x[2 * I], b = x[2 * I + 1];
  u128 p = over((a * 1000000000000000ull + b) * (b * 1000000000000ull + 7), (unsigned long long)a + 3);
  u128 m = ((u128)1 << 127) - 1;
  while (p >= m) p -= m;
  p ^= a << 90;
  y[2 * I] = (unsigned long long)p;
  y[2 * I + 1] = (unsigned long long)(p >> 64);
}

// Kernel recursion
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
extern "C" __global__ void recursion(const int* x, int* y) { y[I] = fibonacci(x[I] & 7); }

// Kernel function_pointers
__device__ __noinline__ int f(int v) { return v + 1; }
__device__ __noinline__ int g(int v) { return v * 2; }
__device__ __noinline__ int h(int v) { return -v; }
typedef int (*Op)(int);
extern "C" __global__ void function_pointers(const int* x, int* y) {
  Op table[3] = {f, g, h};
  y[I] = table[I % 3](x[I]);
}

// Kernel switch_table
extern "C" __global__ void switch_table(const int* x, int* y) {
  int v = x[I], r;
  switch (v & 7) {
    case 0: r = 7; break;
    case 1: r = -3; break;
    case 2: r = 11; break;
    case 3: r = 100; break;
    case 4: r = v * 2; break;
    case 5: r = v - 9; break;
    case 6: r = v ^ 5; break;
    default: r = 1;
  }
  y[I] = r;
}

// Kernel prints
extern "C" __global__ void prints(const int* x, int* y) {
  y[I] = x[I];
  if (I == 5) {
    struct { int thread, value; double half; } arguments = {5, x[5], 2.5};
    vprintf("thread %d has %d and %.2f\n", (const char*)&arguments);
  }
}

// Kernel vectors
extern "C" __global__ void vectors(const float4* x, float4* y) {
  float4 v = x[I];
  y[I] = (float4){v.w, v.z * 2.0f, v.y + 1.0f, -v.x};
}

// Kernel builtins
extern "C" __global__ void builtins(const unsigned* x, unsigned* y) {
  unsigned v = x[I];
  y[I] = __builtin_popcount(v) + 100 * __builtin_clz(v) + __builtin_bitreverse32(v) % 1000;
}
