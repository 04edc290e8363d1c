#define _GNU_SOURCE
#include "pool.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { huge_page = 2 << 20 };

/* Pages are mapped, not touched: a view that is never used costs address space only. */
double *allocate_doubles(size_t n)
{
    size_t bytes = n * sizeof(double);
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    if (bytes >= huge_page) madvise(p, bytes, MADV_HUGEPAGE);
    return p;
}

void release_doubles(double *p, size_t n) { munmap(p, n * sizeof(double)); }

int bound_cores(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? n : 1;
}

double available_memory(void)
{
    double kilobytes = -1;
    char line[128];
    FILE *f = fopen("/proc/meminfo", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "MemAvailable: %lf kB", &kilobytes) == 1) break;
    if (f) fclose(f);
    if (kilobytes < 0) return (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    return 1024 * kilobytes;
}
