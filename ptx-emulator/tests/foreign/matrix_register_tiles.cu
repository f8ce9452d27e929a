extern "C" __global__ void k(const float* __restrict__ a, const float* __restrict__ b, float* c) {
  extern __shared__ float s[];
  float* as = s; float* bs = s + 512;
  for (int i = threadIdx.x; i < 512; i += 64) { as[i] = a[i]; bs[i] = b[i]; }
  __syncthreads();
  int r = threadIdx.x / 8 * 4, q = threadIdx.x % 8 * 4;
  float acc[4][4] = {};
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    float4 v = *(float4*)&bs[i * 32 + q];
#pragma unroll
    for (int m = 0; m < 4; ++m) {
      float u = as[(r + m) * 16 + i];
      acc[m][0] += u * v.x; acc[m][1] += u * v.y; acc[m][2] += u * v.z; acc[m][3] += u * v.w;
    }
  }
#pragma unroll
  for (int m = 0; m < 4; ++m) *(float4*)&c[(r + m) * 32 + q] = make_float4(acc[m][0], acc[m][1], acc[m][2], acc[m][3]);
}
