extern "C" __global__ void k(const float4* __restrict__ x, float4* __restrict__ y) {
  float4 v = x[threadIdx.x];
  y[threadIdx.x] = make_float4(v.w, v.z * 2.0f, v.y + 1.0f, -v.x);
}
