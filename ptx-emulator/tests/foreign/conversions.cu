extern "C" __global__ void k(const float* x, const float* z, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float a = x[i], b = z[i]; y[i] = (float)(int)(a * 10.0f) + (float)(unsigned char)(b * 10.0f + 100.0f) + (float)(short)__float2int_rn(a) + (float)((double)b * 0.5); }
}
