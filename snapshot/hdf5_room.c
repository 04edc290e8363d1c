/* The room that is kept for HDF5 (hdf5_call.h says why). The caller holds the lock of all calls. */
#define _GNU_SOURCE
#include "hdf5_call.h"

#include <stdio.h>
#include <sys/mman.h>

enum { ROOM = 16 << 20 }; /* address space, never touched: of a process without a limit it costs nothing */

static void *room = MAP_FAILED;

void hdf5_take_back(void)
{
    if (room == MAP_FAILED)
        room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

int hdf5_lend(struct hdf5_text *why)
{
    hdf5_take_back();
    if (room == MAP_FAILED) {
        snprintf(why->text, sizeof why->text, HDF5_STARVED);
        return -1;
    }
    munmap(room, ROOM);
    room = MAP_FAILED;
    return 0;
}
