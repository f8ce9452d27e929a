__device__ __noinline__ int collatz(int n) { int steps = 0; while (n != 1 && steps < 1000) { n = n & 1 ? 3 * n + 1 : n / 2; ++steps; } return steps; }
__device__ __noinline__ int both(int a, int b) { return collatz(a) * 1000 + collatz(b); }
extern "C" __global__ void k(const int* x, int* y) { int v = x[threadIdx.x]; y[threadIdx.x] = both(abs(v) % 97 + 1, threadIdx.x + 1); }
