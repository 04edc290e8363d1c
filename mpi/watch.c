//go:build mpi
/* The line above is for the go command: this file is compiled in the MPI build only. */

#define _GNU_SOURCE
#include "communicator.h"

#include <math.h>
#include <sched.h>
#include <time.h>

/* A step between two looks that is longer than most_step is time in which this process was suspended (a batch system, a
 * debugger, a machine that was moved) or in which the clock jumped: it counts as most_step. A clock that stands still counts
 * as the pause that was made. */
static const double most_step = 0.1, yield_step = 1e-7, pause_step = 50e-6;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct watch watch_from_now(double yields_after, double pauses_after)
{
    return (struct watch){now(), 0, yields_after, pauses_after};
}

/* Where each rank has a core of its own, as it may be, a rank looks again at once for some time: a yield gives the core to whoever else is
 * there, for a thousand times as long as a message takes. */
void watch_rest(struct watch *w)
{
    const struct timespec pause = {0, 50000};
    int pauses = w->ran > w->pauses_after;
    if (pauses) nanosleep(&pause, NULL);
    else if (w->ran >= w->yields_after) sched_yield();
    double t = now(), step = t - w->last;
    w->last = t;
    w->ran += fmin(fmax(step, pauses ? pause_step : yield_step), most_step);
}
