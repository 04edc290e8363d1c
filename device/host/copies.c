#define _GNU_SOURCE
#include <pthread.h>

#include "../../machine/machine.h"
#include "task.h"

#include <stdlib.h>
#include <string.h>

/* Chunks are 32 to 128 KB. To wake threads takes as long as one alone needs for half a megabyte (docs/transfers.md), so while
 * some sleep copies of less than alone_bytes are the caller's. */
enum { least_chunk = 32 << 10, most_chunk = 128 << 10, chunks_each = 8, alone_bytes = 512 << 10 };

/* From 4 MB on a copy of stripes is stored past the caches, so that no line is read to be overwritten. That pays where a store is a
 * whole line; stores of 16 bytes past the caches are no faster than memcpy. Fields stay in the caches as far as they fit: at 17 MB
 * past them took twice as long on 16 cores. */
enum { stream_bytes = 4 << 20 };

/* Copies of boxes: one task, whatever their number. */
struct copy {
    struct task task;
    struct box *boxes;
    int count, room, to_host;
    void (*row)(char *to, const char *from, size_t bytes); /* of elements side by side */
};

static void keep_row(char *to, const char *from, size_t bytes) { memcpy(to, from, bytes); }

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static void stream_row(char *to, const char *from, size_t bytes)
{
    const size_t before = -(uintptr_t)to % cache_line; /* the first whole line */
    size_t i = before < bytes ? before : bytes;
    keep_row(to, from, i);
    for (; i + cache_line <= bytes; i += cache_line)
        _mm512_stream_si512((__m512i *)(to + i), _mm512_loadu_si512(from + i));
    keep_row(to + i, from + i, bytes - i);
}
static int has_whole_line_stores(void) { return __builtin_cpu_supports("avx512f"); }
#else
static void stream_row(char *to, const char *from, size_t bytes) { keep_row(to, from, bytes); }
static int has_whole_line_stores(void) { return 0; }
#endif

static void copy_row(const struct copy *c, const struct box *b, char *to, const char *from, long to_stride, long from_stride)
{
    if (b->single && c->to_host)
        for (long x = 0; x < b->extent[0]; x++) ((float *)to)[x * to_stride] = (float)((const double *)from)[x * from_stride];
    else if (b->single)
        for (long x = 0; x < b->extent[0]; x++) ((double *)to)[x * to_stride] = ((const float *)from)[x * from_stride];
    else if (to_stride == 1 && from_stride == 1) c->row(to, from, (size_t)(b->bytes * b->extent[0]));
    else
        for (long x = 0; x < b->extent[0]; x++) ((double *)to)[x * to_stride] = ((const double *)from)[x * from_stride];
}

/* Rows of a box are numbered over y, then z, then component. */
static void copy_box(const struct copy *c, const struct box *b, long begin, long end)
{
    const long *hs = b->host_stride, *ms = b->stride, rows = b->extent[1], planes = b->extent[2], host_bytes = b->single ? 4 : b->bytes;
    long y = begin % rows, z = begin / rows % planes, v = begin / rows / planes;
    for (long row = begin; row < end; z++, y = 0) {
        if (z == planes) z = 0, v++;
        char *host = (char *)b->host + host_bytes * (y * hs[1] + z * hs[2] + v * hs[3]);
        char *memory = (char *)b->memory + b->bytes * (b->offset + y * ms[1] + z * ms[2] + v * ms[3]);
        for (; y < rows && row < end; y++, row++, host += host_bytes * hs[1], memory += b->bytes * ms[1]) {
            if (c->to_host) copy_row(c, b, host, memory, hs[0], ms[0]);
            else copy_row(c, b, memory, host, ms[0], hs[0]);
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

static void (*row_for(const struct copy *c, long bytes))(char *, const char *, size_t)
{
    return c->count > 0 && c->boxes[0].past && bytes >= stream_bytes && has_whole_line_stores() ? stream_row : keep_row;
}

static long between(long least, long n, long most) { return n < least ? least : n > most ? most : n; }

/* Numbers the rows and tells how many bytes they are, and the longest has. */
static long number_rows(struct copy *c, long *longest)
{
    long bytes = 0;
    c->task.count = 0, *longest = 1;
    for (int i = 0; i < c->count; i++) {
        struct box *b = &c->boxes[i];
        b->first = c->task.count;
        b->rows = b->extent[1] * b->extent[2] * b->extent[3];
        b->left = b->rows;
        c->task.count += b->rows;
        const long row = b->bytes * b->extent[0];
        bytes += b->rows * row;
        if (row > *longest) *longest = row;
    }
    return bytes;
}

void copy_begin(struct pool *p, int count, int to_host)
{
    struct copy *c = p->copy;
    c->count = count, c->to_host = to_host, c->task.run = copy_rows;
    long longest, bytes = number_rows(c, &longest);
    c->row = row_for(c, bytes);
    c->task.chunk = between(least_chunk, bytes / (chunks_each * (p->workers + 1)), most_chunk) / longest + 1;
    if (bytes < alone_bytes && atomic_load_explicit(&p->asleep, memory_order_relaxed) > 0) c->task.chunk = c->task.count;
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
