extern "C" __global__ void k(const unsigned* x, unsigned* y) {
  __shared__ unsigned sums[4];
  unsigned lane = threadIdx.x & 31, warp = threadIdx.x / 32, v = x[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) { unsigned o = __shfl_up_sync(0xffffffffu, v, d); if (lane >= d) v += o; }
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  for (unsigned w = 0; w < warp; ++w) v += sums[w];
  y[threadIdx.x] = v;
}
