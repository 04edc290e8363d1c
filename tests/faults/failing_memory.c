#define _GNU_SOURCE
#include "failing_memory.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* glibc's own, under its second names */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static enum memory_kind failing_kind;
static long failing;
static int failing_lasts;
static atomic_long count;
static __thread int inside;

void memory_fail(enum memory_kind kind, long nth, int lasting)
{
    failing_kind = kind;
    failing = nth;
    failing_lasts = lasting;
    atomic_store(&count, 0);
}

void memory_enter(void) { inside = 1; }
void memory_leave(void) { inside = 0; }
long memory_count(void) { return atomic_load(&count); }

/* HDF5 may end its process where an allocation fails while it starts: what it asks for is left out. */
static int for_hdf5(void)
{
    enum { depth = 24 };
    void *callers[depth];
    Dl_info place;
    const int frames = backtrace(callers, depth);
    for (int i = 0; i < frames; i++)
        if (dladdr(callers[i], &place) && place.dli_fname && strstr(place.dli_fname, "libhdf5")) return 1;
    return 0;
}

static int fails(enum memory_kind kind)
{
    static __thread int looking;
    if (!inside || kind != failing_kind || looking) return 0;
    looking = 1;
    const int foreign = for_hdf5();
    looking = 0;
    if (foreign) return 0;
    const long now = atomic_fetch_add(&count, 1) + 1;
    if (failing == 0 || now < failing || (now > failing && !failing_lasts)) return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return fails(memory_malloc) ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails(memory_malloc) ? NULL : __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return fails(memory_malloc) ? NULL : __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return fails(memory_malloc) ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **at, size_t alignment, size_t size)
{
    void *p = memalign(alignment, size);
    if (!p) return ENOMEM;
    *at = p;
    return 0;
}

/* Those of the Go runtime come this way too; most of them are reserved first, or have a fixed place. */
void *mmap(void *address, size_t length, int rights, int flags, int file, off_t offset)
{
    if (rights != PROT_NONE && !(flags & MAP_FIXED) && file < 0 && fails(memory_mmap)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, address, length, rights, flags, file, offset);
}
