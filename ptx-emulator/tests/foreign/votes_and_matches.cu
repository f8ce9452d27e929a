extern "C" __global__ void k(const unsigned* x, unsigned* y) {
  unsigned v = x[threadIdx.x], m = 0xffffffffu;
  unsigned* o = y + 4 * threadIdx.x;
  o[0] = __ballot_sync(m, v & 1);
  o[1] = __any_sync(m, v > 990) * 2 + __all_sync(m, v < 1000);
  o[2] = __match_any_sync(m, v % 5);
  o[3] = __reduce_add_sync(m, v) + __popc(__activemask());
}
