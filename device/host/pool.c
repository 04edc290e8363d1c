#define _GNU_SOURCE
#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#define relax() _mm_pause()
#define flush_denormals() _mm_setcsr(0x9fc0) /* all exceptions masked, FTZ and DAZ: denormal mass fractions cost 14x */
#else
#error "Drawbridge's host device knows amd64 only so far"
#endif

/* Waking threads takes 100 us where cores sleep (a virtual machine of 16: 10 us for 96 KB by one thread, 120 by all), so
 * copies of less than alone_elements are the caller's. With 1 MiB instead of 512 KiB a GPU's packed stripes of 800 KB took 1.6 times as long. */
enum { chunk_points = 256, copy_threshold = 8192, alone_elements = 65536, spins = 400 };

/* One task at a time: items [0,count) handed out in chunks by an atomic counter. */
struct task {
    void (*run)(struct task *, long begin, long end);
    long count, chunk;
    /* a launch */
    kernel_function function;
    double *const *data;
    const long *point_stride, *component_stride;
    const double *parameters;
    const long *rows;
    /* a copy */
    const struct box *box;
    double *memory;
    int to_host;
    /* a sweep, or a copy of a grid */
    sweep_function sweep;
    const void *block;
    const struct grid_box *grid;
};

struct pool {
    int workers; /* besides the caller */
    pthread_t *threads;
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    struct task *task;
    atomic_long next, flagged;
    atomic_ulong generation;
    atomic_int busy;
    int closing;
};

static void work(struct pool *p, struct task *t)
{
    for (;;) {
        long begin = atomic_fetch_add(&p->next, t->chunk);
        if (begin >= t->count) return;
        long end = begin + t->chunk;
        t->run(t, begin, end < t->count ? end : t->count);
    }
}

static void *worker(void *argument)
{
    struct pool *p = argument;
    unsigned long seen = 0;
    flush_denormals();
    for (;;) {
        for (int i = 0; i < spins && atomic_load(&p->generation) == seen; i++) relax();
        pthread_mutex_lock(&p->lock);
        while (atomic_load(&p->generation) == seen && !p->closing) pthread_cond_wait(&p->wake, &p->lock);
        struct task *t = p->task;
        int closing = p->closing;
        seen = atomic_load(&p->generation);
        pthread_mutex_unlock(&p->lock);
        if (closing) return NULL;
        work(p, t);
        if (atomic_fetch_sub(&p->busy, 1) == 1) {
            pthread_mutex_lock(&p->lock);
            pthread_cond_signal(&p->done);
            pthread_mutex_unlock(&p->lock);
        }
    }
}

static void run(struct pool *p, struct task *t)
{
    atomic_store(&p->next, 0);
    if (p->workers == 0 || t->count <= t->chunk) {
        t->run(t, 0, t->count);
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->task = t;
    atomic_store(&p->busy, p->workers);
    atomic_fetch_add(&p->generation, 1);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    work(p, t);
    for (int i = 0; i < spins && atomic_load(&p->busy) > 0; i++) relax();
    pthread_mutex_lock(&p->lock);
    while (atomic_load(&p->busy) > 0) pthread_cond_wait(&p->done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

struct pool *pool_open(int threads)
{
    struct pool *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    pthread_cond_init(&p->done, NULL);
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
    pthread_mutex_lock(&p->lock);
    p->closing = 1;
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->workers; i++) pthread_join(p->threads[i], NULL);
    free(p->threads);
    free(p);
}

struct launch {
    struct task task;
    struct pool *pool;
};

static void run_kernel(struct task *t, long begin, long end)
{
    struct pool *p = ((struct launch *)t)->pool;
    long flagged = t->function(t->data, t->point_stride, t->component_stride, t->parameters, t->rows, begin, end);
    if (flagged) atomic_fetch_add(&p->flagged, flagged);
}

long pool_launch(struct pool *p, void *function, double *const *data, const long *point_stride,
                 const long *component_stride, const double *parameters, const long *rows, long n)
{
    struct launch l = {.pool = p,
                       .task = {.run = run_kernel, .count = n, .function = (kernel_function)function, .data = data,
                                .point_stride = point_stride, .component_stride = component_stride,
                                .parameters = parameters, .rows = rows}};
    long share = n / (4 * (p->workers + 1));
    l.task.chunk = share < chunk_points ? chunk_points : share / chunk_points * chunk_points;
    atomic_store(&p->flagged, 0);
    run(p, &l.task);
    return atomic_load(&p->flagged);
}

static void copy_row(double *to, const double *from, long n, long to_stride, long from_stride)
{
    if (to_stride == 1 && from_stride == 1) memcpy(to, from, (size_t)n * sizeof *to);
    else
        for (long x = 0; x < n; x++) to[x * to_stride] = from[x * from_stride];
}

/* Rows are numbered over y, then z, then component. */
static void copy_rows(struct task *t, long begin, long end)
{
    const struct box *b = t->box;
    const long *hs = b->host_stride, *ms = b->stride, rows = b->extent[1], planes = b->extent[2];
    long y = begin % rows, z = begin / rows % planes, c = begin / rows / planes;
    for (long row = begin; row < end; z++, y = 0) {
        if (z == planes) z = 0, c++;
        double *host = (double *)b->host + y * hs[1] + z * hs[2] + c * hs[3];
        double *memory = t->memory + b->offset + y * ms[1] + z * ms[2] + c * ms[3];
        for (; y < rows && row < end; y++, row++, host += hs[1], memory += ms[1]) {
            if (t->to_host) copy_row(host, memory, b->extent[0], hs[0], ms[0]);
            else copy_row(memory, host, b->extent[0], ms[0], hs[0]);
        }
    }
}

void pool_copy(struct pool *p, double *memory, const struct box *boxes, int count, int to_host)
{
    for (int i = 0; i < count; i++) {
        const struct box *b = &boxes[i];
        struct task t = {.run = copy_rows, .box = b, .memory = memory, .to_host = to_host};
        t.count = b->extent[1] * b->extent[2] * b->extent[3];
        long rows = copy_threshold / (b->extent[0] > 0 ? b->extent[0] : 1) + 1;
        t.chunk = b->extent[0] * t.count < alone_elements ? t.count : rows;
        run(p, &t);
    }
}

/* The first of words begin.. that is not as the one at begin, or n. */
static long end_of_run(const double *words, long stride, long begin, long n)
{
    enum { block = 8 };
    const double value = words[begin * stride];
    long end = begin + 1;
    for (int same = stride == 1; same && end + block <= n; end += same ? block : 0) {
#pragma GCC unroll 8
        for (long i = 0; i < block; i++) same &= words[end + i] == value;
    }
    while (end < n && words[end * stride] == value) end++;
    return end;
}

/* Words that follow each other are mostly equal: runs are counted, not words. */
long count_bits(const double *words, long stride, long n, uint64_t wanted, long count[64])
{
    long first = n;
    for (long begin = 0, end; begin < n; begin = end) {
        const double value = words[begin * stride];
        end = end_of_run(words, stride, begin, n);
        if (!(value > 0)) continue; /* NaN: a point that no kernel wrote */
        const uint64_t word = (uint64_t)value;
        for (uint64_t rest = word; rest; rest &= rest - 1) count[__builtin_ctzll(rest)] += end - begin;
        if (first == n && (word & wanted)) first = begin;
    }
    return first;
}

static void run_sweep(struct task *t, long begin, long end) { t->sweep(t->block, begin, end); }

void pool_sweep(struct pool *p, void *function, const void *block, long items, long chunk)
{
    struct task t = {.run = run_sweep, .count = items, .chunk = chunk, .sweep = (sweep_function)function, .block = block};
    run(p, &t);
}

/* Rows are numbered over y, then z. */
static void copy_grid_rows(struct task *t, long begin, long end)
{
    const struct grid_box *b = t->grid;
    const size_t bytes = (size_t)(b->bytes * b->extent[0]);
    for (long r = begin; r < end; r++) {
        const long y = r % b->extent[1], z = r / b->extent[1];
        char *host = (char *)b->host + b->bytes * (y * b->host_row + z * b->host_plane);
        char *memory = (char *)t->memory + b->bytes * (b->offset + y * b->row + z * b->plane);
        if (b->to_host) memcpy(host, memory, bytes);
        else memcpy(memory, host, bytes);
    }
}

void pool_copy_grid(struct pool *p, void *memory, const struct grid_box *b)
{
    struct task t = {.run = copy_grid_rows, .count = b->extent[1] * b->extent[2], .grid = b, .memory = memory};
    t.chunk = 8 * copy_threshold / (b->bytes * b->extent[0]) + 1;
    run(p, &t);
}
