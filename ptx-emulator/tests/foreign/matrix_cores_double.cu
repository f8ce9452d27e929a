extern "C" __global__ void k(const double* a, const double* b, double* c) {
  int t = threadIdx.x; double d0 = 0, d1 = 0, x = a[t / 4 * 4 + t % 4], y = b[t % 4 * 8 + t / 4];
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d0), "+d"(d1) : "d"(x), "d"(y));
  c[t / 4 * 8 + t % 4 * 2] = d0; c[t / 4 * 8 + t % 4 * 2 + 1] = d1;
}
