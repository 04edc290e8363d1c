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
int inspect_elsewhere(hid_t file, hid_t dataset, hid_t list)
{
    H5O_info_t here, there;
    return H5Pget_layout(list) == H5D_VIRTUAL || H5Pget_external_count(list) != 0 || H5Oget_info(file, &here) < 0 ||
           H5Oget_info(dataset, &there) < 0 || here.fileno != there.fileno;
}

/* Where data of this very file lie in a row, -1 otherwise and where nothing was written. */
long long inspect_offset(hid_t dataset, hid_t list)
{
    if (H5Pget_layout(list) != H5D_CONTIGUOUS || H5Dget_storage_size(dataset) == 0)
        return -1; /* behind a user block the offset of what is unwritten would look like one: ask for its size */
    const haddr_t offset = H5Dget_offset(dataset);
    return offset == HADDR_UNDEF || offset > INT64_MAX ? -1 : (long long)offset;
}

/* What is wrong with a dataset that HDF5 would read beyond its end, or beyond the end of its chunks; NULL: nothing. Gives the extents of
   a chunk, and how many there are; 0: it has no chunks. */
const char *inspect_extents(hid_t space, hid_t list, size_t size, hsize_t *chunk, int *chunk_rank)
{
    unsigned long long now[MOST_RANK], most[MOST_RANK], piece[MOST_RANK];
    hsize_t extents[2][MOST_RANK];
    const int rank = H5Sget_simple_extent_dims(space, extents[0], extents[1]);
    *chunk_rank = H5Pget_layout(list) == H5D_CHUNKED ? H5Pget_chunk(list, MOST_RANK, chunk) : 0;
    if (rank < 0 || *chunk_rank < 0)
        return "its extents cannot be read";
    for (int i = 0; i < rank; i++)
        now[i] = extents[0][i], most[i] = extents[1][i], piece[i] = i < *chunk_rank ? chunk[i] : 1;
    const char *damage = extent_damage(rank, now, most);
    const struct chunked c = {rank, *chunk_rank, piece, most, size, shuffled(H5Pget_filter_by_id2, list)};
    return damage || *chunk_rank == 0 ? damage : chunk_damage(&c);
}

/* The usual names of filters that HDF5 does not bring (their list is kept by The HDF Group). */
static const struct {
    H5Z_filter_t number;
    const char *name;
} usual[] = {{307, "bzip2 "}, {32000, "LZF "}, {32001, "Blosc "}, {32004, "LZ4 "}, {32008, "bitshuffle "},
             {32013, "ZFP "}, {32015, "Zstandard "}, {32017, "SZ "}, {H5Z_FILTER_SZIP, "szip "}};

/* Refuses chunks that are packed by a filter which this HDF5 lacks. */
int check_filters(hid_t list, char *reason)
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

/* A compound of two little-endian doubles r and i, as h5py writes complex numbers; made once. */
hid_t inspect_complex(void)
{
    static hid_t made;
    if (made <= 0) {
        made = H5Tcreate(H5T_COMPOUND, 16);
        H5Tinsert(made, "r", 0, H5T_IEEE_F64LE);
        H5Tinsert(made, "i", 8, H5T_IEEE_F64LE);
    }
    return made;
}

int inspect_fits(hid_t type) { return fitting_number(H5Tget_size(type), H5Tget_precision(type)); }
