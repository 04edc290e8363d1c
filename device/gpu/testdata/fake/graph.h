/* The graphs of the driver, as far as recordings need them: a part of driver.c. */

/* Recordings: nodes in their order, each after the one before. Their launches are made anew at each start. */
/* what a kernel is launched with, of a sweep or of a launch */
union fake_block { struct sweep_bytes sweep; struct launch launch; };
struct fake_node { const struct function *f; union fake_block block; unsigned g[3], b; uint64_t to, from; size_t bytes; };
enum { most_nodes = 600 };
struct fake_graph { int n; struct fake_node nodes[most_nodes]; };
struct fake_launch { const struct function *f; unsigned g[3], b[3], shared; void **arguments, **extra; };

result cuGraphCreate(struct fake_graph **g, unsigned flags) { INSIDE(); *g = calloc(1, sizeof **g); return flags ? invalid_value : success; }
result cuGraphDestroy(struct fake_graph *g) { INSIDE(); free(g); return success; }
result cuGraphExecDestroy(struct fake_graph *g) { INSIDE(); free(g); return success; }

static result add_node(void **node, struct fake_graph *g, void *const *after, size_t n, struct fake_node what)
{
    if (g->n == most_nodes || n > 2 || (n == 0 && g->n > 1)) return invalid_value; /* two chains at most */
    for (size_t i = 0; i < n; i++)
        if ((long)after[i] < 1 || (long)after[i] > g->n) return invalid_value;
    g->nodes[g->n++] = what;
    *node = (void *)(long)g->n;
    return success;
}

static struct fake_node launch_node(const struct fake_launch *p)
{
    struct fake_node node = {.f = p->f, .g = {p->g[0], p->g[1], p->g[2]}, .b = p->b[0]};
    memcpy(&node.block, p->arguments[0], p->f->wait ? sizeof node.block.sweep : sizeof node.block.launch);
    return node;
}

result cuGraphAddKernelNode(void **node, struct fake_graph *g, void *const *after, size_t n, const struct fake_launch *p)
{
    INSIDE();
    return add_node(node, g, after, n, launch_node(p));
}

result cuGraphAddMemcpyNode(void **node, struct fake_graph *g, void *const *after, size_t n, const struct copy_3d *p, void *context)
{
    INSIDE();
    if (!context || p->height != 1 || p->depth != 1 || p->from_kind != 2 || p->to_kind != 2) return invalid_value;
    return add_node(node, g, after, n, (struct fake_node){.to = p->to_device, .from = p->from_device, .bytes = p->width});
}

result cuGraphInstantiateWithFlags(struct fake_graph **ready, const struct fake_graph *g, unsigned long long flags)
{
    INSIDE();
    *ready = memcpy(malloc(sizeof *g), g, sizeof *g);
    return flags ? invalid_value : success;
}

result cuGraphExecKernelNodeSetParams(struct fake_graph *ready, void *node, const struct fake_launch *p)
{
    INSIDE();
    const long i = (long)node - 1;
    if (i < 0 || i >= ready->n || ready->nodes[i].f != p->f) return invalid_value;
    ready->nodes[i] = launch_node(p);
    return success;
}

result cuGraphLaunch(const struct fake_graph *ready, void *stream)
{
    INSIDE();
    result r = success;
    in_graph = 1; /* the program makes none of the calls below */
    for (int i = 0; i < ready->n && !r; i++) {
        const struct fake_node *n = &ready->nodes[i];
        void *arguments[] = {(void *)&n->block};
        r = n->f ? cuLaunchKernel(n->f, n->g[0], n->g[1], n->g[2], n->b, 1, 1, 0, stream, arguments, NULL) : cuMemcpyAsync(n->to, n->from, n->bytes, stream);
    }
    in_graph = 0;
    return r;
}
