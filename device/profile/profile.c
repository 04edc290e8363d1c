#define _GNU_SOURCE
#include "profile.h"

#include <dlfcn.h>
#include <stdio.h>

int profile_tool(struct profile *p, const char *path, const char *device, char *text)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(text, profile_text, "%s", dlerror());
        return 1;
    }
    const struct drawbridge_tool *(*open)(const char *) = NULL;
    *(void **)&open = dlsym(library, "drawbridge_tool");
    if (!open) {
        snprintf(text, profile_text, "%.400s has no function drawbridge_tool", path);
        return 1;
    }
    p->tool = open(device);
    if (p->tool && p->tool->version != drawbridge_tool_version) {
        snprintf(text, profile_text, "%.400s is of version %d, %d expected", path, p->tool->version, drawbridge_tool_version);
        p->tool = NULL;
        return 1;
    }
    return 0;
}

int profile_nvtx(struct profile *p, const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) return 1;
    *(void **)&p->push = dlsym(library, "nvtxRangePushA");
    *(void **)&p->pop = dlsym(library, "nvtxRangePop");
    if (p->push && p->pop) return 0;
    p->push = NULL;
    return 1;
}

void profile_begin(const struct profile *p, const char *name)
{
    if (p->push) p->push(name);
    if (p->tool && p->tool->begin) p->tool->begin(name);
}

void profile_end(const struct profile *p, const char *name)
{
    if (p->tool && p->tool->end) p->tool->end(name);
    if (p->push) p->pop();
}

void profile_kernel(const struct profile *p, const char *name, long points, long bytes, double seconds)
{
    if (p->tool && p->tool->kernel) p->tool->kernel(name, points, bytes, seconds);
}

void profile_copy(const struct profile *p, const char *name, long bytes, double seconds, double packing)
{
    if (p->tool && p->tool->copy) p->tool->copy(name, bytes, seconds, packing);
}

void profile_finish(const struct profile *p)
{
    if (p->tool && p->tool->finish) p->tool->finish();
}
