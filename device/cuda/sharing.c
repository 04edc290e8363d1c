/* Memory that processes of a node share. */
#include "calls.h"

int cuda_share(struct cuda *c, uint64_t address, struct memory_handle *handle, char *text) { INSIDE(c, cuIpcGetMemHandle(handle, address)); }

int cuda_reach(struct cuda *c, const struct memory_handle *handle, uint64_t *address, char *text)
{
    enum { from_any_device = 1 }; /* CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS */
    INSIDE(c, cuIpcOpenMemHandle_v2(address, *handle, from_any_device));
}

int cuda_leave_memory(struct cuda *c, uint64_t address, char *text) { INSIDE(c, cuIpcCloseMemHandle(address)); }
