extern "C" __global__ void k(const double2* x, const double2* z, double2* y) {
  double2 a = x[threadIdx.x], b = z[threadIdx.x];
  y[threadIdx.x] = make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
