// Wrong use of every function: it is answered by a status and a text, what a failed call would have made is null, and nothing ends the process.
// Then eight threads run one kernel, while others compile. Prints each answer.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tensorcomp.h>

static tc_diagnostics *said;

// The status, and the error behind warnings, or the remark.
static void show(const char *what, tc_status status) {
  size_t at = 0;
  while (at + 1 < tc_diagnostics_count(said) && tc_diagnostics_at(said, at).severity != TC_SEVERITY_ERROR) at++;
  printf("%s: %d %s\n", what, (int)status, tc_diagnostics_count(said) ? tc_diagnostics_at(said, at).message : "");
  tc_diagnostics_free(said);
  said = NULL;
}

static void must(int holds, const char *what) {
  if (holds) return;
  printf("%s does not hold\n", what);
  exit(1);
}

// A pointer that no call may leave as it was.
#define WILD(type) ((type *)(uintptr_t)0x10)

static const char *TEXT = "def add(float(N) A, float(N) B) -> (C) { C(i) = A(i) + B(i) }";

static void nulls(void) {
  show("engine", tc_engine_new(0, NULL, &said));
  tc_engine *engine = WILD(tc_engine);
  show("threads", tc_engine_new((size_t)-1, &engine, &said));
  must(!engine, "no engine");
  tc_engine_new(1, &engine, NULL);
  tc_operators *operators = WILD(tc_operators);
  show("no engine", tc_define(NULL, "a.tc", TEXT, &operators, &said));
  must(!operators, "no operators");
  show("no name", tc_define(engine, NULL, TEXT, &operators, &said));
  show("no text", tc_define(engine, "a.tc", NULL, &operators, &said));
  show("no place", tc_define(engine, "a.tc", TEXT, NULL, &said));
  show("no UTF-8", tc_define(engine, "a.tc", "def \xff", &operators, &said));
  tc_options *options = WILD(tc_options);
  show("target", tc_options_new("tpu", &options, &said));
  must(!options, "no options");
  show("no target", tc_options_new(NULL, &options, &said));
  show("no options", tc_options_set(NULL, "tile", "1", &said));
  show("no mode", tc_options_cache(NULL, "on", &said));
  show("no arguments", tc_arguments_input(NULL, "A", 0, NULL, &said));
  tc_arguments *arguments = tc_arguments_new();
  show("no shape", tc_arguments_input(arguments, "A", 2, NULL, &said));
  int64_t negative[] = {-1};
  show("negative", tc_arguments_input(arguments, "A", 1, negative, &said));
  show("no size", tc_arguments_size(arguments, NULL, 1, &said));
  show("no open", tc_arguments_open(arguments, NULL, &said));
  tc_kernel *kernel = WILD(tc_kernel);
  show("nothing", tc_compile(NULL, NULL, NULL, NULL, &kernel, &said));
  must(!kernel, "no kernel");
  show("no kernel", tc_kernel_run(NULL, NULL, 0, NULL, 0, &said));
  show("no kernel's shape", tc_kernel_output_shape(NULL, 0, NULL, 0, 0, NULL, &said));
  char *level = WILD(char);
  show("no kernel's text", tc_kernel_asm(NULL, "tc", &level, &said));
  must(!level, "no text");
  must(!tc_operators_count(NULL) && !tc_operators_name(NULL, 0) && !tc_kernel_input_count(NULL) && !tc_kernel_output_count(NULL), "counts of null");
  must(!tc_kernel_input(NULL, 0).name && !tc_kernel_output(NULL, 7).name && !tc_diagnostics_at(NULL, 3).message, "parts of null");
  must(!*tc_diagnostics_text(NULL), "the text of null");
  tc_arguments_free(arguments);
  tc_engine_free(engine);
  tc_engine_free(NULL), tc_operators_free(NULL), tc_arguments_free(NULL), tc_options_free(NULL);
  tc_kernel_free(NULL), tc_text_free(NULL), tc_diagnostics_free(NULL);
}

static tc_kernel *compiled(int64_t n) {
  tc_engine *engine;
  tc_operators *operators;
  tc_options *options;
  tc_kernel *kernel;
  tc_engine_new(2, &engine, NULL);
  tc_define(engine, "add.tc", TEXT, &operators, NULL);
  tc_options_new("cpu", &options, NULL);
  tc_arguments *arguments = tc_arguments_new();
  tc_arguments_input(arguments, "A", 1, &n, NULL);
  must(tc_compile(operators, NULL, arguments, options, &kernel, NULL) == TC_STATUS_OK, "compiled");
  // The kernel outlives all that it came from.
  tc_arguments_free(arguments), tc_options_free(options), tc_operators_free(operators), tc_engine_free(engine);
  return kernel;
}

static void arrays(tc_kernel *kernel) {
  float a[4] = {1, 2, 3, 4}, b[4] = {0}, c[4];
  int64_t four[] = {4}, huge[] = {INT64_MAX, 4}, far[] = {INT64_MAX}, below[] = {-4};
  DLTensor A = {a, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, four, NULL, 0}, B = A, C = A, wrong = A;
  B.data = b, C.data = c;
  const DLTensor *inputs[] = {&wrong, &B}, *outputs[] = {&C}, *none[] = {NULL, &B};
  show("none", tc_kernel_run(kernel, NULL, 0, NULL, 0, &said));
  show("null inputs", tc_kernel_run(kernel, NULL, 2, outputs, 1, &said));
  show("a null tensor", tc_kernel_run(kernel, none, 2, outputs, 1, &said));
#define WRONG(what, change)                                           \
  wrong = A;                                                          \
  change;                                                             \
  show(what, tc_kernel_run(kernel, inputs, 2, outputs, 1, &said))
  WRONG("rank", (wrong.ndim = 2, wrong.shape = huge));
  WRONG("negative rank", wrong.ndim = -1);
  WRONG("rank 0", wrong.ndim = 0);
  WRONG("extent", wrong.shape = below);
  WRONG("no shape", wrong.shape = NULL);
  WRONG("no data", wrong.data = NULL);
  WRONG("doubles", wrong.dtype.bits = 64);
  WRONG("integers", wrong.dtype.code = kDLInt);
  WRONG("no type", wrong.dtype.code = 77);
  WRONG("lanes", wrong.dtype.lanes = 4);
  WRONG("another device", wrong.device.device_type = kDLCUDA);
  WRONG("no device", wrong.device.device_type = (DLDeviceType)99);
  WRONG("the output", wrong.data = c);
  C.strides = far;
  WRONG("far apart", wrong.data = c);
  int64_t zero[] = {0};
  C.strides = zero;
  WRONG("one address", (void)0);
  C.strides = NULL;
  wrong = A;
  must(tc_kernel_run(kernel, inputs, 2, outputs, 1, NULL) == TC_STATUS_OK && c[0] == 1 && c[3] == 4, "the sum");
  // An address between two floats is copied.
  char bytes[17];
  memcpy(bytes + 1, a, 16);
  WRONG("unaligned", (wrong.data = bytes, wrong.byte_offset = 1));
  must(c[0] == 1 && c[3] == 4, "the sum of a copy");
  // Backwards, over every other element, and one number for all.
  float spread[7] = {1, 0, 2, 0, 3, 0, 4};
  int64_t back[] = {-2}, same[] = {0};
  WRONG("backwards", (wrong.data = spread + 6, wrong.strides = back));
  must(c[0] == 4 && c[3] == 1, "the sum of what is read backwards");
  WRONG("one number", wrong.strides = same);
  must(c[0] == 1 && c[3] == 1, "the sum of one number");
  int64_t shape[2];
  show("an output too many", tc_kernel_output_shape(kernel, 1, inputs, 2, 1, shape, &said));
  show("two dimensions", tc_kernel_output_shape(kernel, 0, inputs, 2, 2, shape, &said));
  show("a shape of null", tc_kernel_output_shape(kernel, 0, inputs, 2, 1, NULL, &said));
  char *text;
  show("level", tc_kernel_asm(kernel, "wasm", &text, &said));
  must(!text, "no text");
}

enum { N = 4096, THREADS = 8 };

static void *runs(void *kernel) {
  float *a = malloc(3 * N * sizeof *a), *b = a + N, *c = b + N;
  int64_t shape[] = {N};
  DLTensor A = {a, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, NULL, 0}, B = A, C = A;
  B.data = b, C.data = c;
  const DLTensor *inputs[] = {&A, &B}, *outputs[] = {&C};
  for (int run = 0; run < 50; run++) {
    for (int i = 0; i < N; i++) a[i] = i, b[i] = run, c[i] = -1;
    must(tc_kernel_run(kernel, inputs, 2, outputs, 1, NULL) == TC_STATUS_OK, "a run");
    for (int i = 0; i < N; i++) must(c[i] == i + run, "the sum of a thread");
  }
  free(a);
  return NULL;
}

static void *compiles(void *unused) {
  (void)unused;
  tc_kernel_free(compiled(N / 2));
  return NULL;
}

// A gather with open sizes: its subscripts are checked at each call.
static void gathers(void) {
  const char *text = "def lookup(float(N) T, int32(M) I) -> (Y) { Y(i) = T(I(i)) }";
  tc_engine *engine;
  tc_operators *operators;
  tc_options *options;
  tc_kernel *kernel;
  tc_engine_new(1, &engine, NULL);
  tc_define(engine, "lookup.tc", text, &operators, NULL);
  tc_options_new("cpu", &options, NULL);
  int64_t n = 4, m = 2;
  tc_arguments *arguments = tc_arguments_new();
  tc_arguments_input(arguments, "T", 1, &n, NULL), tc_arguments_input(arguments, "I", 1, &m, NULL);
  tc_arguments_open(arguments, "N", NULL), tc_arguments_open(arguments, "M", NULL);
  must(tc_compile(operators, NULL, arguments, options, &kernel, NULL) == TC_STATUS_OK, "compiled");
  float t[100], y[100];
  int32_t i[100];
  DLTensor T = {t, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, &n, NULL, 0}, I = {i, {kDLCPU, 0}, 1, {kDLInt, 32, 1}, &m, NULL, 0}, Y = {y, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, &m, NULL, 0};
  const DLTensor *inputs[] = {&T, &I}, *outputs[] = {&Y};
  for (n = 1; n <= 100; n += 33)
    for (m = 0; m <= 100; m += 25) {
      for (int at = 0; at < 100; at++) t[at] = at * at, i[at] = (7 * at) % n;
      must(tc_kernel_run(kernel, inputs, 2, outputs, 1, NULL) == TC_STATUS_OK, "a lookup");
      for (int at = 0; at < m; at++) must(y[at] == t[i[at]], "the values of a lookup");
    }
  n = m = 50;
  i[49] = 50;
  show("a subscript", tc_kernel_run(kernel, inputs, 2, outputs, 1, &said));
  tc_kernel_free(kernel), tc_arguments_free(arguments), tc_options_free(options), tc_operators_free(operators), tc_engine_free(engine);
}

int main(void) {
  nulls();
  tc_kernel *kernel = compiled(4);
  arrays(kernel);
  tc_kernel_free(kernel);
  gathers();
  kernel = compiled(N);
  pthread_t threads[THREADS + 2];
  for (int i = 0; i < THREADS + 2; i++) pthread_create(&threads[i], NULL, i < THREADS ? runs : compiles, kernel);
  for (int i = 0; i < THREADS + 2; i++) pthread_join(threads[i], NULL);
  tc_kernel_free(kernel);
  printf("threads: as they should\n");
  return 0;
}
