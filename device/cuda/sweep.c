/* Launches over fields: the block of a sweep goes to the kernel by value. */
#include "calls.h"

int cuda_sweep(struct cuda *c, int stream, void *kernel, const void *block, struct grid g, char *text)
{
    void *arguments[] = {(void *)block};
    INSIDE(c, cuLaunchKernel(kernel, g.x, g.y, g.z, g.threads, 1, 1, g.shared, c->streams[stream], arguments, NULL));
}

int cuda_fill(struct cuda *c, int stream, uint64_t address, unsigned char value, size_t bytes, char *text) { INSIDE(c, cuMemsetD8Async(address, value, bytes, c->streams[stream])); }
