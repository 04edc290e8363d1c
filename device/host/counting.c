#define _GNU_SOURCE
#include <pthread.h>

#include "task.h"

#include <string.h>

/* A launch whose flag words nobody keeps: they go into a buffer that stays in the cache, and are counted there. */
enum { most_arrays = 64, buffered = 512, bits = 32, carry = 1, lowest = carry + bits };

struct counting {
    struct task task;
    kernel_function function;
    const struct array *arrays;
    int count;
    const double *parameters;
    const struct region *region;
    uint64_t *words; /* of device/flags.go */
};

static void raise_to(uint64_t *word, uint64_t value)
{
    uint64_t now = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (now < value && !__atomic_compare_exchange_n(word, &now, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

/* Hardly ever called: flags are rare. */
static void add(uint64_t *words, const double *flags, long from, long n)
{
    for (long i = 0; i < n; i++) {
        if (!(flags[i] > 0)) continue;
        for (uint64_t rest = (uint64_t)flags[i]; rest; rest &= rest - 1) {
            const int bit = __builtin_ctzll(rest);
            __atomic_fetch_add(words + carry + bit, 1, __ATOMIC_RELAXED);
            raise_to(words + lowest + bit, ~(uint64_t)(from + i));
        }
    }
}

static void run_counting(struct task *t, long begin, long end)
{
    struct counting *c = (struct counting *)t;
    struct array own[most_arrays];
    double flags[buffered];
    memcpy(own, c->arrays, (size_t)c->count * sizeof *own);
    for (long from = begin, n; from < end; from += n) {
        n = end - from < buffered ? end - from : buffered;
        own[c->count - 1] = (struct array){.at = (double *)((uintptr_t)flags - (uintptr_t)from * sizeof *flags), .point = 1};
        const long flagged = c->function(own, c->parameters, c->region, from, from + n);
        if (!flagged) continue;
        __atomic_fetch_add(c->words, (uint64_t)flagged, __ATOMIC_RELAXED);
        add(c->words, flags, from, n);
    }
}

void pool_count(struct pool *p, void *function, const struct array *arrays, int count, const double *parameters, const struct region *region,
                long n, uint64_t *words)
{
    struct counting c = {.task = {.run = run_counting, .count = n}, .function = (kernel_function)function, .arrays = arrays, .count = count,
                         .parameters = parameters, .region = region, .words = words};
    const long share = n / (4 * (p->workers + 1));
    c.task.chunk = share < buffered ? buffered : share / buffered * buffered;
    task_run(p, &c.task);
}
