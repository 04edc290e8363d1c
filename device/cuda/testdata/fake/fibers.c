/* The threads of a block as fibers of one thread: each runs until it waits for its block or its warp. */
#include "fake.h"

#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { most_threads = 1024, stack_bytes = 32 << 10 };

/* Who waits together: the block (0), or warp n (n + 1). */
static struct { int members, arrived, round; } group[most_threads / 32 + 1];
static ucontext_t fibers[most_threads], back;
static char *stacks;
static int current, ended[most_threads];
static struct work *running;

static void leave(int g)
{
    group[g].members--;
    if (group[g].members > 0 && group[g].arrived == group[g].members) group[g].arrived = 0, group[g].round++;
}

static void body(void)
{
    ((void (*)(struct sweep_bytes))running->function)(*(struct sweep_bytes *)running->arguments);
    ended[current] = 1;
    leave(0);
    leave(1 + current / 32);
}

static void fake_wait(int warp_only)
{
    const int me = current, g = warp_only ? 1 + me / 32 : 0, round = group[g].round;
    if (++group[g].arrived == group[g].members) group[g].arrived = 0, group[g].round++;
    while (group[g].round == round) swapcontext(&fibers[me], &back);
}

/* One block, whose index is in place. */
void run_fibers(struct work *w, void (**wait)(int))
{
    const int threads = (int)w->shape.block_dim.x;
    if (!stacks) stacks = malloc((size_t)most_threads * stack_bytes);
    *wait = fake_wait;
    running = w;
    memset(group, 0, sizeof group);
    group[0].members = threads;
    for (int i = 0; i < threads; i++) {
        group[1 + i / 32].members++;
        ended[i] = 0;
        getcontext(&fibers[i]);
        fibers[i].uc_stack.ss_sp = stacks + (size_t)i * stack_bytes;
        fibers[i].uc_stack.ss_size = stack_bytes;
        fibers[i].uc_link = &back;
        makecontext(&fibers[i], body, 0);
    }
    for (int left = 1; left;) {
        left = 0;
        for (current = 0; current < threads; current++) {
            if (ended[current]) continue;
            w->index->thread = (struct fake_dim){(unsigned)current, 0, 0};
            swapcontext(&back, &fibers[current]);
            left |= !ended[current];
        }
    }
}
