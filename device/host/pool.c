#define _GNU_SOURCE
#include <pthread.h>

#include "../../machine/machine.h"
#include "task.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Spinning between tasks, in pauses of 20 to 50 ns: 10 us, then a worker sleeps; a millisecond while the pool is
 * attentive, now and then with a look whether another process wants the core. */
enum { chunk_points = 256, spins = 400, attentive_spins = 20000, look = 1024 };

/* The order of memory, by C11; amd64 would forgive much of it, arm64 does not.
 * - A task is published by the door. The caller writes task and next, then opens it (release); a worker that finds it open
 *   has read that or a later value of the door (acquire). Other workers' additions in between do not break the chain: they
 *   are read-modify-writes, so they continue the release. next itself only deals out numbers: relaxed.
 * - A task's results are published by the door too: every worker leaves by a release, and the caller waits for the door with
 *   an acquire before it reads any. What streaming stores wrote is ordered by finish_streaming before that release.
 * - turn and asleep are Dekker's pair: the caller changes turn and then reads asleep, a worker changes asleep and then reads
 *   turn, one of them must see the other, and only sequential consistency promises that. The worker's read is the kernel's,
 *   within the futex call, which has a full barrier before it.
 * - closing is written before turn changes and read after that was seen. attentive is a hint: relaxed.
 * The Go code shares no memory with workers: it calls and returns on the caller's thread. */

/* Bits of the door: open while items are left, awaited while the caller sleeps until the last is out. */
enum { opened = 1 << 30, awaited = 1 << 29, inside = awaited - 1 };

static void sleep_while(atomic_uint *word, unsigned value) { syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0); }
static void wake(atomic_uint *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0); }

int task_step(struct pool *p, struct task *t)
{
    long begin = atomic_fetch_add_explicit(&p->next, t->chunk, memory_order_relaxed);
    if (begin >= t->count) return 0;
    long end = begin + t->chunk;
    t->run(t, begin, end < t->count ? end : t->count);
    return 1;
}

/* Until it is another turn than the one that was seen. */
static unsigned await_turn(struct pool *p, unsigned seen)
{
    unsigned turn;
    for (int i = 1; (turn = atomic_load(&p->turn)) == seen; i++) {
        if (i < spins || (i < attentive_spins && atomic_load_explicit(&p->attentive, memory_order_relaxed))) {
            pause_briefly();
            if (i % look == 0) sched_yield();
            continue;
        }
        atomic_fetch_add(&p->asleep, 1);
        sleep_while(&p->turn, seen);
        atomic_fetch_sub(&p->asleep, 1);
        i = 0;
    }
    return turn;
}

/* Who comes when the door is closed goes back: nobody waits for a worker that woke too late. */
static void *worker(void *argument)
{
    struct pool *p = argument;
    unsigned seen = 0;
    set_floats();
    for (;;) {
        seen = await_turn(p, seen);
        if (atomic_load_explicit(&p->closing, memory_order_relaxed)) return NULL;
        if (atomic_fetch_add_explicit(&p->door, 1, memory_order_acquire) & opened)
            while (task_step(p, p->task)) {}
        if (atomic_fetch_sub_explicit(&p->door, 1, memory_order_release) - 1 == awaited) wake(&p->door);
    }
}

static void next_turn(struct pool *p)
{
    atomic_fetch_add(&p->turn, 1);
    if (atomic_load(&p->asleep) > 0) wake(&p->turn);
}

void task_begin(struct pool *p, struct task *t)
{
    p->task = t;
    atomic_store_explicit(&p->next, 0, memory_order_relaxed);
    if (p->workers == 0 || t->count <= t->chunk) return;
    atomic_fetch_or_explicit(&p->door, opened, memory_order_release);
    next_turn(p);
}

static void wait_until_out(struct pool *p)
{
    const int most = atomic_load_explicit(&p->attentive, memory_order_relaxed) ? attentive_spins : spins;
    for (int i = 0; i < most && atomic_load_explicit(&p->door, memory_order_acquire); i++) pause_briefly();
    if (!atomic_load_explicit(&p->door, memory_order_acquire)) return;
    unsigned door = atomic_fetch_or_explicit(&p->door, awaited, memory_order_acquire) | awaited;
    for (; door & inside; door = atomic_load_explicit(&p->door, memory_order_acquire)) sleep_while(&p->door, door);
    atomic_fetch_and_explicit(&p->door, ~(unsigned)awaited, memory_order_acquire);
}

void task_end(struct pool *p, struct task *t)
{
    while (task_step(p, t)) {}
    if (atomic_fetch_and_explicit(&p->door, ~(unsigned)opened, memory_order_acquire) != 0) wait_until_out(p);
}

void task_run(struct pool *p, struct task *t)
{
    if (p->workers == 0) t->chunk = t->count;
    task_begin(p, t);
    task_end(p, t);
}

void pool_attend(struct pool *p, int on)
{
    if (atomic_exchange_explicit(&p->attentive, on, memory_order_relaxed) || !on || p->workers == 0) return;
    next_turn(p); /* they find no task, and stay */
}

struct pool *pool_open(int threads)
{
    struct pool *p = aligned_alloc(cache_line, sizeof *p);
    if (!p) return NULL;
    memset(p, 0, sizeof *p);
    p->threads = calloc((size_t)(threads > 1 ? threads - 1 : 1), sizeof *p->threads);
    sigset_t all, before; /* workers take no signal: those belong to the host program */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (p->threads && p->workers < threads - 1 &&
           pthread_create(&p->threads[p->workers], NULL, worker, p) == 0)
        p->workers++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!p->threads || p->workers < threads - 1) {
        pool_close(p);
        return NULL;
    }
    return p;
}

void pool_close(struct pool *p)
{
    atomic_store_explicit(&p->closing, 1, memory_order_relaxed);
    next_turn(p);
    for (int i = 0; i < p->workers; i++) pthread_join(p->threads[i], NULL);
    free(p->threads);
    free(p);
}

struct launch {
    struct task task;
    atomic_long flagged;
    kernel_function function;
    const struct array *arrays;
    const double *parameters;
    const struct region *region;
};

static void run_kernel(struct task *t, long begin, long end)
{
    struct launch *l = (struct launch *)t;
    long flagged = l->function(l->arrays, l->parameters, l->region, begin, end);
    if (flagged) atomic_fetch_add_explicit(&l->flagged, flagged, memory_order_relaxed);
}

long pool_launch(struct pool *p, void *function, const struct array *arrays, const double *parameters,
                 const struct region *region, long n)
{
    struct launch l = {.task = {.run = run_kernel, .count = n}, .function = (kernel_function)function, .arrays = arrays,
                       .parameters = parameters, .region = region};
    long share = n / (4 * (p->workers + 1));
    l.task.chunk = share < chunk_points ? chunk_points : share / chunk_points * chunk_points;
    task_run(p, &l.task);
    return atomic_load_explicit(&l.flagged, memory_order_relaxed); /* the door ordered it */
}

struct sweep {
    struct task task;
    sweep_function function;
    const void *block;
};

static void run_sweep(struct task *t, long begin, long end)
{
    struct sweep *s = (struct sweep *)t;
    s->function(s->block, begin, end);
}

void pool_sweep(struct pool *p, void *function, const void *block, long items, long chunk)
{
    struct sweep s = {.task = {.run = run_sweep, .count = items, .chunk = chunk},
                      .function = (sweep_function)function, .block = block};
    task_run(p, &s.task);
}
