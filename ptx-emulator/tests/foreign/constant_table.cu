__constant__ float table[8] = {0.5f, 1.5f, -2.0f, 3.25f, 8.0f, -0.125f, 100.0f, 7.0f};
__device__ int offsets[3] = {1, 2, 5};
extern "C" __global__ void k(const unsigned* x, float* y) { unsigned v = x[threadIdx.x]; y[threadIdx.x] = table[(v + offsets[v % 3]) & 7]; }
