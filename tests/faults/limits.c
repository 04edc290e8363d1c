/* `ulimit -v`: how much address space a host needs, and that too little is a status, or Go's own end, and nothing else.
 *   limits          sweeps limits from 16 MB to 4 GB, prints what happens at each
 *   limits MB       runs under this limit, which holds from before the library is loaded */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum { computed, refused, ended_by_go, not_loaded, died, outcomes };
static int ending; /* of the last host, as waitpid gives it */
static const char report[] = "limits_report.txt";
static const char *const words[] = {"computes", "is refused with a status", "is ended by the Go runtime", "cannot be loaded", "DIES"};

/* A refusal is for want of memory or of threads, and its message says so. */
static int says_no_memory(void)
{
    int code = 0;
    frame_status_(&code);
    printf("status %d: %s\n", code, message_of_call());
    fflush(stdout);
    if (code == 9 && strstr(message_of_call(), "worker threads")) return refused; /* DEVICE */
    return code == status_out_of_memory && (strstr(message_of_call(), "memory") || strstr(message_of_call(), "bytes") || strstr(message_of_call(), "MB")) ? refused : died;
}

static int report_is_whole(void)
{
    char text[400] = "";
    FILE *file = fopen(report, "r");
    const size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    return n > 0 && strstr(text, "Drawbridge");
}

static int works(void)
{
    int plan = 0;
    double *in = new_input(), *out = new_output();
    if (!in || !out) return refused;
    if (!start_frame("threads=2\nreport=limits_report.txt") || !start_plan(&plan, in, out)) return says_no_memory();
    if (!run_plan(plan, out) || drawbridge_finalize() != 0) return died;
    /* a file that holds the answer is whole, whatever the limit */
    if (!report_is_whole()) return died;
    /* views of a hundred million points: they fit, or the status says that they do not */
    const int code = drawbridge_initialize(100000000, 2, "O2 CH4", 2, 3, 0, "", 0, NULL);
    return code == 0 || says_no_memory() == refused ? computed : died;
}

static int under(const char *self, long megabytes, char *text, size_t size)
{
    char number[24];
    int ends[2], status = 0;
    size_t length = 0;
    snprintf(number, sizeof number, "%ld", megabytes);
    if (pipe(ends) != 0) return died;
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit most = {(rlim_t)megabytes << 20, (rlim_t)megabytes << 20};
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        alarm(60);
        setrlimit(RLIMIT_AS, &most);
        execl(self, self, number, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t n; length + 1 < size && (n = read(ends[0], text + length, size - 1 - length)) > 0;) length += (size_t)n;
    text[length] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    ending = status;
    if (strstr(text, "error while loading shared libraries") || (WIFEXITED(status) && WEXITSTATUS(status) == 127)) return not_loaded;
    if (strstr(text, "runtime: cannot allocate") || strstr(text, "out of memory") || strstr(text, "runtime/cgo:") ||
        strstr(text, "failed to reserve") || strstr(text, "failed to create new OS thread"))
        if (!WIFEXITED(status) || WEXITSTATUS(status) != refused) return ended_by_go;
    return WIFEXITED(status) && WEXITSTATUS(status) <= refused ? WEXITSTATUS(status) : died;
}

int main(int count, char **arguments)
{
    static const long sizes[] = {16, 32, 64, 96, 128, 160, 192, 256, 320, 384, 448, 512, 640, 768, 1024, 1536, 2048, 4096};
    static char text[20000];
    long tally[outcomes] = {0};
    int last = -1, ordered = 1, in_order = 1, named = 1;
    if (count > 1) return remove(report), works();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int what = under(arguments[0], sizes[i], text, sizeof text);
        tally[what]++;
        if (what == ended_by_go || what == not_loaded)
            named &= strstr(text, "memory") || strstr(text, "allocate") || strstr(text, "reserve") || strstr(text, "map segment") || strstr(text, "thread");
        ordered &= last != computed || what == computed;
        if (what == ended_by_go) in_order &= WIFSIGNALED(ending) ? WTERMSIG(ending) == SIGABRT : WEXITSTATUS(ending) == 2;
        if (what == not_loaded) in_order &= WIFEXITED(ending) && WEXITSTATUS(ending) == 127;
        if (what != last || what == died) printf("ulimit -v of %ld MB: the host %s%s%.200s\n", sizes[i], words[what], computed == what ? "" : ": ", computed == what ? "" : text);
        last = what;
    }
    check("no limit ends the host but in Go's own words", tally[died] == 0);
    check("where it ends, the status is that of the loader or of the Go runtime", in_order);
    check("each of these ends names memory", named);
    check("a host that computes under a limit computes under every larger one", ordered);
    check("4 GB are enough", last == computed);
    return finish("limits");
}
