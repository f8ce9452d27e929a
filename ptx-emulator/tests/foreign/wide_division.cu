extern "C" __global__ void k(const long long* x, const long long* z, long long* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { long long a = x[i], b = z[i]; y[i] = (a * 1000000007LL) / ((b | 1) * 3LL) + (a * 1000000007LL) % ((b | 1) * 5LL); }
}
