/* A tool as a user may write one: it writes what it is told to the file that TOOL_LOG names. With -DNVTX it
 * is a library of NVTX instead. */
#include "../drawbridge_tool.h"
#include <stdio.h>
#include <stdlib.h>

static FILE *log_file(void)
{
    static FILE *file;
    if (!file) file = fopen(getenv("TOOL_LOG"), "a");
    return file;
}

#ifdef NVTX
int nvtxRangePushA(const char *name) { fprintf(log_file(), "push %s\n", name); return fflush(log_file()); }
int nvtxRangePop(void) { fprintf(log_file(), "pop\n"); return fflush(log_file()); }
#else
static void begin(const char *name) { fprintf(log_file(), "begin %s\n", name); }
static void end(const char *name) { fprintf(log_file(), "end %s\n", name); }
static void kernel(const char *name, long points, long bytes, double seconds) { fprintf(log_file(), "kernel %s %ld %ld %d\n", name, points, bytes, seconds >= 0); }
static void copy(const char *name, long bytes, double seconds, double packing) { fprintf(log_file(), "copy %s %ld %d\n", name, bytes, seconds >= 0 && packing >= 0); }
static void finish(void) { fprintf(log_file(), "finish\n"); fflush(log_file()); }

const struct drawbridge_tool *drawbridge_tool(const char *device)
{
#ifdef OLD
    static const struct drawbridge_tool tool = {.version = 0};
#else
    static const struct drawbridge_tool tool = {drawbridge_tool_version, begin, end, kernel, copy, finish};
#endif
    fprintf(log_file(), "device %s\n", device);
    return &tool;
}
#endif
