// Makes and frees everything that the interface makes, as often as the argument says: what stays is a leak, which a tool that
// counts allocations finds. Fixed and open sizes, subscripts that are data, a copied input, a remark, and mistakes are in each round.
#include <stdio.h>
#include <stdlib.h>
#include <tensorcomp.h>

static void must(int holds, const char *what) {
  if (holds) return;
  printf("%s does not hold\n", what);
  exit(1);
}

static DLTensor array(void *data, uint8_t code, int32_t rank, int64_t *shape, int64_t *strides) {
  DLTensor tensor = {data, {kDLCPU, 0}, rank, {code, 32, 1}, shape, strides, 0};
  return tensor;
}

static tc_kernel *compiled(const tc_operators *operators, const char *name, const tc_arguments *arguments, const char *target) {
  tc_options *options;
  tc_kernel *kernel;
  must(tc_options_new(target, &options, NULL) == TC_STATUS_OK, "options");
  must(tc_options_cache(options, "off", NULL) == TC_STATUS_OK, "no cache");
  must(tc_compile(operators, name, arguments, options, &kernel, NULL) == TC_STATUS_OK, "compiled");
  tc_options_free(options);
  return kernel;
}

static void product(const tc_operators *operators, const char *target) {
  int64_t two_by_three[] = {2, 3}, three[] = {3}, two[] = {2}, columns[] = {1, 2};
  tc_arguments *arguments = tc_arguments_new();
  must(tc_arguments_input(arguments, "A", 2, two_by_three, NULL) == TC_STATUS_OK, "a shape");
  tc_kernel *kernel = compiled(operators, "mv", arguments, target);
  tc_arguments_free(arguments);
  float a[] = {1, 4, 2, 5, 3, 6}, x[] = {1, 10, 100}, y[2] = {0, 0};
  DLTensor A = array(a, kDLFloat, 2, two_by_three, columns), X = array(x, kDLFloat, 1, three, NULL), Y = array(y, kDLFloat, 1, two, NULL);
  const DLTensor *inputs[] = {&A, &X}, *outputs[] = {&Y};
  tc_diagnostics *said;
  must(tc_kernel_run(kernel, inputs, 2, outputs, 1, &said) == TC_STATUS_OK, "run");
  must(y[0] == 321 && y[1] == 654, "the product");
  tc_diagnostics_free(said);
  Y.shape = three;
  must(tc_kernel_run(kernel, inputs, 2, outputs, 1, &said) == TC_STATUS_ERROR, "a wrong shape");
  must(tc_diagnostics_text(said)[0] == 'e', "an error");
  tc_diagnostics_free(said);
  tc_kernel_free(kernel);
}

static void lookup(const tc_operators *operators) {
  int64_t four[] = {4}, three[] = {3};
  tc_arguments *arguments = tc_arguments_new();
  must(tc_arguments_input(arguments, "T", 1, four, NULL) == TC_STATUS_OK, "a table");
  must(tc_arguments_input(arguments, "I", 1, three, NULL) == TC_STATUS_OK, "indices");
  must(tc_arguments_open(arguments, "M", NULL) == TC_STATUS_OK, "an open size");
  tc_kernel *kernel = compiled(operators, "lookup", arguments, "cpu");
  tc_arguments_free(arguments);
  float t[] = {5, 6, 7, 8}, y[3] = {0, 0, 0};
  int32_t i[] = {3, 0, 2};
  DLTensor T = array(t, kDLFloat, 1, four, NULL), I = array(i, kDLInt, 1, three, NULL), Y = array(y, kDLFloat, 1, three, NULL);
  const DLTensor *inputs[] = {&T, &I}, *outputs[] = {&Y};
  must(tc_kernel_run(kernel, inputs, 2, outputs, 1, NULL) == TC_STATUS_OK, "run");
  must(y[0] == 8 && y[1] == 5 && y[2] == 7, "the elements");
  i[1] = 4;
  tc_diagnostics *said;
  must(tc_kernel_run(kernel, inputs, 2, outputs, 1, &said) == TC_STATUS_ERROR, "a subscript out of range");
  tc_diagnostics_free(said);
  tc_kernel_free(kernel);
}

static void round_of(size_t threads, int everywhere) {
  const char *text = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }\n"
                     "def lookup(float(N) T, int32(M) I) -> (Y) { Y(i) = T(I(i)) }";
  tc_engine *engine;
  tc_operators *operators, *none;
  must(tc_engine_new(threads, &engine, NULL) == TC_STATUS_OK, "an engine");
  must(tc_define(engine, "both.tc", text, &operators, NULL) == TC_STATUS_OK, "operators");
  tc_diagnostics *said;
  must(tc_define(engine, "wrong.tc", "def f(float(N) A) -> (B) { B(i) = C(i) }", &none, &said) == TC_STATUS_ERROR, "a mistake");
  tc_diagnostics_free(said);
  product(operators, "cpu");
  if (everywhere) {
    product(operators, "reference");
    product(operators, "emulator");
    lookup(operators);
  }
  tc_operators_free(operators);
  tc_engine_free(engine);
}

int main(int count, char **words) {
  int rounds = count > 1 ? atoi(words[1]) : 1;
  // One round alone is of the CPU only: a tool that interprets each instruction is slow.
  for (int i = 0; i < rounds; i++) round_of(1 + (size_t)i % 2, rounds > 1);
  printf("%d rounds\n", rounds);
  return 0;
}
