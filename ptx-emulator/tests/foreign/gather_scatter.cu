extern "C" __global__ void k(const float* x, const unsigned* p, float* y) { int t = threadIdx.x; y[(t * 37) % 128] = x[p[t]]; }
