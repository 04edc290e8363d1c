/* The threads of a block as fibers of one thread: each runs until it waits for its block or its warp.
   A fiber is made once and runs one thread of block after block. swapcontext would call the kernel of the system at each
   switch, to save the signal mask; _setjmp and _longjmp do not. */
#undef _FORTIFY_SOURCE /* its longjmp refuses jumps between stacks */
#include "fake.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { most_threads = 1024, stack_bytes = 32 << 10 };

/* Who waits together: the block (0), or warp n (n + 1). */
static struct { int members, arrived, round; } group[most_threads + 1];
static int lanes; /* of a warp */
static jmp_buf fibers[most_threads], back;
static char *stacks;
static int current, made, ended[most_threads];
static struct work *running;

static void leave(int g)
{
    group[g].members--;
    if (group[g].members > 0 && group[g].arrived == group[g].members) group[g].arrived = 0, group[g].round++;
}

static void yield(int me)
{
    if (!_setjmp(fibers[me])) _longjmp(back, 1);
}

static void body(void)
{
    for (const int me = current;;) {
        ((void (*)(struct sweep_bytes))running->function)(*(struct sweep_bytes *)running->arguments);
        ended[me] = 1;
        leave(0);
        leave(1 + me / lanes);
        yield(me);
    }
}

static void resume(int i)
{
    static ucontext_t start;
    if (_setjmp(back)) return;
    if (i < made) _longjmp(fibers[i], 1);
    made = i + 1;
    getcontext(&start);
    start.uc_stack.ss_sp = stacks + (size_t)i * stack_bytes;
    start.uc_stack.ss_size = stack_bytes;
    makecontext(&start, body, 0);
    setcontext(&start);
}

static void fake_wait(int warp_only)
{
    const int me = current, g = warp_only ? 1 + me / lanes : 0, round = group[g].round;
    if (++group[g].arrived == group[g].members) group[g].arrived = 0, group[g].round++;
    while (group[g].round == round) yield(me);
}

/* One block, whose index is in place. */
void run_fibers(struct work *w, void (**wait)(int))
{
    const int threads = (int)w->shape.block_dim.x;
    if (!stacks) stacks = malloc((size_t)most_threads * stack_bytes);
    *wait = fake_wait;
    lanes = w->lanes;
    running = w;
    memset(group, 0, sizeof group);
    group[0].members = threads;
    for (int i = 0; i < threads; i++) {
        group[1 + i / lanes].members++;
        ended[i] = 0;
    }
    for (int left = 1; left;) {
        left = 0;
        for (current = 0; current < threads; current++) {
            if (ended[current]) continue;
            w->index->thread = (struct fake_dim){(unsigned)current, 0, 0};
            resume(current);
            left |= !ended[current];
        }
    }
}
