//go:build hdf5

/* Data of a dataset that lie in other files. HDF5 reads fill values where such a file is absent or short, says nothing, and
   waits for ever where it is a FIFO: so each is looked at first. */
#include "inspect.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Bytes of a regular file, -1: there is none of this name. */
static long long regular(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode) ? (long long)found.st_size : -1;
}

/* The path of a name, as seen from the folder of the file that names it. HDF5 would look in the folder where the program runs
 * next; what two files lead to there is not what either of them was written with. */
static int place(hid_t file, const char *name, char *path, size_t room)
{
    char own[PATH_MAX] = "";
    char *end = NULL;
    if (name[0] != '/' && H5Fget_name(file, own, sizeof own) > 0)
        end = strrchr(own, '/');
    if (end)
        end[1] = 0;
    return (size_t)snprintf(path, room, "%s%s", end ? own : "", name) < room && regular(path) >= 0;
}

static int same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

int check_link(hid_t file, const char *path, char *reason)
{
    H5L_info_t info;
    char value[2 * PATH_MAX], there[PATH_MAX];
    const char *name = NULL, *object = NULL;
    const char *prefix = getenv("HDF5_EXT_PREFIX");
    if (H5Lget_info(file, path, &info, H5P_DEFAULT) < 0 || info.type != H5L_TYPE_EXTERNAL || (prefix && *prefix))
        return 0; /* HDF5 says what is wrong, or looks elsewhere */
    if (info.u.val_size <= sizeof value && H5Lget_val(file, path, value, sizeof value, H5P_DEFAULT) >= 0 &&
        H5Lunpack_elink_val(value, info.u.val_size, NULL, &name, &object) >= 0 && place(file, name, there, sizeof there))
        return 0;
    snprintf(reason, REASON, "a link to the file %.400s, which is not there", name ? name : "?");
    return -1;
}

#if H5L_LINK_CLASS_T_VERS >= 1
#define TRANSFER , hid_t transfer
#else
#define TRANSFER
#endif

_Thread_local int link_circle, links_followed = LINKS_OF_HDF5;

/* Follows a link to a file as HDF5 does, but to a regular file beside its own alone. */
static hid_t follow(const char *link, hid_t group, const void *value, size_t size, hid_t access TRANSFER)
{
    static _Thread_local int links;
    link_circle |= links >= links_followed;
    char there[PATH_MAX];
    const char *name = NULL, *object = NULL;
    hid_t file, found;
    (void)link;
#if H5L_LINK_CLASS_T_VERS >= 1
    (void)transfer;
#endif
    if (H5Lunpack_elink_val(value, size, NULL, &name, &object) < 0 || links >= links_followed || !place(group, name, there, sizeof there))
        return -1;
    if ((file = H5Fopen(there, H5F_ACC_RDONLY, H5P_DEFAULT)) < 0)
        return -1;
    links++;
    found = H5Oopen(file, object, access);
    links--;
    H5Fclose(file);
    return found;
}

static ssize_t value_of(const char *link, const void *value, size_t size, void *into, size_t room)
{
    (void)link;
    if (into)
        memcpy(into, value, size < room ? size : room);
    return (ssize_t)size;
}

void inspect_guard_links(void)
{
    static int done;
    const H5L_class_t guarded = {.version = H5L_LINK_CLASS_T_VERS, .id = H5L_TYPE_EXTERNAL, .comment = "to a file that is there",
                                 .trav_func = follow, .query_func = value_of};
    const char *prefix = getenv("HDF5_EXT_PREFIX");
    if (done || (prefix && *prefix)) /* HDF5 looks elsewhere */
        return;
    done = 1;
    H5open();
    H5Lregister(&guarded);
}

static int holds(hid_t file, const char *path, const char *set)
{
    const int own = path == NULL;
    hid_t source = own ? file : H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    const int found = source >= 0 && inspect_exists(source, set);
    if (!own && source >= 0)
        H5Fclose(source);
    return found;
}

static int check_source(hid_t file, hid_t list, size_t i, char *reason)
{
    char name[PATH_MAX], set[REASON], path[PATH_MAX];
    if (H5Pget_virtual_filename(list, i, name, sizeof name) < 0 || H5Pget_virtual_dsetname(list, i, set, sizeof set) < 0)
        return -1;
    const int own = strcmp(name, ".") == 0;
    if ((own || place(file, name, path, sizeof path)) && holds(file, own ? NULL : path, set))
        return 0;
    snprintf(reason, REASON, "its data lie in %.400s of the file %.400s, which is not there", set, name);
    return -1;
}

/* HDF5 looks for such a file from the folder where the program runs, wherever the file that names it lies. */
static int check_raw(hid_t file, hid_t list, unsigned i, char *reason)
{
    char name[PATH_MAX], beside[2 * PATH_MAX];
    off_t begin;
    hsize_t bytes;
    if (H5Pget_external(list, i, sizeof name, name, &begin, &bytes) < 0)
        return -1;
    name[sizeof name - 1] = 0;
    const char *prefix = getenv("HDF5_EXTFILE_PREFIX");
    if (prefix && *prefix)
        return 0; /* HDF5 looks elsewhere */
    const long long there = regular(name);
    if (bytes == H5F_UNLIMITED) {
        snprintf(reason, REASON, "its data lie in the file %.400s, and no size says whether all of them are there", name);
        return -1;
    }
    if (there >= 0 && (!place(file, name, beside, sizeof beside) || !same_file(name, beside))) {
        snprintf(reason, REASON, "its data lie in the file %.400s, which HDF5 looks for where the program runs; run it in the folder of the file", name);
        return -1;
    }
    if (there >= 0 && (hsize_t)there >= (hsize_t)begin + bytes)
        return 0;
    snprintf(reason, REASON, "its data lie in the file %.400s, which is not there, or is too short", name);
    return -1;
}

int check_elsewhere(hid_t file, hid_t list, char *reason)
{
    size_t sources = 0;
    snprintf(reason, REASON, "its data lie in other files that HDF5 does not name");
    if (H5Pget_layout(list) == H5D_VIRTUAL && H5Pget_virtual_count(list, &sources) < 0)
        return -1;
    for (size_t i = 0; i < sources; i++)
        if (check_source(file, list, i, reason) < 0)
            return -1;
    const int raw = H5Pget_external_count(list);
    for (int i = 0; i < raw; i++)
        if (check_raw(file, list, (unsigned)i, reason) < 0)
            return -1;
    return 0;
}
