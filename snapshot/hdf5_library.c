/* Finding HDF5 in the process or on the disk, and binding its functions. */
#define _GNU_SOURCE
#include "hdf5_call.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/mman.h>

struct hdf5 hdf5;

static void path_of(void *symbol, char *path, int size)
{
    Dl_info info;
    snprintf(path, (size_t)size, "%s", dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : "");
}

/* The HDF5 that every part of the process sees: linked by the host, or opened globally. */
void *hdf5_process(char *path, int size)
{
    void *symbol = dlsym(RTLD_DEFAULT, "H5get_libversion");
    if (!symbol)
        return NULL;
    path_of(symbol, path, size);
    return dlopen(NULL, RTLD_LAZY);
}

/* The core library by its file name: libhdf5.so.310, libhdf5_serial.so.103, libhdf5-1a2b.so.200,
   but none of its companions (libhdf5_hl.so, libhdf5_fortran.so ...). */
static int is_core_library(const char *path)
{
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    return strncmp(name, "libhdf5", 7) == 0 && strstr(name, ".so") && !strstr(name, "_hl") &&
           !strstr(name, "hl_") && !strstr(name, "_cpp") && !strstr(name, "fortran") &&
           !strstr(name, "_tools") && !strstr(name, "_f90");
}

static int remember_core(struct dl_phdr_info *info, size_t size, void *into)
{
    (void)size;
    if (!info->dlpi_name || !is_core_library(info->dlpi_name))
        return 0;
    *(const char **)into = info->dlpi_name;
    return 1;
}

/* An HDF5 that some part of the process opened for itself (a Python module, say). */
void *hdf5_local(char *path, int size)
{
    const char *name = NULL;
    dl_iterate_phdr(remember_core, &name);
    if (!name)
        return NULL;
    snprintf(path, (size_t)size, "%s", name);
    return dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
}

static int (*close_library)(void);
static pid_t opener; /* a fork of it has the files too, and must not write them */
int hdf5_left_open;

static void close_at_exit(void)
{
    if (!hdf5_left_open && getpid() == opener) close_library();
}

/* At exit HDF5 writes what is still open. A file that could not be written (a full disk, ulimit -f) ends the host
   there, by a signal of the write or by a fault of HDF5's: HDF5 keeps a file that is freed. So an HDF5 that
   nobody but Drawbridge has opened is closed at exit by Drawbridge, and not at all after such a failure. */
static void take_over_exit(void *handle)
{
    int (*dont_atexit)(void);
    *(void **)&dont_atexit = dlsym(handle, "H5dont_atexit");
    *(void **)&close_library = dlsym(handle, "H5close");
    opener = getpid();
    if (dont_atexit && close_library && dont_atexit() >= 0)
        atexit(close_at_exit);
}

/* Open by name. `apart`: another HDF5 may be in the process; this one keeps to its own symbols. */
void *hdf5_open(const char *name, int apart, char *path, int size, struct hdf5_text *why)
{
    void *others = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | (apart ? RTLD_DEEPBIND : 0));
    if (!handle) {
        const char *text = dlerror();
        snprintf(why->text, sizeof why->text, "%s", text ? text : "dlopen failed");
        return NULL;
    }
    void *symbol = dlsym(handle, "H5get_libversion");
    snprintf(path, (size_t)size, "%s", name);
    if (symbol)
        path_of(symbol, path, size);
    if (symbol && !others && !close_library)
        take_over_exit(handle);
    return handle;
}

static int identifier(void *handle, const char *name, hdf5_id *into, struct hdf5_text *why)
{
    hdf5_id *variable = dlsym(handle, name);
    if (!variable) {
        snprintf(why->text, sizeof why->text, "it has no symbol %s", name);
        return -1;
    }
    *into = *variable;
    return 0;
}

static int bind_all(void *handle, struct hdf5 *h, struct hdf5_text *why)
{
#define HDF5_FIND(result, name, arguments)                                                         \
    *(void **)&h->name = dlsym(handle, #name);                                                      \
    if (!h->name) {                                                                                 \
        snprintf(why->text, sizeof why->text, "it has no symbol %s", #name);                       \
        return -1;                                                                                 \
    }
    HDF5_FUNCTIONS(HDF5_FIND)
    unsigned *v = h->version;
    if (h->H5get_libversion(&v[0], &v[1], &v[2]) < 0 || (v[0] == 1 && v[1] < 10) || v[0] < 1) {
        snprintf(why->text, sizeof why->text, "it is HDF5 %u.%u.%u, and 1.10 or newer is needed", v[0],
                 v[1], v[2]);
        return -1;
    }
    if (h->H5open() < 0) {
        snprintf(why->text, sizeof why->text, "H5open failed in HDF5 %u.%u.%u", v[0], v[1], v[2]);
        return -1;
    }
    if (identifier(handle, "H5T_IEEE_F64LE_g", &h->file_double, why) ||
        identifier(handle, "H5T_STD_I64LE_g", &h->file_int, why) ||
        identifier(handle, "H5T_NATIVE_DOUBLE_g", &h->memory_double, why) ||
        identifier(handle, "H5T_NATIVE_INT64_g", &h->memory_int, why) ||
        identifier(handle, "H5T_C_S1_g", &h->string, why) ||
        identifier(handle, "H5P_CLS_DATASET_CREATE_ID_g", &h->dataset_creation, why) ||
        identifier(handle, "H5P_CLS_FILE_ACCESS_ID_g", &h->file_access, why) ||
        identifier(handle, "H5P_CLS_DATASET_XFER_ID_g", &h->transfer, why))
        return -1;
    h->H5Pset_fapl_mpio = dlsym(handle, "H5Pset_fapl_mpio");
    *(void **)&h->H5Pset_dxpl_mpio = dlsym(handle, "H5Pset_dxpl_mpio");
    h->MPI_Init = dlsym(handle, "MPI_Init");
    return 0;
}

/* Fill `hdf5` from a handle: version first (its call does not depend on the width of hid_t). */
int hdf5_bind(void *handle, struct hdf5_text *why)
{
    struct hdf5 h;
    memset(&h, 0, sizeof h);
    if (hdf5_lend(why) < 0)
        return -1;
    int result = bind_all(handle, &h, why);
    hdf5_take_back();
    if (result == 0)
        hdf5 = h;
    return result;
}

/* The room that is kept for HDF5 (hdf5_call.h says why). The caller holds the lock of all calls. */


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
