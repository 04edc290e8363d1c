/* Graphs: launches and copies in the order in which they were added, as a graph of the driver. */
#include "calls.h"

struct kernel_node { /* CUDA_KERNEL_NODE_PARAMS of CUDA 11: cuGraphAddKernelNode */
    void *function;
    unsigned grid[3], block[3], shared;
    void **arguments, **extra;
};

int gpu_graph_begin(struct gpu *c, struct graph *g, char *text) { INSIDE(c, cuGraphCreate(&g->graph, 0)); }

int gpu_graph_sweep(struct gpu *c, struct graph *g, void *kernel, const void *block, struct grid shape, void **node, char *text)
{
    void *arguments[] = {(void *)block};
    const struct kernel_node p = {kernel, {shape.x, shape.y, shape.z}, {shape.threads, 1, 1}, shape.shared, arguments, NULL};
    if (gpu_enter(c, text)) return 1;
    const int bad = gpu_failed(gpu_driver.cuGraphAddKernelNode(node, g->graph, &g->last, !!g->last, &p), "cuGraphAddKernelNode", text);
    gpu_leave();
    if (!bad) g->last = *node;
    return bad;
}

int gpu_graph_renew(struct gpu *c, struct graph *g, void *node, void *kernel, const void *block, struct grid shape, char *text)
{
    void *arguments[] = {(void *)block};
    const struct kernel_node p = {kernel, {shape.x, shape.y, shape.z}, {shape.threads, 1, 1}, shape.shared, arguments, NULL};
    INSIDE(c, cuGraphExecKernelNodeSetParams(g->ready, node, &p));
}

int gpu_graph_end(struct gpu *c, struct graph *g, char *text) { INSIDE(c, cuGraphInstantiateWithFlags(&g->ready, g->graph, 0)); }

int gpu_graph_start(struct gpu *c, const struct graph *g, int stream, char *text) { INSIDE(c, cuGraphLaunch(g->ready, c->streams[stream])); }

void gpu_graph_destroy(struct gpu *c, struct graph *g)
{
    char text[text_size];
    if (gpu_enter(c, text)) return;
    if (g->ready) gpu_driver.cuGraphExecDestroy(g->ready);
    if (g->graph) gpu_driver.cuGraphDestroy(g->graph);
    gpu_leave();
    *g = (struct graph){0};
}
