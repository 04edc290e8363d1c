#define _GNU_SOURCE
#include "pool.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { huge_page = 2 << 20, page = 4096, line = 64 };

static size_t mapped(size_t n) { return n * sizeof(double) + page; }

/* Where in its first page an array begins: 5 lines behind the array before it. Points of the same number would otherwise lie
 * in the same few sets of the nearest cache, whichever arrays a loop runs over, and a load would look like a store of a moment ago. */
static size_t begin_of_next(void)
{
    static atomic_uint arrays;
    return atomic_fetch_add(&arrays, 5) % (page / line) * line;
}

/* Pages are mapped, not touched: a view that is never used costs address space only. */
double *allocate_doubles(size_t n)
{
    char *p = mmap(NULL, mapped(n), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    if (mapped(n) >= huge_page) madvise(p, mapped(n), MADV_HUGEPAGE);
    return (double *)(p + begin_of_next());
}

void release_doubles(double *p, size_t n) { munmap((void *)((uintptr_t)p / page * page), mapped(n)); }

int bound_cores(void)
{
    enum { most = 1 << 16 };
    size_t size = CPU_ALLOC_SIZE(most);
    cpu_set_t *set = CPU_ALLOC(most);
    int n = set && sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 1;
    if (set) CPU_FREE(set);
    return n > 0 ? n : 1;
}

int online_cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

/* The first number of a file, by a pattern of one of its lines; -1: there is none. */
static double number_in(const char *path, const char *pattern)
{
    double value = -1;
    char line[256];
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, pattern, &value) == 1) break;
    if (f) fclose(f);
    return value;
}

static double smaller(double a, double b) { return b < a ? b : a; }

/* Go's threads come when its garbage collector wants them, each with a stack and an arena of malloc; where they find no address
 * space, Go's runtime ends the process. */
double address_room(void)
{
    const double each_core = 72e6, besides = 64e6;
    const int cores = bound_cores();
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 1e300;
    double mapped = 1024 * number_in("/proc/self/status", "VmSize: %lf kB");
    double room = (double)limit.rlim_cur - (mapped < 0 ? 0 : mapped) - besides - each_core * (cores < 32 ? cores : 32);
    return room > 0 ? room : 0;
}

double available_memory(void)
{
    double bytes = 1024 * number_in("/proc/meminfo", "MemAvailable: %lf kB");
    if (bytes < 0) bytes = (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double most = number_in("/sys/fs/cgroup/memory.max", "%lf"), used = number_in("/sys/fs/cgroup/memory.current", "%lf");
    if (most >= 0 && used >= 0) bytes = smaller(bytes, most - used);
    struct rlimit limit;
    double mapped = 1024 * number_in("/proc/self/status", "VmSize: %lf kB");
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && mapped >= 0)
        bytes = smaller(bytes, (double)limit.rlim_cur - mapped);
    return bytes > 0 ? bytes : 0;
}
