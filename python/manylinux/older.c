// Functions of a newer C library than the oldest one that the wheel runs over, which LLVM and the
// C++ library of the system call: the same, by functions that the older one has. They stay inside
// of the library that they are linked into.

#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define OURS __attribute__((visibility("hidden"), used))

// Until 2.33 `stat` and its like were macros for these; the first argument says which layout of the
// structure is meant.
#define LAYOUT 1
#define DEVICE 0
int __xstat64(int, const char *, struct stat *);
int __fxstat64(int, int, struct stat *);
int __lxstat64(int, const char *, struct stat *);
int __fxstatat64(int, int, const char *, struct stat *, int);
int __xmknod(int, const char *, mode_t, dev_t *);

OURS int stat(const char *restrict path, struct stat *restrict into) { return __xstat64(LAYOUT, path, into); }
OURS int fstat(int file, struct stat *into) { return __fxstat64(LAYOUT, file, into); }
OURS int lstat(const char *restrict path, struct stat *restrict into) { return __lxstat64(LAYOUT, path, into); }
OURS int fstatat(int folder, const char *restrict path, struct stat *restrict into, int flags) {
  return __fxstatat64(LAYOUT, folder, path, into, flags);
}
OURS int mknod(const char *path, mode_t mode, dev_t device) { return __xmknod(DEVICE, path, mode, &device); }

// With 64 bits both structures are the same.
#define STAT64(RESULT, NAME, ARGUMENTS) OURS __attribute__((alias(#NAME))) RESULT NAME##64 ARGUMENTS;
struct stat64;
STAT64(int, stat, (const char *restrict, struct stat64 *restrict))
STAT64(int, fstat, (int, struct stat64 *))
STAT64(int, lstat, (const char *restrict, struct stat64 *restrict))
STAT64(int, fstatat, (int, const char *restrict, struct stat64 *restrict, int))

// The C++ library locks always, also while there is one thread.
OURS char __libc_single_threaded = 0;

OURS uint32_t arc4random(void) {
  uint32_t number;
  ssize_t got;
  do
    got = getrandom(&number, sizeof number, 0);
  while (got < 0 && errno == EINTR);
  if (got != sizeof number)
    abort();
  return number;
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
OURS struct mallinfo2 mallinfo2(void) {
  struct mallinfo old = mallinfo();
#define WIDE(FIELD) .FIELD = (unsigned)old.FIELD
  return (struct mallinfo2){WIDE(arena),   WIDE(ordblks),  WIDE(smblks),   WIDE(hblks),    WIDE(hblkhd),
                            WIDE(usmblks), WIDE(fsmblks),  WIDE(uordblks), WIDE(fordblks), WIDE(keepcost)};
}
