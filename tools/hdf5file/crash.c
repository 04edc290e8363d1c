//go:build hdf5

/* A damaged file may crash HDF5 itself, or hold it for ever. The command then still ends with one line that names the file
   and with its code for trouble. Signals that come at any other time go to whoever had them before. */
#include "inspect.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TROUBLE = 2, SIGNALS = 65 };

static __thread const char *volatile reading; /* what this thread asks of HDF5, NULL: nothing */
static struct sigaction before[SIGNALS];

static void say(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

static void end_about(const char *what, const char *text) /* write and _exit alone are safe in a signal handler */
{
    say("drawbridge: ");
    say(what);
    say(text);
    _exit(TROUBLE);
}

static void crashed(int number, siginfo_t *info, void *context)
{
    const char *what = reading;
    if (what)
        end_about(what, ": the HDF5 library crashed on it; the file is damaged\n");
    if (before[number].sa_flags & SA_SIGINFO) {
        before[number].sa_sigaction(number, info, context);
    } else if (before[number].sa_handler != SIG_DFL && before[number].sa_handler != SIG_IGN) {
        before[number].sa_handler(number);
    } else {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void inspect_name_crashes(void)
{
    const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction ours;
    memset(&ours, 0, sizeof ours);
    ours.sa_sigaction = crashed;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK; /* Go's threads have small stacks and one for signals */
    sigfillset(&ours.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &before[numbers[i]]) == 0)
            sigaction(numbers[i], &ours, NULL);
}

/* The call that runs, and when it began on the clock of its thread: what a slow disk takes does not count. */
static struct {
    pthread_mutex_t lock;
    const char *about;
    clockid_t clock;
    time_t began;
} call = {.lock = PTHREAD_MUTEX_INITIALIZER};

static time_t seconds(clockid_t clock)
{
    struct timespec now = {0, 0};
    clock_gettime(clock, &now);
    return now.tv_sec;
}

void inspect_reading(const char *what)
{
    reading = what;
    pthread_mutex_lock(&call.lock);
    call.about = what;
    if (what && pthread_getcpuclockid(pthread_self(), &call.clock) == 0)
        call.began = seconds(call.clock);
    pthread_mutex_unlock(&call.lock);
}

void inspect_end_loop(long most)
{
    pthread_mutex_lock(&call.lock);
    if (call.about && seconds(call.clock) - call.began > most) {
        char text[200];
        snprintf(text, sizeof text, ": the HDF5 library did not finish one call in %ld s of computing; the file is damaged, or its chunks are very slow to unpack\n", most);
        end_about(call.about, text);
    }
    pthread_mutex_unlock(&call.lock);
}
