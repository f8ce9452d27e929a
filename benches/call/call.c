// What a warm call from C costs beside its kernel: as examples/engine/src/bin/call-cost.rs.
#include <stdio.h>
#include <tensorcomp.h>
#include <time.h>

enum { ROUNDS = 20, CALLS = 20000 };

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

#define REQUIRE(call) \
  if ((call) != TC_STATUS_OK) return fprintf(stderr, "%s\n", tc_diagnostics_text(said)), 1

int main(void) {
  tc_diagnostics *said = NULL;
  tc_engine *engine;
  tc_operators *operators;
  tc_options *options;
  tc_kernel *kernel;
  tc_arguments *arguments = tc_arguments_new();
  REQUIRE(tc_engine_new(0, &engine, &said));
  REQUIRE(tc_define(engine, "add.tc", "def add(float(N) A, float(N) B) -> (C) { C(i) = A(i) + B(i) }", &operators, &said));
  REQUIRE(tc_arguments_size(arguments, "N", 4, &said));
  REQUIRE(tc_options_new("cpu", &options, &said));
  REQUIRE(tc_compile(operators, "add", arguments, options, &kernel, &said));
  float a[] = {1, 1, 1, 1}, b[] = {2, 2, 2, 2}, c[] = {0, 0, 0, 0};
  int64_t shape[] = {4};
  DLTensor A = {a, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, NULL, 0}, B = A, C = A;
  B.data = b;
  C.data = c;
  const DLTensor *inputs[] = {&A, &B}, *outputs[] = {&C};
  for (int round = 0; round < ROUNDS; ++round) {
    double begin = nanoseconds();
    for (int call = 0; call < CALLS; ++call) REQUIRE(tc_kernel_run(kernel, inputs, 2, outputs, 1, &said));
    printf("%f\n", (nanoseconds() - begin) / CALLS);
  }
  return c[0] == 3 && c[3] == 3 ? 0 : 1;
}
