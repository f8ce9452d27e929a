// A matrix times a vector: define, compile, run on arrays of this program, and print what is said of a mistake.
#include <stdio.h>
#include <tensorcomp.h>

static DLTensor matrix(float *data, int32_t rank, int64_t *shape, int64_t *strides) {
  DLTensor tensor = {data, {kDLCPU, 0}, rank, {kDLFloat, 32, 1}, shape, strides, 0};
  return tensor;
}

// What the last call said.
static tc_diagnostics *said;

// Prints and frees it.
static int failed(tc_status status) {
  if (said) printf("%s\n", tc_diagnostics_text(said));
  tc_diagnostics_free(said);
  return status != TC_STATUS_OK;
}

int main(void) {
  const char *text = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }";
  tc_engine *engine;
  tc_operators *operators;
  tc_options *options;
  tc_kernel *kernel;
  if (failed(tc_engine_new(0, &engine, &said))) return 1;
  if (failed(tc_define(engine, "mv.tc", text, &operators, &said))) return 1;

  int64_t rows_by_columns[] = {2, 3}, columns[] = {3}, rows[] = {2};
  tc_arguments *arguments = tc_arguments_new();
  if (failed(tc_arguments_input(arguments, "A", 2, rows_by_columns, &said))) return 1;
  if (failed(tc_options_new("cpu", &options, &said))) return 1;
  if (failed(tc_compile(operators, "mv", arguments, options, &kernel, &said))) return 1;

  float a[] = {1, 2, 3, 4, 5, 6}, x[] = {1, 10, 100}, y[2];
  DLTensor A = matrix(a, 2, rows_by_columns, NULL), X = matrix(x, 1, columns, NULL), Y = matrix(y, 1, rows, NULL);
  const DLTensor *inputs[] = {&A, &X}, *outputs[] = {&Y};
  if (failed(tc_kernel_run(kernel, inputs, 2, outputs, 1, &said))) return 1;
  printf("%s: %g %g\n", tc_kernel_output(kernel, 0).name, y[0], y[1]);

  // The same numbers by columns: they are copied, and the call says so.
  float by_columns[] = {1, 4, 2, 5, 3, 6};
  int64_t strides[] = {1, 2};
  A = matrix(by_columns, 2, rows_by_columns, strides);
  if (failed(tc_kernel_run(kernel, inputs, 2, outputs, 1, &said))) return 1;
  printf("%s: %g %g\n", tc_kernel_output(kernel, 0).name, y[0], y[1]);

  // A shape that the kernel is not compiled for is refused, and so is a name that does not exist.
  Y.shape = columns;
  if (!failed(tc_kernel_run(kernel, inputs, 2, outputs, 1, &said))) return 1;
  tc_operators *none = NULL;
  tc_status status = tc_define(engine, "wrong.tc", "def f(float(N) A) -> (B) { B(i) = C(i) }", &none, &said);
  tc_diagnostic first = tc_diagnostics_at(said, 0);
  printf("%s:%u:%u: %s: %s\n", first.file, first.line, first.column, first.code, first.message);
  tc_diagnostics_free(said);

  tc_kernel_free(kernel);
  tc_options_free(options);
  tc_arguments_free(arguments);
  tc_operators_free(operators);
  tc_engine_free(engine);
  return status == TC_STATUS_ERROR ? 0 : 1;
}
