#include <cuda_fp16.h>
extern "C" __global__ void k(const __half* a, const __half* b, float* c) {
  __shared__ __align__(16) __half as[256], bs[128];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) as[i] = a[i];
  for (int i = t; i < 128; i += 32) bs[i] = b[i];
  __syncthreads();
  unsigned ra[4], rb[2]; float d[4] = {1.0f, 1.0f, 1.0f, 1.0f};
  unsigned pa = (unsigned)__cvta_generic_to_shared(as + (t % 16) * 16 + t / 16 * 8);
  unsigned pb = (unsigned)__cvta_generic_to_shared(bs + (t % 16) * 8);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(pa));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(rb[0]), "=r"(rb[1]) : "r"(pb));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
  int g = t / 4, q = t % 4 * 2;
  c[g * 8 + q] = d[0]; c[g * 8 + q + 1] = d[1]; c[(g + 8) * 8 + q] = d[2]; c[(g + 8) * 8 + q + 1] = d[3];
}
