extern "C" __global__ void k(const unsigned char* x, unsigned* h) {
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 64 + threadIdx.x; i < 512; i += 256) atomicAdd(&bins[x[i] >> 4], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&h[threadIdx.x], bins[threadIdx.x]);
}
