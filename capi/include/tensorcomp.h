// Made by cbindgen from capi/src; a test compares.
// The C interface of Tensor Comprehensions: define operators, compile them, and run them on arrays that the caller has.

#ifndef TENSORCOMP_H
#define TENSORCOMP_H

#include <stddef.h>
#include <stdint.h>

#ifdef DLPACK_DLPACK_H_
// The caller has included <dlpack/dlpack.h>.
#else
// As in dlpack.h of DLPack 1, whose layout is fixed; whoever needs more of it includes that file first.
#define DLPACK_DLPACK_H_
typedef enum { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3 } DLDeviceType;
typedef struct { DLDeviceType device_type; int32_t device_id; } DLDevice;
typedef enum { kDLInt = 0U, kDLUInt = 1U, kDLFloat = 2U, kDLBfloat = 4U, kDLBool = 6U } DLDataTypeCode;
typedef struct { uint8_t code; uint8_t bits; uint16_t lanes; } DLDataType;
typedef struct {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides; // in elements; NULL: row-major
  uint64_t byte_offset;
} DLTensor;
#endif

// The severity of a diagnostic.
typedef enum tc_severity {
  // The request is refused.
  TC_SEVERITY_ERROR = 0,
  // The program is accepted, but probably not as intended.
  TC_SEVERITY_WARNING = 1,
  // A fact worth knowing, such as an array that was copied.
  TC_SEVERITY_NOTE = 2,
} tc_severity;

// How a call ended.
typedef enum tc_status {
  // It did what was asked; diagnostics, if any, are warnings and remarks.
  TC_STATUS_OK = 0,
  // The program or the arrays are refused.
  TC_STATUS_ERROR = 1,
  // The request names something that does not exist, or passes null.
  TC_STATUS_USAGE = 2,
  // An analysis would have taken longer than its budget.
  TC_STATUS_BUDGET = 3,
  // A mistake of the library.
  TC_STATUS_INTERNAL = 70,
} tc_status;

// The shapes of inputs and the values of sizes that a kernel is compiled for.
typedef struct tc_arguments tc_arguments;

// All that one call says.
typedef struct tc_diagnostics tc_diagnostics;

// Compiles operators, and owns the threads that kernels run on.
typedef struct tc_engine tc_engine;

// An operator that is compiled for fixed shapes or, with sizes left open, for many.
typedef struct tc_kernel tc_kernel;

// The operators of a text.
typedef struct tc_operators tc_operators;

// The target of a kernel, and how loops are mapped to it.
typedef struct tc_options tc_options;

// One error, warning or remark. The texts live as long as the `tc_diagnostics` that it is of.
typedef struct tc_diagnostic {
  // How severe it is.
  enum tc_severity severity;
  // `TC0201` and so on, which the reference explains; null if it has none.
  const char *code;
  // One sentence.
  const char *message;
  // The next step; null if there is none.
  const char *help;
  // The name of the text; null if it is about none.
  const char *file;
  // From 1; 0 without a file.
  uint32_t line;
  // In characters, from 1; 0 without a file.
  uint32_t column;
} tc_diagnostic;

// An input or output. Name and shape live as long as the kernel.
typedef struct tc_parameter {
  // As it is declared; null if there is none at this position.
  const char *name;
  // The type of its elements.
  DLDataType dtype;
  // The number of its dimensions.
  size_t rank;
  // Its extents.
  const int64_t *shape;
} tc_parameter;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// All of them for a person, one below another, with the source lines that they are about.
//
// # Safety
// `diagnostics` is null or was not freed. The text lives as long as it does.
const char *tc_diagnostics_text(const struct tc_diagnostics *diagnostics);

// How many there are.
//
// # Safety
// `diagnostics` is null or was not freed.
size_t tc_diagnostics_count(const struct tc_diagnostics *diagnostics);

// One of them; without a message if there is none at this position.
//
// # Safety
// `diagnostics` is null or was not freed.
struct tc_diagnostic tc_diagnostics_at(const struct tc_diagnostics *diagnostics, size_t position);

// Frees them; null is allowed.
//
// # Safety
// `diagnostics` is null or was not freed before.
void tc_diagnostics_free(struct tc_diagnostics *diagnostics);

// Compiles an operator. `name` may be null if the text defines one only. This needs no device.
// Warnings are in `said`.
//
// # Safety
// `operators`, `arguments` and `options` were not freed; `name` is null or ends in a zero byte;
// `kernel` may be written; `said` is null or may be written.
enum tc_status tc_compile(const struct tc_operators *operators,
                          const char *name,
                          const struct tc_arguments *arguments,
                          const struct tc_options *options,
                          struct tc_kernel **kernel,
                          struct tc_diagnostics **said);

// How many inputs a run takes.
//
// # Safety
// `kernel` is null or was not freed.
size_t tc_kernel_input_count(const struct tc_kernel *kernel);

// How many outputs a run takes.
//
// # Safety
// `kernel` is null or was not freed.
size_t tc_kernel_output_count(const struct tc_kernel *kernel);

// One of the inputs.
//
// # Safety
// `kernel` is null or was not freed.
struct tc_parameter tc_kernel_input(const struct tc_kernel *kernel, size_t position);

// One of the outputs; what is updated in place is among them.
//
// # Safety
// `kernel` is null or was not freed.
struct tc_parameter tc_kernel_output(const struct tc_kernel *kernel, size_t position);

// The shape of an output for these inputs, of which only types and shapes are read; `shape` is to
// `rank` numbers, which are as many as the output has dimensions. Without open sizes it is that of
// `tc_kernel_output`.
//
// # Safety
// `kernel` was not freed; `inputs` is to as many pointers to tensors as is said; `shape` may be
// written; `said` is null or may be written.
enum tc_status tc_kernel_output_shape(const struct tc_kernel *kernel,
                                      size_t position,
                                      const DLTensor *const *inputs,
                                      size_t input_count,
                                      size_t rank,
                                      int64_t *shape,
                                      struct tc_diagnostics **said);

// Runs a kernel: reads the inputs and writes the outputs, in the order of its parameters.
// Contiguous arrays are used where they are; remarks in `said` name those that were copied.
// Several threads may run one kernel at a time on outputs of their own.
//
// # Safety
// `kernel` was not freed; `inputs` and `outputs` are to as many pointers to tensors as is said,
// whose elements exist, and are not written by others during the call; `said` is null or may be
// written.
enum tc_status tc_kernel_run(const struct tc_kernel *kernel,
                             const DLTensor *const *inputs,
                             size_t input_count,
                             const DLTensor *const *outputs,
                             size_t output_count,
                             struct tc_diagnostics **said);

// The program at a level, as text: `tc`, `schedule`, `loops`, `llvm`, and `ptx` for a GPU. Free it
// by `tc_text_free`.
//
// # Safety
// `kernel` was not freed; `level` ends in a zero byte; `result` may be written; `said` is null or
// may be written.
enum tc_status tc_kernel_asm(const struct tc_kernel *kernel,
                             const char *level,
                             char **result,
                             struct tc_diagnostics **said);

// Frees a text of `tc_kernel_asm`. Null is allowed.
//
// # Safety
// `text` is null or was not freed before.
void tc_text_free(char *text);

// Frees a kernel. Null is allowed.
//
// # Safety
// `kernel` is null or was not freed before.
void tc_kernel_free(struct tc_kernel *kernel);

// An engine whose kernels run on this many threads; 0 means one for each core, which all engines
// of the process share.
//
// # Safety
// `engine` may be written; `said` is null or may be written.
enum tc_status tc_engine_new(size_t threads, struct tc_engine **engine, struct tc_diagnostics **said);

// Frees an engine; what was made with it stays. Null is allowed.
//
// # Safety
// `engine` is null or was not freed before.
void tc_engine_free(struct tc_engine *engine);

// Reads TC text, and checks names and types. `name` stands for the text in diagnostics. Warnings
// are in `said`.
//
// # Safety
// `engine` was not freed; `name` and `source` end in a zero byte; `operators` may be written;
// `said` is null or may be written.
enum tc_status tc_define(const struct tc_engine *engine,
                         const char *name,
                         const char *source,
                         struct tc_operators **operators,
                         struct tc_diagnostics **said);

// How many operators there are.
//
// # Safety
// `operators` is null or was not freed.
size_t tc_operators_count(const struct tc_operators *operators);

// The name of one of them, in the order of the text; null if there is none at this position. It
// lives as long as `operators`.
//
// # Safety
// `operators` is null or was not freed.
const char *tc_operators_name(const struct tc_operators *operators, size_t position);

// Frees operators; kernels made of them stay. Null is allowed.
//
// # Safety
// `operators` is null or was not freed before.
void tc_operators_free(struct tc_operators *operators);

// Arguments of which nothing is known yet.
struct tc_arguments *tc_arguments_new(void);

// The shape of an input, or of what is updated in place.
//
// # Safety
// `arguments` was not freed, and no other thread uses it; `name` ends in a zero byte; `shape` is
// to `rank` numbers; `said` is null or may be written.
enum tc_status tc_arguments_input(struct tc_arguments *arguments,
                                  const char *name,
                                  size_t rank,
                                  const int64_t *shape,
                                  struct tc_diagnostics **said);

// The value of a size that no input determines, or of an integer input without dimensions.
//
// # Safety
// `arguments` was not freed, and no other thread uses it; `name` ends in a zero byte; `said` is
// null or may be written.
enum tc_status tc_arguments_size(struct tc_arguments *arguments,
                                 const char *name,
                                 int64_t value,
                                 struct tc_diagnostics **said);

// Leaves a size open: the kernel is compiled for all its values, and takes it from the shapes of
// each call. The value that follows from the arguments is that of one call.
//
// # Safety
// `arguments` was not freed, and no other thread uses it; `name` ends in a zero byte; `said` is
// null or may be written.
enum tc_status tc_arguments_open(struct tc_arguments *arguments,
                                 const char *name,
                                 struct tc_diagnostics **said);

// Frees arguments. Null is allowed.
//
// # Safety
// `arguments` is null or was not freed before.
void tc_arguments_free(struct tc_arguments *arguments);

// Options for a target: `cpu`, `emulator`, `cuda` or `reference`.
//
// # Safety
// `target` ends in a zero byte; `options` may be written; `said` is null or may be written.
enum tc_status tc_options_new(const char *target, struct tc_options **options, struct tc_diagnostics **said);

// Sets a mapping option, such as `tile` to `32,32`; `machine` is the name of another machine, or
// of a file that describes it.
//
// # Safety
// `options` was not freed, and no other thread uses it; `name` and `value` end in a zero byte;
// `said` is null or may be written.
enum tc_status tc_options_set(struct tc_options *options,
                              const char *name,
                              const char *value,
                              struct tc_diagnostics **said);

// Whether compiled operators are kept for other processes: `off`, which is the default, `cached`
// to read what is there, or `on` to write too. The environment says where: `TC_CACHE_DIR`.
//
// # Safety
// `options` was not freed, and no other thread uses it; `mode` ends in a zero byte; `said` is null
// or may be written.
enum tc_status tc_options_cache(struct tc_options *options, const char *mode, struct tc_diagnostics **said);

// Frees options. Null is allowed.
//
// # Safety
// `options` is null or was not freed before.
void tc_options_free(struct tc_options *options);

// All of them for a person, one below another, with the source lines that they are about.
//
// # Safety
// `diagnostics` is null or was not freed. The text lives as long as it does.
const char *tc_diagnostics_text(const struct tc_diagnostics *diagnostics);

// How many there are.
//
// # Safety
// `diagnostics` is null or was not freed.
size_t tc_diagnostics_count(const struct tc_diagnostics *diagnostics);

// One of them; without a message if there is none at this position.
//
// # Safety
// `diagnostics` is null or was not freed.
struct tc_diagnostic tc_diagnostics_at(const struct tc_diagnostics *diagnostics, size_t position);

// Frees them; null is allowed.
//
// # Safety
// `diagnostics` is null or was not freed before.
void tc_diagnostics_free(struct tc_diagnostics *diagnostics);

// An engine whose kernels run on this many threads; 0 means one for each core, which all engines
// of the process share.
//
// # Safety
// `engine` may be written; `said` is null or may be written.
enum tc_status tc_engine_new(size_t threads, struct tc_engine **engine, struct tc_diagnostics **said);

// Frees an engine; what was made with it stays. Null is allowed.
//
// # Safety
// `engine` is null or was not freed before.
void tc_engine_free(struct tc_engine *engine);

// Reads TC text, and checks names and types. `name` stands for the text in diagnostics. Warnings
// are in `said`.
//
// # Safety
// `engine` was not freed; `name` and `source` end in a zero byte; `operators` may be written;
// `said` is null or may be written.
enum tc_status tc_define(const struct tc_engine *engine,
                         const char *name,
                         const char *source,
                         struct tc_operators **operators,
                         struct tc_diagnostics **said);

// How many operators there are.
//
// # Safety
// `operators` is null or was not freed.
size_t tc_operators_count(const struct tc_operators *operators);

// The name of one of them, in the order of the text; null if there is none at this position. It
// lives as long as `operators`.
//
// # Safety
// `operators` is null or was not freed.
const char *tc_operators_name(const struct tc_operators *operators, size_t position);

// Frees operators; kernels made of them stay. Null is allowed.
//
// # Safety
// `operators` is null or was not freed before.
void tc_operators_free(struct tc_operators *operators);

// Arguments of which nothing is known yet.
struct tc_arguments *tc_arguments_new(void);

// The shape of an input, or of what is updated in place.
//
// # Safety
// `arguments` was not freed, and no other thread uses it; `name` ends in a zero byte; `shape` is
// to `rank` numbers; `said` is null or may be written.
enum tc_status tc_arguments_input(struct tc_arguments *arguments,
                                  const char *name,
                                  size_t rank,
                                  const int64_t *shape,
                                  struct tc_diagnostics **said);

// The value of a size that no input determines, or of an integer input without dimensions.
//
// # Safety
// `arguments` was not freed, and no other thread uses it; `name` ends in a zero byte; `said` is
// null or may be written.
enum tc_status tc_arguments_size(struct tc_arguments *arguments,
                                 const char *name,
                                 int64_t value,
                                 struct tc_diagnostics **said);

// Leaves a size open: the kernel is compiled for all its values, and takes it from the shapes of
// each call. The value that follows from the arguments is that of one call.
//
// # Safety
// `arguments` was not freed, and no other thread uses it; `name` ends in a zero byte; `said` is
// null or may be written.
enum tc_status tc_arguments_open(struct tc_arguments *arguments,
                                 const char *name,
                                 struct tc_diagnostics **said);

// Frees arguments. Null is allowed.
//
// # Safety
// `arguments` is null or was not freed before.
void tc_arguments_free(struct tc_arguments *arguments);

// Options for a target: `cpu`, `emulator`, `cuda` or `reference`.
//
// # Safety
// `target` ends in a zero byte; `options` may be written; `said` is null or may be written.
enum tc_status tc_options_new(const char *target, struct tc_options **options, struct tc_diagnostics **said);

// Sets a mapping option, such as `tile` to `32,32`; `machine` is the name of another machine, or
// of a file that describes it.
//
// # Safety
// `options` was not freed, and no other thread uses it; `name` and `value` end in a zero byte;
// `said` is null or may be written.
enum tc_status tc_options_set(struct tc_options *options,
                              const char *name,
                              const char *value,
                              struct tc_diagnostics **said);

// Whether compiled operators are kept for other processes: `off`, which is the default, `cached`
// to read what is there, or `on` to write too. The environment says where: `TC_CACHE_DIR`.
//
// # Safety
// `options` was not freed, and no other thread uses it; `mode` ends in a zero byte; `said` is null
// or may be written.
enum tc_status tc_options_cache(struct tc_options *options, const char *mode, struct tc_diagnostics **said);

// Frees options. Null is allowed.
//
// # Safety
// `options` is null or was not freed before.
void tc_options_free(struct tc_options *options);

// Compiles an operator. `name` may be null if the text defines one only. This needs no device.
// Warnings are in `said`.
//
// # Safety
// `operators`, `arguments` and `options` were not freed; `name` is null or ends in a zero byte;
// `kernel` may be written; `said` is null or may be written.
enum tc_status tc_compile(const struct tc_operators *operators,
                          const char *name,
                          const struct tc_arguments *arguments,
                          const struct tc_options *options,
                          struct tc_kernel **kernel,
                          struct tc_diagnostics **said);

// How many inputs a run takes.
//
// # Safety
// `kernel` is null or was not freed.
size_t tc_kernel_input_count(const struct tc_kernel *kernel);

// How many outputs a run takes.
//
// # Safety
// `kernel` is null or was not freed.
size_t tc_kernel_output_count(const struct tc_kernel *kernel);

// One of the inputs.
//
// # Safety
// `kernel` is null or was not freed.
struct tc_parameter tc_kernel_input(const struct tc_kernel *kernel, size_t position);

// One of the outputs; what is updated in place is among them.
//
// # Safety
// `kernel` is null or was not freed.
struct tc_parameter tc_kernel_output(const struct tc_kernel *kernel, size_t position);

// The shape of an output for these inputs, of which only types and shapes are read; `shape` is to
// `rank` numbers, which are as many as the output has dimensions. Without open sizes it is that of
// `tc_kernel_output`.
//
// # Safety
// `kernel` was not freed; `inputs` is to as many pointers to tensors as is said; `shape` may be
// written; `said` is null or may be written.
enum tc_status tc_kernel_output_shape(const struct tc_kernel *kernel,
                                      size_t position,
                                      const DLTensor *const *inputs,
                                      size_t input_count,
                                      size_t rank,
                                      int64_t *shape,
                                      struct tc_diagnostics **said);

// Runs a kernel: reads the inputs and writes the outputs, in the order of its parameters.
// Contiguous arrays are used where they are; remarks in `said` name those that were copied.
// Several threads may run one kernel at a time on outputs of their own.
//
// # Safety
// `kernel` was not freed; `inputs` and `outputs` are to as many pointers to tensors as is said,
// whose elements exist, and are not written by others during the call; `said` is null or may be
// written.
enum tc_status tc_kernel_run(const struct tc_kernel *kernel,
                             const DLTensor *const *inputs,
                             size_t input_count,
                             const DLTensor *const *outputs,
                             size_t output_count,
                             struct tc_diagnostics **said);

// The program at a level, as text: `tc`, `schedule`, `loops`, `llvm`, and `ptx` for a GPU. Free it
// by `tc_text_free`.
//
// # Safety
// `kernel` was not freed; `level` ends in a zero byte; `result` may be written; `said` is null or
// may be written.
enum tc_status tc_kernel_asm(const struct tc_kernel *kernel,
                             const char *level,
                             char **result,
                             struct tc_diagnostics **said);

// Frees a text of `tc_kernel_asm`. Null is allowed.
//
// # Safety
// `text` is null or was not freed before.
void tc_text_free(char *text);

// Frees a kernel. Null is allowed.
//
// # Safety
// `kernel` is null or was not freed before.
void tc_kernel_free(struct tc_kernel *kernel);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TENSORCOMP_H */
