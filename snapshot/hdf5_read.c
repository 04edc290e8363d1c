/* The calls that read a snapshot back into a solver. */
#include "chunk_damage.h"
#include "hdf5_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READ_ONLY = 0, SELECT_SET = 0, BY_NAME = 0, INCREASING = 0, LONGEST_NAME = 256, CHUNKED = 2, VIRTUAL = 3 };

hdf5_id hdf5_open_file(const char *path, struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id result;
    TRY(result = hdf5.H5Fopen(path, READ_ONLY, 0));
done:
    quiet_end(q);
    return result;
}

/* Refuses a path of which a part is a link with a value: a symbolic one, or one to another file. HDF5 waits for ever where that
 * file is a FIFO. */
static int check_links(hdf5_id file, const char *path, struct hdf5_text *why)
{
    char part[2 * LONGEST_NAME], value;
    for (size_t bytes = 1; bytes <= strlen(path) && bytes < sizeof part; bytes++) {
        if (path[bytes] != '/' && path[bytes] != 0)
            continue;
        memcpy(part, path, bytes);
        part[bytes] = 0;
        if (hdf5.H5Lget_val(file, part, &value, sizeof value, 0) >= 0) { /* a plain link has no value */
            snprintf(why->text, sizeof why->text, "%.300s is a link to something else; copy what it leads to into this file first", part);
            return -1;
        }
    }
    return 0;
}

/* An attribute of exactly `count` numbers, converted to 64 bits. */
int hdf5_numbers(hdf5_id file, const char *object, const char *name, int kind, long count, void *into,
                 struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id attribute = 0, space = 0;
    int result = 0, found;
    if (!q.starved && (result = check_links(file, object, why)) < 0)
        goto done;
    TRY(found = hdf5.H5Aexists_by_name(file, object, name, 0));
    if (!found) {
        result = 1;
        goto done;
    }
    TRY(attribute = hdf5.H5Aopen_by_name(file, object, name, 0, 0));
    TRY(space = hdf5.H5Aget_space(attribute));
    int64_t points;
    TRY(points = hdf5.H5Sget_simple_extent_npoints(space));
    if (points != count) {
        result = 1;
        goto done;
    }
    TRY(hdf5.H5Aread(attribute, kind == HDF5_INT ? hdf5.memory_int : hdf5.memory_double, into));
done:
    RELEASE(H5Sclose, space);
    RELEASE(H5Aclose, attribute);
    quiet_end(q);
    return result;
}

/* The names in a group one after the other, each ended by NUL, and how many; free() them. */
long hdf5_names(hdf5_id file, const char *path, char **names, struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    struct hdf5_group_info info;
    hdf5_id group = 0;
    char *to;
    long result = 0;
    *names = NULL;
    memset(&info, 0, sizeof info);
    if (!q.starved && (result = check_links(file, path, why)) < 0)
        goto done;
    TRY(group = hdf5.H5Gopen2(file, path, 0));
    TRY(hdf5.H5Gget_info(group, &info));
    if (info.links > 100000) {
        snprintf(why->text, sizeof why->text, "%llu entries in %s, more than are read", info.links, path);
        result = -1;
        goto done;
    }
    *names = to = malloc((size_t)info.links * LONGEST_NAME + 1);
    if (!to) {
        snprintf(why->text, sizeof why->text, "no memory for %llu names in %s", info.links, path);
        result = -1;
        goto done;
    }
    for (hdf5_size n = 0; n < info.links; n++, result++) {
        char name[LONGEST_NAME];
        if (hdf5.H5Lget_name_by_idx(group, ".", BY_NAME, INCREASING, n, name, sizeof name, 0) < 0)
            name[0] = 0;
        to += snprintf(to, LONGEST_NAME, "%s", name) + 1;
    }
done:
    RELEASE(H5Gclose, group);
    quiet_end(q);
    return result;
}

/* The extents of a field of rank 3. */
int hdf5_extent(hdf5_id file, const char *name, hdf5_size cells[3], struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id set = 0, space = 0;
    int result = 0, rank;
    if (!q.starved && (result = check_links(file, name, why)) < 0)
        goto done;
    TRY(set = hdf5.H5Dopen2(file, name, 0));
    TRY(space = hdf5.H5Dget_space(set));
    TRY(rank = hdf5.H5Sget_simple_extent_ndims(space));
    if (rank != 3) {
        snprintf(why->text, sizeof why->text, "it has rank %d, expected 3", rank);
        result = -1;
        goto done;
    }
    TRY(hdf5.H5Sget_simple_extent_dims(space, cells, NULL));
done:
    RELEASE(H5Sclose, space);
    RELEASE(H5Dclose, set);
    quiet_end(q);
    return result;
}

/* Refuses a dataset of rank 3 that HDF5 would read beyond its end or the end of its chunks, or in gigabytes of memory. */
static int check_damage(hdf5_id set, hdf5_id space, struct hdf5_text *why)
{
    struct quiet q = {NULL, NULL, 0, 0}; /* the caller's */
    hdf5_id list = 0, type = 0;
    unsigned long long chunk[3], now[3], most[3];
    int result = 0, rank;
    TRY(hdf5.H5Sget_simple_extent_dims(space, now, most));
    const char *damage = extent_damage(3, now, most);
    TRY(type = hdf5.H5Dget_type(set));
    TRY(list = hdf5.H5Dget_create_plist(set));
    size_t size = hdf5.H5Tget_size(type), precision = hdf5.H5Tget_precision(type); /* no number: 0 */
    if (!damage && precision && !fitting_number(size, precision))
        damage = "its elements have more bytes than they need";
    if (!damage && hdf5.H5Pget_layout(list) == VIRTUAL) { /* HDF5 gives zeros for files that are absent */
        snprintf(why->text, sizeof why->text, "its data lie in other files (a virtual dataset); copy them into one file first");
        result = -1;
        goto done;
    }
    if (!damage && hdf5.H5Pget_external_count(list) > 0) { /* fill values for files that are absent, and no end at a FIFO */
        snprintf(why->text, sizeof why->text, "its data lie in other files (external storage); copy them into this file first");
        result = -1;
        goto done;
    }
    if (!damage && hdf5.H5Pget_layout(list) == CHUNKED) {
        TRY(rank = hdf5.H5Pget_chunk(list, 3, chunk));
        struct chunked c = {3, rank, chunk, most, size, shuffled(hdf5.H5Pget_filter_by_id2, list)};
        damage = chunk_damage(&c);
    }
    if (damage) {
        snprintf(why->text, sizeof why->text, "the file is damaged: %s", damage);
        result = -1;
    }
done:
    RELEASE(H5Tclose, type);
    RELEASE(H5Pclose, list);
    return result;
}

/* A box of a field straight into the interior of an array: two hyperslabs, no buffer of ours. */
int hdf5_read(hdf5_id file, const char *name, const struct hdf5_field *f, uintptr_t base,
              struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id set = 0, disk = 0, memory = 0;
    int result = 0;
    TRY(set = hdf5.H5Dopen2(file, name, 0));
    TRY(disk = hdf5.H5Dget_space(set));
    if ((result = check_damage(set, disk, why)) < 0)
        goto done;
    TRY(hdf5.H5Sselect_hyperslab(disk, SELECT_SET, f->first, NULL, f->count + 1, NULL));
    TRY(memory = hdf5.H5Screate_simple(4, f->shape, NULL));
    TRY(hdf5.H5Sselect_hyperslab(memory, SELECT_SET, f->start, NULL, f->count, NULL));
    TRY(hdf5.H5Dread(set, hdf5.memory_double, memory, disk, 0, (void *)base));
done:
    RELEASE(H5Sclose, memory);
    RELEASE(H5Sclose, disk);
    RELEASE(H5Dclose, set);
    quiet_end(q);
    return result;
}
