/* The loops of functions for C on POSIX threads: `tc_parallel_for`, which objects call that were
 * made by tc-run --parallel. Compile it once for a program:
 *
 *   cc -O2 -pthread -c threads.c
 *
 * Threads are made by the first loop and stay until the process ends. While one loop runs, others,
 * those within it too, run in the thread that calls them. A process made by fork() makes its own
 * threads. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

/* The threads of a loop, that of the caller included, as the first loop finds them; 0: one for each
 * processor. */
int tc_threads = 0;

typedef void tc_part(void *context, int64_t low, int64_t high);

struct loop {
  tc_part *part;
  void *context;
  int64_t low, high, step, trips;
  _Atomic int64_t taken;
};

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER; /* held while a loop runs */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static pthread_cond_t begun = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static struct loop *current;
static uint64_t number; /* of the current loop, or of the last one */
static int working;     /* threads that are in it, without that of the caller */
static int threads;     /* of each loop; 0 before the first one */

/* Takes half of a fair part of what is left, until nothing is. */
static void work(struct loop *loop) {
  int64_t begin = atomic_load(&loop->taken);
  while (begin < loop->trips) {
    int64_t count = (loop->trips - begin) / (2 * (int64_t)threads);
    if (count < 1) count = 1;
    if (!atomic_compare_exchange_weak(&loop->taken, &begin, begin + count)) continue;
    int64_t end = begin + count;
    int64_t high = end == loop->trips ? loop->high : loop->low + end * loop->step;
    loop->part(loop->context, loop->low + begin * loop->step, high);
    begin = atomic_load(&loop->taken);
  }
}

static void *worker(void *nothing) {
  uint64_t seen = 0;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!current || number == seen) pthread_cond_wait(&begun, &lock);
    struct loop *loop = current;
    seen = number;
    working++;
    pthread_mutex_unlock(&lock);
    work(loop);
    pthread_mutex_lock(&lock);
    if (--working == 0) pthread_cond_signal(&done);
  }
  return nothing;
}

static void before_fork(void) { pthread_mutex_lock(&lock); }

static void after_fork(void) { pthread_mutex_unlock(&lock); }

/* The process has the thread that forked, and no other one. */
static void forked(void) {
  pthread_cond_init(&begun, NULL);
  pthread_cond_init(&done, NULL);
  working = threads = 0;
  pthread_mutex_unlock(&lock);
}

/* Makes what the system gives of the threads that are asked for. */
static void start(void) {
  static int told;
  if (!told) told = !pthread_atfork(before_fork, after_fork, forked);
  long count = tc_threads > 0 ? tc_threads : sysconf(_SC_NPROCESSORS_ONLN);
  threads = 1;
  while (threads < count) {
    pthread_t made;
    if (pthread_create(&made, NULL, worker, NULL)) break;
    pthread_detach(made);
    threads++;
  }
}

/* Calls part(context, low', high') for pieces of [low, high) that are cut at multiples of step from
 * low, each iteration once, several at a time; returns after the last. */
void tc_parallel_for(tc_part *part, void *context, int64_t low, int64_t high, int64_t step);
void tc_parallel_for(tc_part *part, void *context, int64_t low, int64_t high, int64_t step) {
  if (low >= high) return;
  int64_t trips = (high - low - 1) / step + 1;
  if (trips == 1 || pthread_mutex_trylock(&busy)) {
    part(context, low, high);
    return;
  }
  struct loop loop = {part, context, low, high, step, trips, 0};
  pthread_mutex_lock(&lock);
  if (threads == 0) start();
  current = &loop;
  number++;
  pthread_mutex_unlock(&lock);
  pthread_cond_broadcast(&begun);
  work(&loop);
  pthread_mutex_lock(&lock);
  current = NULL;
  while (working > 0) pthread_cond_wait(&done, &lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&busy);
}
