/* A fake NCCL for tests: it moves bytes between processes of this machine through a file of shared memory, in the order of the fake
 * driver's streams. Its calls do not block, as those of a communicator with blocking = 0. It says nothing about NVIDIA's.
 *
 * Environment, read at each call:
 *   FAKE_NCCL_FAIL   call:code[:n]     the n-th call of that name and all later ones give this result
 *   FAKE_NCCL_FAULT  kind:n[:value]    the n-th message that this process sends is lost (drop), has its first byte (head) or its last one
 *                                      (damage) changed, or waits for so many milliseconds (delay); never: this process does not join
 *   FAKE_NCCL_RANK   r                 both concern this rank only */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef int outcome;
enum { success = 0, system_error = 2, invalid_argument = 4, remote_error = 6, in_progress = 7 };
enum { most_ranks = 16, most_messages = 16, room = 1 << 20 };

struct id { char name[128]; };
struct config { size_t size; unsigned magic, version; int blocking; };
struct pipe { _Atomic size_t written, read; char bytes[room]; };
struct shared { _Atomic int joined, aborted; struct pipe pipe[]; }; /* from i to j: pipe[i * ranks + j] */

struct communicator {
    int rank, ranks, aborted, looks;
    outcome error;
    struct shared *shared;
    char name[128];
};
struct message {
    struct communicator *c;
    char *at;
    size_t bytes, moved;
    int peer, sends, damaged, lost;
    double not_before;
};
struct group { int n; struct message list[most_messages]; };

static _Thread_local struct group *group;
static _Thread_local void *stream_of_group;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int concerns(const struct communicator *c)
{
    const char *rank = getenv("FAKE_NCCL_RANK");
    return !rank || !c || atoi(rank) == c->rank;
}

static outcome planted(const char *call, const struct communicator *c)
{
    static int count;
    static char counted[64];
    char name[64];
    int code = 0, from = 1;
    const char *plan = getenv("FAKE_NCCL_FAIL");
    if (!plan || !concerns(c) || sscanf(plan, "%63[^:]:%d:%d", name, &code, &from) < 2 || strcmp(name, call) != 0) return success;
    if (strcmp(counted, name) != 0) count = 0;
    strcpy(counted, name);
    return ++count >= from ? code : success;
}
#define ENTER(c)                                        \
    do {                                                \
        const outcome bad = planted(__func__, c);       \
        if (bad) return bad;                            \
    } while (0)

outcome ncclGetVersion(int *version) { ENTER(NULL); *version = getenv("FAKE_NCCL_VERSION") ? atoi(getenv("FAKE_NCCL_VERSION")) : 22105; return success; }
const char *ncclGetErrorString(outcome code) { return code == remote_error ? "remote process exited or there was a network error" : code ? "planted by a test" : "no error"; }
const char *ncclGetLastError(void *c) { (void)c; return "the fake NCCL of Drawbridge's tests"; }

outcome ncclGetUniqueId(struct id *id)
{
    ENTER(NULL);
    memset(id, 0, sizeof *id);
    snprintf(id->name, sizeof id->name, "/fake-nccl-%d-%ld", getpid(), (long)(1e3 * now()));
    return success;
}

outcome ncclCommInitRankConfig(struct communicator **made, int ranks, struct id id, int rank, const struct config *config)
{
    ENTER(NULL);
    if (config->magic != 0xcafebeef || config->size < sizeof *config || config->version < 21400 || config->blocking) return invalid_argument;
    if (ranks < 1 || ranks > most_ranks || rank < 0 || rank >= ranks) return invalid_argument;
    struct communicator *c = calloc(1, sizeof *c);
    const size_t bytes = sizeof *c->shared + (size_t)(ranks * ranks) * sizeof(struct pipe);
    const int file = shm_open(id.name, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, (off_t)bytes)) return system_error;
    *c = (struct communicator){.rank = rank, .ranks = ranks};
    strcpy(c->name, id.name);
    c->shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (c->shared == MAP_FAILED) return system_error;
    const char *fault = getenv("FAKE_NCCL_FAULT");
    if (!(fault && strncmp(fault, "never", 5) == 0 && concerns(c))) atomic_fetch_add(&c->shared->joined, 1);
    *made = c;
    return in_progress;
}

static void forget(const struct communicator *c) { shm_unlink(c->name); } /* who has it mapped keeps it */

#ifndef OLD
outcome ncclCommGetAsyncError(struct communicator *c, outcome *error)
{
    ENTER(c);
    if (c->looks > 0) c->looks--;
    if (c->error) *error = c->error;
    else if (atomic_load(&c->shared->joined) < c->ranks || c->looks > 0) *error = in_progress;
    else {
        forget(c);
        *error = success;
    }
    return success;
}
#endif

outcome ncclCommAbort(struct communicator *c)
{
    if (!c) return invalid_argument;
    forget(c);
    atomic_store(&c->shared->aborted, 1);
    c->aborted = 1; /* streams may still hold messages of it: it stays */
    return success;
}

outcome ncclGroupStart(void)
{
    ENTER(NULL);
    if (group) return invalid_argument;
    group = calloc(1, sizeof *group);
    return success;
}

static outcome add(void *at, size_t bytes, int type, int peer, struct communicator *c, void *stream, int sends)
{
    if (!group || group->n == most_messages || type != 0 || peer < 0 || peer >= c->ranks || peer == c->rank || c->aborted) return invalid_argument;
    if (group->n && stream != stream_of_group) return invalid_argument;
    stream_of_group = stream;
    group->list[group->n++] = (struct message){.c = c, .at = at, .bytes = bytes, .peer = peer, .sends = sends};
    return success;
}

static void spoil(struct message *m)
{
    static int count;
    char kind[16];
    int from = 0, value = 0;
    const char *fault = getenv("FAKE_NCCL_FAULT");
    if (!fault || !concerns(m->c) || sscanf(fault, "%15[^:]:%d:%d", kind, &from, &value) < 2 || ++count != from) return;
    m->lost = strcmp(kind, "drop") == 0;
    m->damaged = strcmp(kind, "damage") == 0 ? 1 : strcmp(kind, "head") == 0 ? 2 : 0;
    if (strcmp(kind, "delay") == 0) m->not_before = now() + value;
}

outcome ncclSend(const void *at, size_t bytes, int type, int peer, struct communicator *c, void *stream)
{
    ENTER(c);
    const outcome r = add((void *)at, bytes, type, peer, c, stream, 1);
    if (!r) spoil(&group->list[group->n - 1]);
    return r;
}

outcome ncclRecv(void *at, size_t bytes, int type, int peer, struct communicator *c, void *stream)
{
    ENTER(c);
    return add(at, bytes, type, peer, c, stream, 0);
}

/* Moves what can be moved now; 1: all of it is. */
static int move(struct message *m)
{
    struct communicator *c = m->c;
    if (c->aborted || m->lost || m->moved == m->bytes) return 1;
    if (m->not_before > now()) return 0;
    struct pipe *p = &c->shared->pipe[m->sends ? c->rank * c->ranks + m->peer : m->peer * c->ranks + c->rank];
    const size_t written = atomic_load(&p->written), read = atomic_load(&p->read);
    const size_t can = m->sends ? room - (written - read) : written - read, rest = m->bytes - m->moved, n = can < rest ? can : rest;
    for (size_t i = 0; i < n; i++) {
        const size_t k = m->moved + i;
        if (m->sends) p->bytes[(written + i) % room] = (char)(m->at[k] ^ ((m->damaged == 1 && k == m->bytes - 1) || (m->damaged == 2 && k == 0) ? 0x40 : 0));
        else m->at[k] = p->bytes[(read + i) % room];
    }
    if (m->sends) atomic_store(&p->written, written + n);
    else atomic_store(&p->read, read + n);
    m->moved += n;
    if (n == 0 && atomic_load(&c->shared->aborted)) return 1; /* as on H100s: what a rank waits for then is over, and nothing has come */
    return m->moved == m->bytes;
}

/* Messages between the same ranks keep their order. */
static int ready(void *of)
{
    struct group *g = of;
    int over = 1;
    for (int i = 0; i < g->n; i++) {
        int first = 1;
        for (int k = 0; k < i; k++) first &= g->list[k].peer != g->list[i].peer || g->list[k].sends != g->list[i].sends || move(&g->list[k]);
        over &= first && move(&g->list[i]);
    }
    return over;
}

outcome ncclGroupEnd(void)
{
    struct group *g = group;
    group = NULL;
    if (!g) return invalid_argument;
    ENTER(g->n ? g->list[0].c : NULL);
    if (!g->n) return success;
    char path[4096];
    snprintf(path, sizeof path, "%s/" FAKE_DRIVER, getenv("DRAWBRIDGE_DRIVER"));
    void *driver = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    void (*put)(void *, int (*)(void *), void *) = driver ? (void (*)(void *, int (*)(void *), void *))dlsym(driver, "fake_stream_external") : NULL;
    if (!put) return system_error;
    put(stream_of_group, ready, g);
    g->list[0].c->looks = 2;
    return in_progress;
}
