/* For LD_PRELOAD: the clocks of a process jump by hours, forwards and back, as those of a machine that was suspended,
 * moved or set. Every 400th look at a clock on average is a jump; the processes of a run jump at different looks. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *t)
{
    static unsigned state;
    static time_t shift;
    int code = (int)syscall(SYS_clock_gettime, clock, t);
    if (code != 0 || (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME)) return code;
    if (!state) state = (unsigned)getpid();
    state = state * 1664525u + 1013904223u;
    if (state >> 16 < 65536 / 400) shift = 3600 * (time_t)((state >> 8) % 9);
    t->tv_sec += shift;
    return 0;
}
