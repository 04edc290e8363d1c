#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

#include "../../machine/machine.h"
#include "pool.h"
#include "task.h"

/* A chain: several sweeps over the same fields, tile by tile, so that what one writes is in the cache when the next one reads it. */
struct chain_task {
    struct task task;
    const struct chain *chain;
};

static long least(long a, long b) { return a < b ? a : b; }

/* A link on the points from x,y,z on. What passes begins at plane `first`, where the worker's part begins, again and again. */
static void run_link(const struct link *l, const long at[3], const long extent[3], long first, long tile)
{
    struct block b = l->block;
    for (int f = 0; f < l->fields; f++) {
        const long x = l->along >> f & 1 ? at[0] : 0, z = l->passing >> f & 1 ? first : at[2];
        b.field[f] += (uintptr_t)((x + at[1] * b.row[f] + z * b.plane[f]) * l->bytes);
    }
    if (l->state) b.field[l->state] += (uintptr_t)(tile * l->state_bytes);
    for (int axis = 0; axis < 3; axis++) b.extent[axis] = extent[axis], b.first[axis] += at[axis];
    l->function(&b, 0, 1);
}

static void run_part(const struct chain *c, long part)
{
    const long across = (c->extent[0] + c->width - 1) / c->width, tiles = across * ((c->extent[1] + c->rows - 1) / c->rows);
    const long x = part % across * c->width, y = part % tiles / across * c->rows;
    const long first = part / tiles * c->planes, end = least(first + c->planes, c->extent[2]);
    const long each = (c->planes + c->depth - 1) / c->depth; /* tiles of a part; the last part may have fewer */
    long tile = part * each;
    for (long z = first; z < end; z += c->depth, tile++) {
        const long at[3] = {x, y, z};
        const long extent[3] = {least(c->width, c->extent[0] - x), least(c->rows, c->extent[1] - y), least(c->depth, end - z)};
        for (long i = 0; i < c->count; i++) run_link(c->links + i, at, extent, first, tile);
    }
    for (; tile < (part + 1) * each; tile++)
        for (const struct link *l = c->links; l < c->links + c->count; l++)
            if (l->state) memset((char *)l->block.field[l->state] + tile * l->state_bytes, 0, (size_t)l->state_bytes);
}

static void run_chain(struct task *t, long begin, long end)
{
    for (long part = begin; part < end; part++) run_part(((struct chain_task *)t)->chain, part);
}

void pool_chain(struct pool *p, const struct chain *c)
{
    const long across = (c->extent[0] + c->width - 1) / c->width, tiles = across * ((c->extent[1] + c->rows - 1) / c->rows);
    struct chain_task t = {.task = {.run = run_chain, .count = tiles * ((c->extent[2] + c->planes - 1) / c->planes), .chunk = 1}, .chain = c};
    task_run(p, &t.task);
}
