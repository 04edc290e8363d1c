/* Memory and streams of the caller's on the GPU. */
#include "calls.h"

/* CU_POINTER_ATTRIBUTE_*; a failing question says that the driver does not know the address. */
static int ask(struct foreign *f, uint64_t address)
{
    enum { kind = 2, ordinal = 9, begin = 11, bytes = 12 };
    unsigned type = 0;
    if (cuda_driver.cuPointerGetAttribute(&type, kind, address)) return 0;
    f->kind = type == 2 ? 2 : 1;
    return !cuda_driver.cuPointerGetAttribute(&f->ordinal, ordinal, address) &&
           !cuda_driver.cuPointerGetAttribute(&f->begin, begin, address) &&
           !cuda_driver.cuPointerGetAttribute(&f->bytes, bytes, address);
}

int cuda_foreign(struct cuda *c, uint64_t address, struct foreign *f, char *text)
{
    *f = (struct foreign){0};
    if (cuda_enter(c, text)) return 1;
    if (!ask(f, address) && f->kind == 2) f->kind = 0;
    cuda_leave();
    return 0;
}

static int after(struct cuda *c, void *stream, char *text)
{
    if (!stream) {
        TRY(cuCtxSynchronize());
        return 0;
    }
    TRY(cuEventRecord(c->last[0], stream));
    for (int i = 0; i < most_streams; i++) TRY(cuStreamWaitEvent(c->streams[i], c->last[0], 0));
    return 0;
}

int cuda_after(struct cuda *c, void *stream, char *text)
{
    if (cuda_enter(c, text)) return 1;
    const int bad = after(c, stream, text);
    cuda_leave();
    return bad;
}

/* Memory that processes of a node share. */

int cuda_share(struct cuda *c, uint64_t address, struct memory_handle *handle, char *text) { INSIDE(c, cuIpcGetMemHandle(handle, address)); }

int cuda_reach(struct cuda *c, const struct memory_handle *handle, uint64_t *address, char *text)
{
    enum { from_any_device = 1 }; /* CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS */
    INSIDE(c, cuIpcOpenMemHandle_v2(address, *handle, from_any_device));
}

int cuda_leave_memory(struct cuda *c, uint64_t address, char *text) { INSIDE(c, cuIpcCloseMemHandle(address)); }
