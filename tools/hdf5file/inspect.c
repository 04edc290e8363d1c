//go:build hdf5

#include "inspect.h"

#include "../../snapshot/chunk_damage.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct walk {
    char deepest[400], outermost[400];
};

static herr_t visit(unsigned n, const H5E_error2_t *record, void *into)
{
    struct walk *w = into;
    char *slot = n == 0 ? w->deepest : w->outermost;
    snprintf(slot, sizeof w->deepest, "%s", record->desc ? record->desc : "?");
    return 0;
}

/* No printing of errors by HDF5 on this thread: ours say it. */
void inspect_quiet(void) { H5Eset_auto2(H5E_DEFAULT, NULL, NULL); }

/* HDF5's error stack of this thread as one line: the outermost words, then the deepest cause. */
void inspect_reason(char *reason)
{
    struct walk w;
    memset(&w, 0, sizeof w);
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, visit, &w);
    snprintf(reason, REASON, "%s%s%s", w.outermost, w.outermost[0] ? ": " : "", w.deepest);
    for (char *c = reason; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
}

/* Is there an entry at a path of groups and one name? Each part is asked for, as H5Lexists wants it, and no link to a file is
   followed that is absent or, as a FIFO, would hold this process. */
int inspect_exists(hid_t file, const char *path)
{
    char part[REASON], reason[REASON];
    size_t length = strlen(path);
    if (length >= sizeof part)
        return 0;
    for (size_t n = 1; n <= length; n++) {
        if (path[n] != '/' && path[n] != 0)
            continue;
        memcpy(part, path, n);
        part[n] = 0;
        if (H5Lexists(file, part, H5P_DEFAULT) <= 0 || check_link(file, part, reason) < 0)
            return 0;
    }
    return 1;
}

/* identity: file number and address, the same for every path to one object. */
int inspect_object(hid_t file, const char *path, int *is_group, int *is_dataset,
                   unsigned long long identity[2], char *reason)
{
    int result = 0;
    hid_t object = 0;
    H5O_info_t info;
    if (check_link(file, path, reason) < 0)
        return -1;
    link_circle = 0;
    object = H5Oopen(file, path, H5P_DEFAULT);
    if (object < 0 && link_circle) {
        snprintf(reason, REASON, "more than %d links to files in a row, which HDF5 does not follow", LINKS_OF_HDF5);
        return -1;
    }
    TRY(object);
    TRY(H5Oget_info(object, &info));
    *is_group = info.type == H5O_TYPE_GROUP;
    *is_dataset = info.type == H5O_TYPE_DATASET;
    identity[0] = info.fileno;
    identity[1] = info.addr;
done:
    RELEASE(H5Oclose, object);
    return result;
}

static herr_t is_circle(unsigned depth, const H5E_error2_t *error, void *found)
{
    (void)depth;
    *(int *)found |= error->min_num == H5E_NLINKS;
    return 0;
}

/* Is this a soft link to a place where there is nothing, or a link that leads in a circle? HDF5 follows 16 links in a row. More of
   them may lead to data, so many more are followed before they count as a circle. */
int inspect_dangles(hid_t file, const char *path)
{
    enum { MOST_OF_A_CHAIN = 200 };
    H5L_info_t info;
    int circle = 0;
    if (H5Lget_info(file, path, &info, H5P_DEFAULT) < 0 || info.type == H5L_TYPE_HARD)
        return 0;
    const hid_t access = H5Pcreate(H5P_LINK_ACCESS);
    if (access < 0 || H5Pset_nlinks(access, MOST_OF_A_CHAIN) < 0)
        return 0;
    link_circle = 0;
    links_followed = MOST_OF_A_CHAIN;
    const htri_t exists = H5Oexists_by_name(file, path, access);
    links_followed = LINKS_OF_HDF5;
    if (exists < 0)
        H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, is_circle, &circle);
    H5Pclose(access);
    return circle || link_circle || (exists == 0 && info.type == H5L_TYPE_SOFT);
}

/* Is a number laid out as this machine (little-endian) has it, all its bits in use? */
static int is_plain(hid_t type)
{
    const hid_t usual[] = {H5T_IEEE_F64LE, H5T_IEEE_F32LE, H5T_STD_I8LE,  H5T_STD_I16LE, H5T_STD_I32LE,
                           H5T_STD_I64LE,  H5T_STD_U8LE,   H5T_STD_U16LE, H5T_STD_U32LE, H5T_STD_U64LE};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (H5Tequal(type, usual[i]) > 0)
            return 1;
    return 0;
}

static int is_member(hid_t type, unsigned i, const char *name, size_t place)
{
    char *found = H5Tget_member_name(type, i);
    hid_t member = H5Tget_member_type(type, i);
    const int same = found && strcmp(found, name) == 0 && H5Tget_member_offset(type, i) == place && member > 0 &&
                     H5Tequal(member, H5T_IEEE_F64LE) > 0;
    RELEASE(H5Tclose, member);
    H5free_memory(found);
    return same;
}

int describe_type(hid_t type, struct description *d)
{
    H5T_class_t class_of = H5Tget_class(type);
    if (class_of < 0)
        return -1;
    d->class_of = class_of;
    size_t size = H5Tget_size(type);
    int number = class_of == H5T_FLOAT || class_of == H5T_INTEGER;
    d->unfit = size > INT32_MAX || (number && !fitting_number(size, H5Tget_precision(type)));
    d->size = size > INT32_MAX ? INT32_MAX : (int)size;
    d->is_unsigned = class_of == H5T_INTEGER && H5Tget_sign(type) == H5T_SGN_NONE;
    d->big_endian = (class_of == H5T_INTEGER || class_of == H5T_FLOAT) && d->size > 1 &&
                    H5Tget_order(type) == H5T_ORDER_BE;
    d->plain = is_plain(type);
    d->is_complex = class_of == H5T_COMPOUND && size == 16 && H5Tget_nmembers(type) == 2 && is_member(type, 0, "r", 0) &&
                    is_member(type, 1, "i", 8);
    d->variable_text = class_of == H5T_STRING && H5Tis_variable_str(type) > 0;
    d->loose = H5Tdetect_class(type, H5T_VLEN) > 0 || H5Tdetect_class(type, H5T_REFERENCE) > 0 ||
               d->variable_text;
    return 0;
}

int describe_space(hid_t space, struct description *d)
{
    d->null = H5Sget_simple_extent_type(space) == H5S_NULL;
    d->rank = d->null ? 0 : H5Sget_simple_extent_ndims(space);
    if (d->rank < 0 || d->rank > MOST_RANK)
        return -1;
    return d->rank == 0 ? 0 : H5Sget_simple_extent_dims(space, d->shape, NULL);
}

/* The file's descriptor, which HDF5's usual driver has, else -1. */
int inspect_descriptor(hid_t file)
{
    hid_t list = H5Fget_access_plist(file);
    int *descriptor = NULL, found = -1;
    if (list >= 0 && H5Pget_driver(list) == H5FD_SEC2 &&
        H5Fget_vfd_handle(file, H5P_DEFAULT, (void **)&descriptor) >= 0 && descriptor)
        found = *descriptor;
    RELEASE(H5Pclose, list);
    return found;
}

/* Are the data of a dataset elsewhere: behind an external link, in files of their own, in datasets of other files? */
static int is_elsewhere(hid_t file, hid_t dataset, hid_t list)
{
    H5O_info_t here, there;
    return H5Pget_layout(list) == H5D_VIRTUAL || H5Pget_external_count(list) != 0 || H5Oget_info(file, &here) < 0 ||
           H5Oget_info(dataset, &there) < 0 || here.fileno != there.fileno;
}

/* Where data of this very file lie in a row, -1 otherwise and where nothing was written. */
static long long flat_offset(hid_t dataset, hid_t list)
{
    if (H5Pget_layout(list) != H5D_CONTIGUOUS || H5Dget_storage_size(dataset) == 0)
        return -1; /* behind a user block the offset of what is unwritten would look like one: ask for its size */
    const haddr_t offset = H5Dget_offset(dataset);
    return offset == HADDR_UNDEF || offset > INT64_MAX ? -1 : (long long)offset;
}

/* Refuses a dataset that HDF5 would read beyond its end, or beyond the end of its chunks. */
static int check_extents(hid_t space, int chunk_rank, hid_t list, const struct description *d, char *reason)
{
    unsigned long long now[MOST_RANK], chunk[MOST_RANK], most[MOST_RANK];
    hsize_t extents[MOST_RANK];
    if (d->rank > 0 && H5Sget_simple_extent_dims(space, NULL, extents) < 0)
        return -1;
    for (int i = 0; i < d->rank; i++) {
        now[i] = d->shape[i];
        chunk[i] = d->chunk[i];
        most[i] = extents[i];
    }
    const char *damage = extent_damage(d->rank, now, most);
    if (!damage && d->chunked) {
        struct chunked c = {d->rank, chunk_rank, chunk, most, (size_t)d->size, shuffled(H5Pget_filter_by_id2, list)};
        damage = chunk_damage(&c);
    }
    if (damage)
        snprintf(reason, REASON, "the file is damaged: %s", damage);
    return damage ? -1 : 0;
}

/* The usual names of filters that HDF5 does not bring (their list is kept by The HDF Group). */
static const struct {
    H5Z_filter_t number;
    const char *name;
} usual[] = {{307, "bzip2 "}, {32000, "LZF "}, {32001, "Blosc "}, {32004, "LZ4 "}, {32008, "bitshuffle "},
             {32013, "ZFP "}, {32015, "Zstandard "}, {32017, "SZ "}, {H5Z_FILTER_SZIP, "szip "}};

/* Refuses chunks that are packed by a filter which this HDF5 lacks. */
static int check_filters(hid_t list, char *reason)
{
    const int count = H5Pget_nfilters(list);
    for (int i = 0; i < count; i++) {
        unsigned flags = 0;
        size_t values = 0;
        const char *name = "";
        const H5Z_filter_t filter = H5Pget_filter2(list, (unsigned)i, &flags, &values, NULL, 0, NULL, NULL);
        if (filter < 0 || H5Zfilter_avail(filter) > 0)
            continue;
        for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
            if (usual[k].number == filter)
                name = usual[k].name;
        snprintf(reason, REASON,
                 "its data are packed by the filter %s(number %d), which this HDF5 lacks; name its plugin's folder in "
                 "HDF5_PLUGIN_PATH, or repack the file by h5repack -f NONE",
                 name, (int)filter);
        return -1;
    }
    return 0;
}

int inspect_dataset(hid_t file, hid_t dataset, struct description *d, char *reason)
{
    int result = 0, chunk_rank = 0;
    hid_t type = 0, space = 0, list = 0;
    memset(d, 0, sizeof *d);
    TRY(type = H5Dget_type(dataset));
    TRY(space = H5Dget_space(dataset));
    TRY(describe_type(type, d));
    TRY(describe_space(space, d));
    if (d->unfit) {
        snprintf(reason, REASON, "the file is damaged: its elements have more bytes than they need");
        result = -1;
        goto done;
    }
    TRY(list = H5Dget_create_plist(dataset));
    if (H5Pget_layout(list) == H5D_CHUNKED) {
        d->chunked = 1;
        TRY(chunk_rank = H5Pget_chunk(list, MOST_RANK, d->chunk));
    }
    if ((result = check_extents(space, chunk_rank, list, d, reason)) < 0)
        goto done;
    if ((result = check_elsewhere(file, list, reason)) < 0)
        goto done;
    if ((result = check_filters(list, reason)) < 0)
        goto done;
    d->elsewhere = is_elsewhere(file, dataset, list);
    d->offset = d->elsewhere ? -1 : flat_offset(dataset, list);
done:
    RELEASE(H5Pclose, list);
    RELEASE(H5Sclose, space);
    RELEASE(H5Tclose, type);
    return result;
}
