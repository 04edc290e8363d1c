/* Graphs: launches and copies in the order in which they were added, as a graph of the driver. */
#include "calls.h"

struct kernel_node { /* CUDA_KERNEL_NODE_PARAMS of CUDA 11: cuGraphAddKernelNode */
    void *function;
    unsigned grid[3], block[3], shared;
    void **arguments, **extra;
};

int cuda_graph_begin(struct cuda *c, struct graph *g, char *text) { INSIDE(c, cuGraphCreate(&g->graph, 0)); }

int cuda_graph_sweep(struct cuda *c, struct graph *g, void *kernel, const void *block, struct grid shape, void **node, char *text)
{
    void *arguments[] = {(void *)block};
    const struct kernel_node p = {kernel, {shape.x, shape.y, shape.z}, {shape.threads, 1, 1}, shape.shared, arguments, NULL};
    if (cuda_enter(c, text)) return 1;
    const int bad = cuda_failed(cuda_driver.cuGraphAddKernelNode(node, g->graph, &g->last, !!g->last, &p), "cuGraphAddKernelNode", text);
    cuda_leave();
    if (!bad) g->last = *node;
    return bad;
}

int cuda_graph_renew(struct cuda *c, struct graph *g, void *node, void *kernel, const void *block, struct grid shape, char *text)
{
    void *arguments[] = {(void *)block};
    const struct kernel_node p = {kernel, {shape.x, shape.y, shape.z}, {shape.threads, 1, 1}, shape.shared, arguments, NULL};
    INSIDE(c, cuGraphExecKernelNodeSetParams(g->ready, node, &p));
}

int cuda_graph_end(struct cuda *c, struct graph *g, char *text) { INSIDE(c, cuGraphInstantiateWithFlags(&g->ready, g->graph, 0)); }

int cuda_graph_start(struct cuda *c, const struct graph *g, int stream, char *text) { INSIDE(c, cuGraphLaunch(g->ready, c->streams[stream])); }

void cuda_graph_destroy(struct cuda *c, struct graph *g)
{
    char text[text_size];
    if (cuda_enter(c, text)) return;
    if (g->ready) cuda_driver.cuGraphExecDestroy(g->ready);
    if (g->graph) cuda_driver.cuGraphDestroy(g->graph);
    cuda_leave();
    *g = (struct graph){0};
}
