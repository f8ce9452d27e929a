/* Included before each file of isl: its calls of the C library's allocator become calls of mimalloc's functions. They are weak
   because `make` also links programs of isl's own, which are never run. */
#include <stddef.h>
#define MIMALLOC(name) __asm__("mi_" #name) __attribute__((weak))
void *malloc(size_t size) MIMALLOC(malloc);
void *calloc(size_t count, size_t size) MIMALLOC(calloc);
void *realloc(void *old, size_t size) MIMALLOC(realloc);
void free(void *old) MIMALLOC(free);
char *strdup(const char *text) MIMALLOC(strdup);
#undef MIMALLOC
