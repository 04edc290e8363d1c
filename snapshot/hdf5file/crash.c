//go:build hdf5

/* A damaged file may crash HDF5 itself. The command then still ends with one line that names the file
   and with its code for trouble. Signals that come at any other time go to whoever had them before. */
#include "inspect.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { TROUBLE = 2, SIGNALS = 65 };

static __thread const char *volatile reading; /* what this thread asks of HDF5, NULL: nothing */
static struct sigaction before[SIGNALS];

static void say(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

static void crashed(int number, siginfo_t *info, void *context)
{
    const char *what = reading;
    if (what) { /* write and _exit alone are safe here */
        say("drawbridge: ");
        say(what);
        say(": the HDF5 library crashed on it; the file is damaged\n");
        _exit(TROUBLE);
    }
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

void inspect_reading(const char *what) { reading = what; }
