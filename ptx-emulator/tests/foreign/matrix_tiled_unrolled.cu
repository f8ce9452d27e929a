extern "C" __global__ void k(const float* __restrict__ a, const float* __restrict__ b, float* c) {
  __shared__ float as[16][17], bs[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int t = 0; t < 32; t += 16) {
    as[y][x] = a[row * 32 + t + x];
    bs[y][x] = b[(t + y) * 32 + column];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += as[y][i] * bs[i][x];
    __syncthreads();
  }
  c[row * 32 + column] = sum;
}
