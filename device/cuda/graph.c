/* Recordings: launches and copies in the order in which they were added, as a graph of the driver. */
#include "calls.h"

struct kernel_node { /* CUDA_KERNEL_NODE_PARAMS of CUDA 11: cuGraphAddKernelNode */
    void *function;
    unsigned grid[3], block[3], shared;
    void **arguments, **extra;
};

int cuda_graph_begin(struct cuda *c, struct graph *g, char *text) { INSIDE(c, cuGraphCreate(&g->graph, 0)); }

size_t cuda_graph_after(const struct graph *g, void *after[2])
{
    size_t n = 0;
    if (g->is_aside) {
        if (g->aside) after[n++] = g->aside;
        return n;
    }
    if (g->last) after[n++] = g->last;
    if (g->joins && g->aside && g->aside != g->last) after[n++] = g->aside;
    return n;
}

void cuda_graph_added(struct graph *g, void *node)
{
    if (g->is_aside) {
        g->aside = node;
        return;
    }
    g->last = node;
    if (g->joins) g->aside = NULL;
    g->joins = 0;
}

void cuda_graph_aside(struct graph *g)
{
    g->is_aside = 1;
    if (!g->aside) g->aside = g->last;
}

void cuda_graph_back(struct graph *g) { g->is_aside = 0; }
void cuda_graph_join(struct graph *g) { g->joins = 1; }

int cuda_graph_sweep(struct cuda *c, struct graph *g, void *kernel, const void *block, struct grid shape, void **node, char *text)
{
    void *arguments[] = {(void *)block};
    const struct kernel_node p = {kernel, {shape.x, shape.y, shape.z}, {shape.threads, 1, 1}, shape.shared, arguments, NULL};
    void *after[2];
    const size_t n = cuda_graph_after(g, after);
    if (cuda_enter(c, text)) return 1;
    const int bad = cuda_failed(cuda_driver.cuGraphAddKernelNode(node, g->graph, after, n, &p), "cuGraphAddKernelNode", text);
    cuda_leave();
    if (!bad) cuda_graph_added(g, *node);
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
