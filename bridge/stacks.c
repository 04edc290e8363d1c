/* The stacks that a call runs on: enough room on the thread's own, and an alternate one for signals. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "../device/hostmemory/access.h"
#include "codes.h"
#include "guard.h"

/* Bytes. A call takes less than `least` (tests/faults/stacks.c measures it). A handler on the signal stack may call
 * Drawbridge: Go would give the thread a signal stack of 32 KB, and leave it there. `below` it lies room without rights. */
enum { least = 48 << 10, signal_stack = 256 << 10, below = 64 << 10 };

static __thread int looked; /* at this thread's stacks */
static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;

static void free_signal_stack(void *base)
{
    stack_t now;
    const stack_t none = {.ss_flags = SS_DISABLE};
    if (sigaltstack(NULL, &now) == 0 && now.ss_sp == (char *)base + below) sigaltstack(&none, NULL);
    munmap(base, below + signal_stack);
    looked = 0; /* a later call of this thread looks again */
}

static void make_stack_key(void) { pthread_key_create(&stack_key, free_signal_stack); }

/* A thread that has no signal stack gets one before Go looks: Go then takes it as the host's. Without memory for
 * it Go brings its own. */
static void give_signal_stack(void)
{
    stack_t now;
    if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
    pthread_once(&stack_once, make_stack_key);
    char *base = mmap(NULL, below + signal_stack, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (base == MAP_FAILED) return;
    const stack_t own = {.ss_sp = base + below, .ss_size = signal_stack};
    if (mprotect(base + below, signal_stack, PROT_READ | PROT_WRITE) != 0 || pthread_setspecific(stack_key, base) != 0) {
        munmap(base, below + signal_stack);
        return;
    }
    sigaltstack(&own, NULL); /* freed when the thread ends */
}

/* Every call of pthread_getattr_np in the library comes here (cmake/go.cmake: --wrap): glibc leaves the attributes
 * unusable where it has no memory, and the Go runtime, which asks at a thread's first call, uses them all the same. */
__attribute__((weak)) int __real_pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
int __wrap_pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
    const int failed = __real_pthread_getattr_np(thread, attributes);
    if (failed) pthread_attr_init(attributes);
    return failed;
}

/* Every thread that the library makes begins here (cmake/go.cmake: --wrap), those of the Go runtime too. Signals that Go leaves open there
 * (SIGPROF, SIGCHLD, SIGSTKFLT, SIGRTMIN) run the host's handlers on the signal stack, and Go's own has 32 KB. */
__attribute__((weak)) int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *argument);

struct beginning {
    void *(*begin)(void *);
    void *argument;
};

static void *begin_thread(void *given)
{
    const struct beginning b = *(struct beginning *)given;
    free(given);
    give_signal_stack();
    return b.begin(b.argument);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *argument)
{
    struct beginning *b = malloc(sizeof *b);
    if (!b) return __real_pthread_create(thread, attributes, begin, argument);
    *b = (struct beginning){begin, argument};
    const int failed = __real_pthread_create(thread, attributes, begin_thread, b);
    if (failed) free(b);
    return failed;
}

int stack_failure(char *why, int size)
{
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    stack_t now;
    const char *what = "this thread's stack";
    if (!looked) {
        if (!learn_stack()) {
            snprintf(why, (size_t)size, "there is no memory left to look at this thread's stack");
            return status_out_of_memory;
        }
        give_signal_stack();
        looked = 1;
    }
    size_t left = stack_below(here);
    if (left == SIZE_MAX && sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_ONSTACK)) {
        left = here - (uintptr_t)now.ss_sp;
        what = "this signal handler's stack";
    }
    if (left >= least) return status_ok; /* a coroutine's counts as endless: nobody knows its size */
    snprintf(why, (size_t)size, "%s has %zu bytes left, and a call of Drawbridge needs %d: give it a larger stack", what, left,
             least);
    return status_order;
}
