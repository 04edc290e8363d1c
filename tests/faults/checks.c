#include "host.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int passed, failed;

void check(const char *text, int good)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED: %s\n", text);
    fflush(stdout);
}

int finish(const char *program)
{
    printf("%s: %d checks passed, %d failed\n", program, passed, failed);
    fflush(stdout);
    return failed > 0 || passed == 0;
}

void run_case(const char *program, const char *name)
{
    char command[4200], text[200];
    snprintf(command, sizeof command, "timeout -s KILL 60 '%s' %s", program, name);
    const int status = system(command);
    snprintf(text, sizeof text, "case %s ends with status %d", name, WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    check(text, status == 0);
}

void skip(const char *why)
{
    printf("skipped: %s\n", why);
    fflush(stdout);
    _exit(77);
}

int end_of(int pid, int seconds)
{
    const struct timespec pause = {0, 2000000};
    int status = 0;
    for (long waited = 0; waitpid(pid, &status, WNOHANG) == 0; waited += 2) {
        if (waited > 1000L * seconds) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            return -1000;
        }
        nanosleep(&pause, NULL);
    }
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int in_child(int (*work)(void), int seconds)
{
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) _exit(work());
    return pid < 0 ? -1 : end_of(pid, seconds);
}
