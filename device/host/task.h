/* What the threads of a pool share: one task at a time, its items handed out in chunks. */
#ifndef DRAWBRIDGE_HOST_TASK_H
#define DRAWBRIDGE_HOST_TASK_H

#include "pool.h"

#include <stdatomic.h>

/* Items [0,count), chunk by chunk in their order. Whoever does a task puts it first in a struct of its own. */
struct task {
    void (*run)(struct task *, long begin, long end);
    long count, chunk;
};

enum { cache_line = 64 };

struct pool {
    int workers; /* besides the caller */
    pthread_t *threads;
    struct task *task;
    struct copy *copy; /* the one task that outlives a call, see copies.c */
    _Alignas(cache_line) atomic_long next; /* item that nobody has taken */
    _Alignas(cache_line) atomic_uint door; /* workers inside the task, and the bits of pool.c */
    _Alignas(cache_line) atomic_uint turn; /* another one for each task: what workers wait for */
    atomic_uint asleep;                    /* workers that a system call must wake */
    atomic_int attentive, closing;
};

/* The others begin; then the caller takes chunks until there are none (step is 0 then), and the end waits for all.
 * The task lives until its end. */
void task_begin(struct pool *, struct task *);
int task_step(struct pool *, struct task *);
void task_end(struct pool *, struct task *);
void task_run(struct pool *, struct task *);

#endif
