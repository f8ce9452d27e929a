// One kernel for many shapes, kept for the next process: the size N is left open, and each call says it by its arrays.
#include <stdio.h>
#include <stdlib.h>
#include <tensorcomp.h>

// What the last call said.
static tc_diagnostics *said;

// Prints and frees it.
static int failed(tc_status status) {
  if (said) printf("%s\n", tc_diagnostics_text(said));
  tc_diagnostics_free(said);
  return status != TC_STATUS_OK;
}

static DLTensor vector(float *data, int64_t *length) {
  DLTensor tensor = {data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, length, NULL, 0};
  return tensor;
}

// Sums of three neighbours of so many ones.
static int smooth(const tc_kernel *kernel, int64_t n) {
  int64_t m;
  float *x = calloc(n, sizeof *x);
  for (int64_t i = 0; i < n; i++) x[i] = 1;
  DLTensor X = vector(x, &n);
  const DLTensor *inputs[] = {&X};
  int wrong = failed(tc_kernel_output_shape(kernel, 0, inputs, 1, 1, &m, &said));
  if (!wrong) {
    float *y = calloc(m, sizeof *y), sum = 0;
    DLTensor Y = vector(y, &m);
    const DLTensor *outputs[] = {&Y};
    wrong = failed(tc_kernel_run(kernel, inputs, 1, outputs, 1, &said));
    for (int64_t i = 0; i < m; i++) sum += y[i];
    if (!wrong) printf("%d numbers, their sum is %g\n", (int)m, sum);
    free(y);
  }
  free(x);
  return wrong;
}

int main(void) {
  const char *text = "def smooth(float(N) X) -> (Y) { Y(i) +=! X(i + k) where k in 0:3 }";
  tc_engine *engine;
  tc_operators *operators;
  tc_options *options;
  tc_kernel *kernel;
  if (failed(tc_engine_new(0, &engine, &said))) return 1;
  if (failed(tc_define(engine, "smooth.tc", text, &operators, &said))) return 1;

  int64_t one_length[] = {100};
  tc_arguments *arguments = tc_arguments_new();
  if (failed(tc_arguments_input(arguments, "X", 1, one_length, &said))) return 1;
  if (failed(tc_arguments_open(arguments, "N", &said))) return 1;
  if (failed(tc_options_new("cpu", &options, &said))) return 1;
  if (failed(tc_options_cache(options, "on", &said))) return 1;
  if (failed(tc_compile(operators, NULL, arguments, options, &kernel, &said))) return 1;

  int64_t lengths[] = {3, 10, 1000};
  for (int i = 0; i < 3; i++)
    if (smooth(kernel, lengths[i])) return 1;

  // What the operator does not allow is refused at the call, and so is an unknown size or mode.
  if (!smooth(kernel, 1)) return 1;
  tc_kernel *none = NULL;
  if (failed(tc_arguments_open(arguments, "M", &said))) return 1;
  if (!failed(tc_compile(operators, NULL, arguments, options, &none, &said))) return 1;
  if (tc_options_cache(options, "always", NULL) != TC_STATUS_USAGE) return 1;

  tc_kernel_free(kernel);
  tc_options_free(options);
  tc_arguments_free(arguments);
  tc_operators_free(operators);
  tc_engine_free(engine);
  return 0;
}
