/* Memory and streams of the caller's on the GPU. */
#include "calls.h"

/* CU_POINTER_ATTRIBUTE_*; a failing question says that the driver does not know the address. */
static int ask(struct foreign *f, uint64_t address)
{
    enum { kind = 2, ordinal = 9, begin = 11, bytes = 12 };
    unsigned type = 0;
    if (gpu_driver.cuPointerGetAttribute(&type, kind, address)) return 0;
    f->kind = type == 2 ? 2 : 1;
    return !gpu_driver.cuPointerGetAttribute(&f->ordinal, ordinal, address) &&
           !gpu_driver.cuPointerGetAttribute(&f->begin, begin, address) &&
           !gpu_driver.cuPointerGetAttribute(&f->bytes, bytes, address);
}

int gpu_foreign(struct gpu *c, uint64_t address, struct foreign *f, char *text)
{
    *f = (struct foreign){0};
    if (gpu_enter(c, text)) return 1;
    if (!ask(f, address) && f->kind == 2) f->kind = 0;
    gpu_leave();
    return 0;
}

static int after(struct gpu *c, void *stream, char *text)
{
    if (!stream) {
        TRY(cuCtxSynchronize());
        return 0;
    }
    TRY(cuEventRecord(c->last[0], stream));
    for (int i = 0; i < most_streams; i++) TRY(cuStreamWaitEvent(c->streams[i], c->last[0], 0));
    return 0;
}

int gpu_after(struct gpu *c, void *stream, char *text)
{
    if (gpu_enter(c, text)) return 1;
    const int bad = after(c, stream, text);
    gpu_leave();
    return bad;
}

/* Memory that processes of a node share. */

int gpu_share(struct gpu *c, uint64_t address, struct memory_handle *handle, char *text) { INSIDE(c, cuIpcGetMemHandle(handle, address)); }

int gpu_reach(struct gpu *c, const struct memory_handle *handle, uint64_t *address, char *text)
{
    enum { from_any_device = 1 }; /* CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS */
    INSIDE(c, cuIpcOpenMemHandle_v2(address, *handle, from_any_device));
}

int gpu_leave_memory(struct gpu *c, uint64_t address, char *text) { INSIDE(c, cuIpcCloseMemHandle(address)); }
