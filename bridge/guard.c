#define _GNU_SOURCE
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../device/hostmemory/access.h"
#include "codes.h"
#include "entry.h"
#include "../machine/machine.h"

__thread int last_code;
static __thread char *message;
static pthread_key_t message_key;
static pthread_once_t message_once = PTHREAD_ONCE_INIT;

static sigset_t asynchronous, before_go;
static const int of_writes[] = {SIGXFSZ, SIGPIPE}; /* sent to a thread whose write fails */
enum { kinds_of_writes = sizeof of_writes / sizeof *of_writes };
static const int taken_by_go[] = {SIGURG, SIGPIPE}; /* asynchronous ones that get a handler of Go's when it starts */
enum { kinds_taken = sizeof taken_by_go / sizeof *taken_by_go };
static struct sigaction actions_before_go[kinds_taken];
int files_touched;
static pthread_mutex_t one_at_a_time;
static volatile sig_atomic_t forked;

/* Another destructor of the thread may still call Drawbridge: it gets a new one. */
static void free_message(void *text)
{
    message = NULL;
    free(text);
}

static void make_message_key(void) { pthread_key_create(&message_key, free_message); }

char *last_message(void)
{
    static char shared[message_size]; /* of threads that there is no memory for */
    if (message) return message;
    pthread_once(&message_once, make_message_key);
    message = calloc(1, message_size);
    if (!message) return shared;
    pthread_setspecific(message_key, message); /* freed when the thread ends */
    return message;
}

static void fill_asynchronous(void)
{
    static const int synchronous[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    sigfillset(&asynchronous);
    for (size_t i = 0; i < sizeof synchronous / sizeof *synchronous; i++) sigdelset(&asynchronous, synchronous[i]);
}

static void after_fork_in_child(void) { forked = 1; }

/* Before the Go runtime starts (its constructor has no priority): its threads inherit the mask. */
__attribute__((constructor(101))) static void block_before_go(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&one_at_a_time, &kind);
    pthread_mutexattr_destroy(&kind);
    pthread_atfork(NULL, NULL, after_fork_in_child);
    fill_asynchronous();
    pthread_sigmask(SIG_BLOCK, &asynchronous, &before_go);
    for (int i = 0; i < kinds_taken; i++) sigaction(taken_by_go[i], NULL, &actions_before_go[i]);
}

/* After it: the host's thread gets its mask back, and the host its handlers. Go needs neither SIGURG, since its
 * preemption by signals is off (cmake/go.cmake), nor SIGPIPE, which is blocked wherever Go code runs. */
__attribute__((constructor)) static void restore_after_go(void)
{
    for (int i = 0; i < kinds_taken; i++) sigaction(taken_by_go[i], &actions_before_go[i], NULL);
    pthread_sigmask(SIG_SETMASK, &before_go, NULL);
}

int drawbridge_refuse(int code, const char *message, int length)
{
    last_code = code;
    if (length < 0) length = 0;
    if (length > message_size - 1) length = message_size - 1;
    if (length && memory_judge((uintptr_t)message, (size_t)length, to_read) != memory_good) {
        message = "refuse: its message cannot be read";
        length = (int)strlen(message);
    }
    if (length) memcpy(last_message(), message, (size_t)length);
    last_message()[length] = 0;
    return code;
}

static int refuse(int code, const char *why) { return drawbridge_refuse(code, why, (int)strlen(why)), 0; }

/* The signals of writes that wait for the host already, as bits: possible only where the host blocks them. */
static unsigned signals_awaited(const sigset_t *mask)
{
    unsigned bits = 0;
    sigset_t pending;
    int blocked = 0;
    for (int i = 0; i < kinds_of_writes; i++) blocked |= sigismember(mask, of_writes[i]);
    if (!blocked || sigpending(&pending) != 0) return 0;
    for (int i = 0; i < kinds_of_writes; i++) bits |= sigismember(&pending, of_writes[i]) ? 1u << i : 0;
    return bits;
}

/* A write of ours into a full file or a broken pipe is an error of the write (EFBIG, EPIPE), and no matter of the host:
 * its signal is taken away before the mask lets it through. One that another process sent goes on its way. */
static void take_signals_of_writes(unsigned awaited)
{
    const struct timespec no_wait = {0, 0};
    for (int i = 0; i < kinds_of_writes; i++) {
        sigset_t one;
        siginfo_t from;
        if (awaited & 1u << i) continue;
        sigemptyset(&one);
        sigaddset(&one, of_writes[i]);
        if (sigtimedwait(&one, &from, &no_wait) < 0) continue;
        if (from.si_code <= 0 && from.si_pid != getpid()) kill(getpid(), of_writes[i]);
    }
}

int guard_enter(struct guard *g)
{
    if (forked) return refuse(status_order, "this process is a fork of one that used Drawbridge: compute in the parent, or exec first");
    char why[200];
    const int failure = stack_failure(why, sizeof why);
    if (failure) return refuse(failure, why);
    pthread_sigmask(SIG_BLOCK, &asynchronous, &g->mask);
    g->awaited = signals_awaited(&g->mask);
    if (pthread_mutex_lock(&one_at_a_time) != 0) {
        pthread_sigmask(SIG_SETMASK, &g->mask, NULL);
        return refuse(status_order, "a call of Drawbridge from within a call of Drawbridge");
    }
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &g->cancel);
    g->floats = save_floats();
    set_floats();
    return 1;
}

void guard_leave(const struct guard *g)
{
    restore_floats(g->floats);
    if (files_touched) take_signals_of_writes(g->awaited);
    files_touched = 0;
    pthread_mutex_unlock(&one_at_a_time);
    pthread_setcancelstate(g->cancel, NULL);
    pthread_sigmask(SIG_SETMASK, &g->mask, NULL);
}

static int milliseconds_since(const struct timespec *begin)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int)(1000 * (now.tv_sec - begin->tv_sec) + (now.tv_nsec - begin->tv_nsec) / 1000000);
}

/* To standard error; what its pipe has not taken after a second is lost. A pipe is opened once more, such that no write
 * waits: another process may fill it after the look at its room. The host's own descriptor stays as it is. frame/log.go does
 * the same in Go. */
static void write_within_a_second(const char *text, size_t length)
{
    struct stat kind;
    struct timespec begin;
    const int is_pipe = fstat(STDERR_FILENO, &kind) == 0 && S_ISFIFO(kind.st_mode);
    const int own = is_pipe ? open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    struct pollfd ready = {.fd = own >= 0 ? own : STDERR_FILENO, .events = POLLOUT};
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int left = 1000; length > 0 && left > 0; left = 1000 - milliseconds_since(&begin)) {
        const int room = poll(&ready, 1, left);
        if (room < 0 && errno == EINTR) continue;
        if (room <= 0 || (ready.revents & (POLLERR | POLLNVAL))) break;
        const ssize_t n = write(ready.fd, text, length < PIPE_BUF ? length : PIPE_BUF);
        if (n < 0 && errno != EINTR && errno != EAGAIN) break;
        if (n > 0) text += n, length -= (size_t)n;
    }
    if (own >= 0) close(own);
}

void tell_standard_error(int code, const char *text, struct world place)
{
    char line[message_size + 60], who[20] = "";
    if (place.size > 1) snprintf(who, sizeof who, "rank %d: ", place.rank);
    const int length = snprintf(line, sizeof line, "drawbridge: %serror %d: %s\n", who, code, text);
    sigset_t blocked, mask;
    sigemptyset(&blocked);
    for (int i = 0; i < kinds_of_writes; i++) sigaddset(&blocked, of_writes[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, &mask);
    const unsigned awaited = signals_awaited(&mask);
    if (length > 0) write_within_a_second(line, (size_t)length);
    take_signals_of_writes(awaited);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

void mend_host_handlers(void)
{
    const int open_on_go_threads[] = {SIGPROF, SIGCHLD, SIGSTKFLT, SIGRTMIN}; /* SIGRTMIN: 34, of glibc's timers too */
    for (size_t i = 0; i < sizeof open_on_go_threads / sizeof *open_on_go_threads; i++) {
        struct sigaction action;
        if (sigaction(open_on_go_threads[i], NULL, &action) != 0 || (action.sa_flags & SA_ONSTACK)) continue;
        if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) continue;
        action.sa_flags |= SA_ONSTACK;
        sigaction(open_on_go_threads[i], &action, NULL);
    }
}

void frame_status_(int *code)
{
    if (memory_judge((uintptr_t)code, sizeof *code, to_write) == memory_good) *code = last_code;
}

void frame_message_(char *buf, int len)
{
    size_t n = strlen(last_message());
    if (len < 1 || memory_judge((uintptr_t)buf, (size_t)len, to_write) != memory_good) return;
    if (n > (size_t)len) n = (size_t)len;
    memcpy(buf, last_message(), n);
    memset(buf + n, ' ', (size_t)len - n);
}

static int begins_with_one_of(const char *variable, const char *const *prefixes)
{
    for (; *prefixes; prefixes++)
        if (strncmp(variable, *prefixes, strlen(*prefixes)) == 0) return 1;
    return 0;
}

static int is_setting(const char *variable) { return strncmp(variable, "DRAWBRIDGE_", 11) == 0; }

/* Our settings and where caches lie, unless the process has more rights than its user (secure_getenv(3)): then
 * they would load code and write files with those rights. The launchers' places (frame/launcher.go) are numbers. */
static int is_ours(const char *variable)
{
    static const char *const places[] = {"OMPI_COMM_WORLD_LOCAL", "MPI_LOCAL", "PALS_LOCAL", "FLUX_TASK_LOCAL",
                                         "SLURM_LOCALID=", "SLURM_NTASKS_PER_NODE=", NULL};
    static const char *const caches[] = {"XDG_CACHE_HOME=", "HOME=", NULL};
    if (begins_with_one_of(variable, places)) return 1;
    return !getauxval(AT_SECURE) && (is_setting(variable) || begins_with_one_of(variable, caches));
}

int settings_ignored(void)
{
    if (!getauxval(AT_SECURE)) return 0;
    for (char **e = environ; e && *e; e++)
        if (is_setting(*e)) return 1;
    return 0;
}

char *environment_text(void)
{
    size_t size = 1;
    for (char **e = environ; e && *e; e++) size += is_ours(*e) ? strlen(*e) + 1 : 0;
    char *text = malloc(size), *end = text;
    if (!text) return NULL;
    for (char **e = environ; e && *e; e++) {
        if (!is_ours(*e)) continue;
        if (strlen(*e) + 1 > size - 1 - (size_t)(end - text)) break; /* another thread changed the environment */
        for (const char *c = *e; *c; c++) *end++ = *c == '\n' ? ' ' : *c;
        *end++ = '\n';
    }
    *end = 0;
    return text;
}
