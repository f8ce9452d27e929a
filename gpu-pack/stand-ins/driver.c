/* A CUDA driver without a device, for tests: libcuda.so.1 of a machine with one GPU whose kernels do nothing.
 *
 * Time is a counter: a launch takes 3 us, a launch in a graph 2 us, a memset 50 us, so that what is measured is known. Calls that a driver
 * refuses are refused: during a capture nothing but launches, and no capture of the default stream. At the end the calls are counted
 * on standard error. With STAND_IN_LAUNCHES set, each launch is printed there too, with its stream and its parameters, and what is loaded. Its
 * capability is that of STAND_IN_CAPABILITY, without a word 9.0; with STAND_IN_OLD set it takes no machine code. Signatures and codes are those
 * of cuda.h. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int Result;
typedef unsigned long long Pointer;
enum { SUCCESS = 0, INVALID_VALUE = 1, CAPTURE_UNSUPPORTED = 900 };
enum { L2_CACHE_SIZE = 38, MULTIPROCESSORS = 16, MAJOR = 75, MINOR = 76, NUM_REGS = 4 };

static double now;
static void *current;
static int capturing, nodes, launches, replays, memsets, events;

static Result unless_capturing(void) { return capturing ? CAPTURE_UNSUPPORTED : SUCCESS; }

Result cuInit(unsigned flags) { return SUCCESS; }
Result cuDriverGetVersion(int *version) { *version = 12040; return SUCCESS; }
Result cuDeviceGetCount(int *count) { *count = 1; return SUCCESS; }
Result cuDeviceGet(int *device, int ordinal) { *device = ordinal; return SUCCESS; }
Result cuDeviceGetName(char *name, int length, int device) { strncpy(name, "stand-in", length); return SUCCESS; }
Result cuDeviceTotalMem_v2(size_t *bytes, int device) { *bytes = 80ull << 30; return SUCCESS; }
Result cuDeviceGetAttribute(int *value, int attribute, int device) {
  const char *capability = getenv("STAND_IN_CAPABILITY") ? getenv("STAND_IN_CAPABILITY") : "9.0";
  *value = attribute == L2_CACHE_SIZE ? 50 << 20 : attribute == MAJOR ? atoi(capability) : attribute == MINOR ? atoi(strchr(capability, '.') + 1)
         : attribute == MULTIPROCESSORS ? 132 : 0;
  return SUCCESS;
}
Result cuDevicePrimaryCtxRetain(void **context, int device) { *context = &now; return SUCCESS; }
Result cuDevicePrimaryCtxRelease_v2(int device) {
  fprintf(stderr, "driver: %d launches, %d nodes, %d replays, %d memsets, %d events left\n", launches, nodes, replays, memsets, events);
  return SUCCESS;
}
Result cuCtxSetCurrent(void *context) { current = context; return SUCCESS; }
Result cuCtxGetCurrent(void **context) { *context = current; return SUCCESS; }
Result cuCtxSynchronize(void) { return unless_capturing(); }

/* A module is a copy of its text or of its object file, and a function the place of its name in it. */
static int is_object(const void *image) { return !memcmp(image, "\177ELF", 4); }
static size_t bytes_of(const unsigned char *image) {
  uint64_t headers[2];
  uint16_t counts[4];
  memcpy(headers, image + 32, sizeof headers);
  memcpy(counts, image + 54, sizeof counts);
  size_t segments = headers[0] + (size_t)counts[0] * counts[1], sections = headers[1] + (size_t)counts[2] * counts[3];
  return segments > sections ? segments : sections;
}
Result cuModuleLoadData(void **module, const void *image) {
  int object = is_object(image), taken = object ? !getenv("STAND_IN_OLD") : !!strstr(image, ".entry");
  if (getenv("STAND_IN_LAUNCHES")) fprintf(stderr, "load: %s, %s\n", object ? "machine code" : "PTX", taken ? "taken" : "refused");
  *module = !object ? strdup(image) : taken ? memcpy(malloc(bytes_of(image)), image, bytes_of(image)) : NULL;
  return taken ? SUCCESS : INVALID_VALUE;
}
Result cuModuleUnload(void *module) { return SUCCESS; }
Result cuModuleGetFunction(void **function, void *module, const char *name) {
  char entry[300];
  if (is_object(module)) {
    snprintf(entry, sizeof entry, ".text.%s", name);
    *function = memmem(module, bytes_of(module), entry, strlen(entry) + 1);
  } else {
    snprintf(entry, sizeof entry, ".entry %s(", name);
    *function = strstr(module, entry);
  }
  return *function ? SUCCESS : INVALID_VALUE;
}
static void print_launch(const char *entry, void *stream, void **parameters) {
  const char *end = strchr(entry, ')');
  fprintf(stderr, "launch: stream %#llx, parameters", (Pointer)stream);
  for (const char *one = entry; (one = strstr(one, ".param")) && one < end; one++) fprintf(stderr, " %#llx", *(Pointer *)*parameters++);
  fprintf(stderr, "\n");
}
Result cuFuncGetAttribute(int *value, int attribute, void *function) { *value = attribute == NUM_REGS ? 40 : 0; return SUCCESS; }
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads, size_t dynamic) { *blocks = 6; return SUCCESS; }

Result cuMemAlloc_v2(Pointer *address, size_t bytes) { *address = (Pointer)malloc(bytes); return unless_capturing(); }
Result cuMemFree_v2(Pointer address) { free((void *)address); return unless_capturing(); }
Result cuMemsetD8Async(Pointer address, unsigned char value, size_t bytes, void *stream) {
  memset((void *)address, value, bytes);
  now += 50;
  memsets++;
  return unless_capturing();
}
Result cuMemcpyHtoDAsync_v2(Pointer to, const void *from, size_t bytes, void *stream) { memcpy((void *)to, from, bytes); return unless_capturing(); }
Result cuMemcpyDtoHAsync_v2(void *to, Pointer from, size_t bytes, void *stream) { memcpy(to, (void *)from, bytes); return unless_capturing(); }

Result cuStreamCreate(void **stream, unsigned flags) { *stream = &capturing; return SUCCESS; }
Result cuStreamDestroy_v2(void *stream) { return SUCCESS; }
Result cuStreamSynchronize(void *stream) { return unless_capturing(); }
Result cuStreamBeginCapture_v2(void *stream, int mode) {
  if (!stream || capturing) return CAPTURE_UNSUPPORTED;
  capturing = 1;
  nodes = 0;
  return SUCCESS;
}
Result cuStreamEndCapture(void *stream, void **graph) { capturing = 0; *graph = &nodes; return SUCCESS; }
Result cuGraphInstantiateWithFlags(void **executable, void *graph, Pointer flags) { *executable = graph; return SUCCESS; }
Result cuGraphLaunch(void *executable, void *stream) { now += 2.0 * nodes; replays++; return unless_capturing(); }
Result cuGraphExecDestroy(void *executable) { return SUCCESS; }
Result cuGraphDestroy(void *graph) { return SUCCESS; }
Result cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned tx, unsigned ty, unsigned tz, unsigned shared, void *stream,
                      void **parameters, void **extra) {
  if (getenv("STAND_IN_LAUNCHES")) print_launch(function, stream, parameters);
  if (capturing) {
    nodes++;
  } else {
    launches++;
    now += 3;
  }
  return SUCCESS;
}

Result cuEventCreate(void **event, unsigned flags) { *event = calloc(1, sizeof(double)); events++; return SUCCESS; }
Result cuEventDestroy_v2(void *event) { free(event); events--; return SUCCESS; }
Result cuEventRecord(void *event, void *stream) { *(double *)event = now; return unless_capturing(); }
Result cuEventSynchronize(void *event) { return unless_capturing(); }
Result cuEventElapsedTime(float *milliseconds, void *begin, void *end) { *milliseconds = (*(double *)end - *(double *)begin) / 1e3; return SUCCESS; }
