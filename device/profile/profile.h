#ifndef DRAWBRIDGE_PROFILE_H
#define DRAWBRIDGE_PROFILE_H

#include "drawbridge_tool.h"

enum { profile_text = 512 };

struct profile {
    const struct drawbridge_tool *tool;
    int (*push)(const char *); /* of NVTX */
    int (*pop)(void);
};

/* 0, or 1 with the reason in text. */
int profile_tool(struct profile *, const char *path, const char *device, char *text);
int profile_nvtx(struct profile *, const char *path);
void profile_begin(const struct profile *, const char *name);
void profile_end(const struct profile *, const char *name);
void profile_kernel(const struct profile *, const char *name, long points, long bytes, double seconds);
void profile_copy(const struct profile *, const char *name, long bytes, double seconds, double packing);
void profile_finish(const struct profile *);

#endif
