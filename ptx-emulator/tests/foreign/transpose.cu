extern "C" __global__ void k(const float* x, float* y) {
  __shared__ float tile[32][33];
  for (int i = threadIdx.y; i < 32; i += 8) {
    int row = blockIdx.y * 32 + i, column = blockIdx.x * 32 + threadIdx.x;
    if (row < 40 && column < 51) tile[i][threadIdx.x] = x[row * 51 + column];
  }
  __syncthreads();
  for (int i = threadIdx.y; i < 32; i += 8) {
    int row = blockIdx.x * 32 + i, column = blockIdx.y * 32 + threadIdx.x;
    if (row < 51 && column < 40) y[row * 40 + column] = tile[threadIdx.x][i];
    else if (row * 40 + column >= 2040 && row == 51 && column < 8) y[2040 + column] = 0;
  }
}
