/* Memory that processes share: a part of driver.c. A handle names a process and the file behind its memory. */
struct shared_handle { int process, file; size_t bytes; char rest[48]; };

result cuIpcGetMemHandle(struct shared_handle *handle, uint64_t address)
{
    INSIDE();
    const int i = find((void *)(uintptr_t)address, 1, 1);
    if (fake_number("FAKE_CUDA_IPC", 1) == 0) return not_supported;
    if (i < 0 || blocks[i].at != (char *)(uintptr_t)address || !blocks[i].file) return invalid_value;
    *handle = (struct shared_handle){.process = getpid(), .file = blocks[i].file - 1, .bytes = blocks[i].bytes};
    return success;
}

result cuIpcOpenMemHandle_v2(uint64_t *address, struct shared_handle handle, unsigned flags)
{
    INSIDE();
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", handle.process, handle.file);
    const int file = handle.process == getpid() ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return invalid_context; /* as of NVIDIA's driver in the process that shares it */
    void *p = mmap(NULL, handle.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (p == MAP_FAILED || keep(p, handle.bytes, 1)) return out_of_memory;
    blocks[find(p, handle.bytes, 1)].file = file + 1;
    *address = (uint64_t)(uintptr_t)p;
    return flags == 1 ? success : invalid_value;
}

result cuIpcCloseMemHandle(uint64_t address)
{
    INSIDE();
    const int i = find((void *)(uintptr_t)address, 1, 1);
    if (i < 0 || !blocks[i].file) return invalid_value;
    stream_finish_all();
    give_back(i);
    return success;
}
