#define _GNU_SOURCE
#include <pthread.h>

#include "../../machine/machine.h"
#include "task.h"

#include <stdlib.h>
#include <string.h>

/* Chunks are 32 to 128 KB. To wake threads takes as long as one alone needs for half a megabyte (docs/transfers.md), so while
 * some sleep copies of less than alone_elements are the caller's. */
enum { least_chunk = 4096, most_chunk = 16384, chunks_each = 8, alone_elements = 65536 };

/* From 4 MB on a copy does not stay in the caches: it is stored past them, so that no line is read to be overwritten. That pays
 * where a store is a whole line; stores of 16 bytes past the caches are no faster than memcpy. */
enum { stream_elements = 1 << 19, line_elements = cache_line / sizeof(double) };

/* Copies of boxes: one task, whatever their number. */
struct copy {
    struct task task;
    struct box *boxes;
    int count, room, to_host;
    void (*row)(double *to, const double *from, long n); /* of elements side by side */
};

static void keep_row(double *to, const double *from, long n) { memcpy(to, from, (size_t)n * sizeof *to); }

#if defined(__x86_64__)
/* Elements before the first whole line; all of a row that lies between the elements, as in a COMMON without gaps: such a
 * store would end the host. */
static long to_line(const double *to, long n)
{
    if ((uintptr_t)to % sizeof *to) return n;
    const long before = -((uintptr_t)to / sizeof *to) % line_elements;
    return before < n ? before : n;
}

__attribute__((target("avx512f"))) static void stream_row(double *to, const double *from, long n)
{
    long i = to_line(to, n);
    keep_row(to, from, i);
    for (; i + line_elements <= n; i += line_elements) _mm512_stream_pd(to + i, _mm512_loadu_pd(from + i));
    keep_row(to + i, from + i, n - i);
}
static int has_whole_line_stores(void) { return __builtin_cpu_supports("avx512f"); }
#else
static void stream_row(double *to, const double *from, long n) { keep_row(to, from, n); }
static int has_whole_line_stores(void) { return 0; }
#endif

static void copy_row(const struct copy *c, double *to, const double *from, long n, long to_stride, long from_stride)
{
    if (to_stride == 1 && from_stride == 1) c->row(to, from, n);
    else
        for (long x = 0; x < n; x++) to[x * to_stride] = from[x * from_stride];
}

/* Rows of a box are numbered over y, then z, then component. */
static void copy_box(const struct copy *c, const struct box *b, long begin, long end)
{
    const long *hs = b->host_stride, *ms = b->stride, rows = b->extent[1], planes = b->extent[2];
    long y = begin % rows, z = begin / rows % planes, v = begin / rows / planes;
    for (long row = begin; row < end; z++, y = 0) {
        if (z == planes) z = 0, v++;
        double *host = (double *)b->host + y * hs[1] + z * hs[2] + v * hs[3];
        double *memory = (double *)b->memory + b->offset + y * ms[1] + z * ms[2] + v * ms[3];
        for (; y < rows && row < end; y++, row++, host += hs[1], memory += ms[1]) {
            if (c->to_host) copy_row(c, host, memory, b->extent[0], hs[0], ms[0]);
            else copy_row(c, memory, host, b->extent[0], ms[0], hs[0]);
        }
    }
}

/* Rows of all boxes are numbered one box after the other. */
static void copy_rows(struct task *t, long begin, long end)
{
    struct copy *c = (struct copy *)t;
    struct box *b = c->boxes;
    while (b->first + b->rows <= begin) b++;
    for (; begin < end; b++) {
        const long last = end < b->first + b->rows ? end : b->first + b->rows;
        copy_box(c, b, begin - b->first, last - b->first);
        finish_streaming();
        __atomic_fetch_sub(&b->left, last - begin, __ATOMIC_RELEASE); /* the rows before the news of them: copy_until acquires */
        begin = last;
    }
}

struct box *copy_boxes(struct pool *p, int count)
{
    struct copy *c = p->copy ? p->copy : calloc(1, sizeof *c);
    if (!c) return NULL;
    p->copy = c;
    if (count >= c->room) {
        struct box *more = realloc(c->boxes, (size_t)(2 * count + 8) * sizeof *more);
        if (!more) return NULL;
        c->boxes = more, c->room = 2 * count + 8;
    }
    return c->boxes;
}

void copy_close(struct pool *p)
{
    if (!p->copy) return;
    free(p->copy->boxes);
    free(p->copy);
}

static void (*row_for(long elements))(double *, const double *, long)
{
    return elements >= stream_elements && has_whole_line_stores() ? stream_row : keep_row;
}

static long between(long least, long n, long most) { return n < least ? least : n > most ? most : n; }

/* Numbers the rows and tells how many elements they are. */
static long number_rows(struct copy *c, long *longest)
{
    long elements = 0;
    c->task.count = 0, *longest = 1;
    for (int i = 0; i < c->count; i++) {
        struct box *b = &c->boxes[i];
        b->first = c->task.count;
        b->rows = b->extent[1] * b->extent[2] * b->extent[3];
        b->left = b->rows;
        c->task.count += b->rows;
        elements += b->rows * b->extent[0];
        if (b->extent[0] > *longest) *longest = b->extent[0];
    }
    return elements;
}

void copy_begin(struct pool *p, int count, int to_host)
{
    struct copy *c = p->copy;
    c->count = count, c->to_host = to_host, c->task.run = copy_rows;
    long longest, elements = number_rows(c, &longest);
    c->row = row_for(elements);
    c->task.chunk = between(least_chunk, elements / (chunks_each * (p->workers + 1)), most_chunk) / longest + 1;
    if (elements < alone_elements && atomic_load_explicit(&p->asleep, memory_order_relaxed) > 0) c->task.chunk = c->task.count;
    task_begin(p, &c->task);
}

void copy_until(struct pool *p, int box)
{
    while (__atomic_load_n(&p->copy->boxes[box].left, __ATOMIC_ACQUIRE) > 0) task_step(p, &p->copy->task);
}

void copy_end(struct pool *p) { task_end(p, &p->copy->task); }

void copy_all(struct pool *p, int count, int to_host)
{
    copy_begin(p, count, to_host);
    copy_end(p);
}

struct grid_copy {
    struct task task;
    const struct grid_box *box;
    char *memory;
};

/* Rows are numbered over y, then z. */
static void copy_grid_rows(struct task *t, long begin, long end)
{
    const struct grid_copy *c = (struct grid_copy *)t;
    const struct grid_box *b = c->box;
    const size_t bytes = (size_t)(b->bytes * b->extent[0]);
    for (long r = begin; r < end; r++) {
        const long y = r % b->extent[1], z = r / b->extent[1];
        char *host = (char *)b->host + b->bytes * (y * b->host_row + z * b->host_plane);
        char *memory = c->memory + b->bytes * (b->offset + y * b->row + z * b->plane);
        if (b->to_host) memcpy(host, memory, bytes);
        else memcpy(memory, host, bytes);
    }
}

void pool_copy_grid(struct pool *p, void *memory, const struct grid_box *b)
{
    struct grid_copy c = {.task = {.run = copy_grid_rows, .count = b->extent[1] * b->extent[2]}, .box = b, .memory = memory};
    c.task.chunk = most_chunk / 2 * (long)sizeof(double) / (b->bytes * b->extent[0]) + 1;
    task_run(p, &c.task);
}
