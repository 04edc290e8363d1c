//go:build hdf5

/* Numbers that lie elsewhere than where a flat dataset of a plain file has them. */
#include "oddfile.h"

#include <stdio.h>

#define H5_USE_110_API
#include <hdf5.h>

enum { MANY = 6 };

#define DO(expression)                                                                             \
    do {                                                                                           \
        if ((expression) < 0)                                                                      \
            return __LINE__;                                                                       \
    } while (0)

/* A dataset of the numbers 1 to MANY; without `write` it keeps no data and reads as 7. */
static int put(hid_t at, const char *name, hid_t list, int write)
{
    const double numbers[MANY] = {1, 2, 3, 4, 5, 6}, absent = 7;
    hsize_t size = MANY;
    hid_t space, set;
    DO(space = H5Screate_simple(1, &size, NULL));
    DO(H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &absent));
    DO(set = H5Dcreate2(at, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT));
    if (write)
        DO(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers));
    DO(H5Dclose(set));
    return H5Sclose(space) < 0 ? __LINE__ : 0;
}

/* Two halves of other files in one dataset. */
static int virtual(hid_t at, const char *source)
{
    hsize_t size = MANY, half = MANY / 2, start = 0;
    hid_t all, part, list, set;
    DO(all = H5Screate_simple(1, &size, NULL));
    DO(part = H5Screate_simple(1, &size, NULL));
    DO(list = H5Pcreate(H5P_DATASET_CREATE));
    for (int k = 0; k < 2; k++, start += half) {
        DO(H5Sselect_hyperslab(all, H5S_SELECT_SET, &start, NULL, &half, NULL));
        DO(H5Sselect_hyperslab(part, H5S_SELECT_SET, &start, NULL, &half, NULL));
        DO(H5Pset_virtual(list, all, source, "/plain", part));
    }
    DO(H5Sselect_all(all));
    DO(set = H5Dcreate2(at, "virtual", H5T_IEEE_F64LE, all, H5P_DEFAULT, list, H5P_DEFAULT));
    return H5Dclose(set) < 0 ? __LINE__ : 0;
}

static hid_t layout(H5D_layout_t kind)
{
    hsize_t chunk = 4;
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_layout(list, kind);
    if (kind == H5D_CHUNKED)
        H5Pset_chunk(list, 1, &chunk);
    return list;
}

int placedfile_make(const char *path, const char *source, const char *raw)
{
    hid_t blocked, access, file, list;
    int line;
    DO(blocked = H5Pcreate(H5P_FILE_CREATE));
    DO(H5Pset_userblock(blocked, 1024)); /* every offset is moved by it */
    DO(access = H5Pcreate(H5P_FILE_ACCESS));
    DO(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG));
    DO(file = H5Fcreate(source, H5F_ACC_TRUNC, blocked, access));
    if ((line = put(file, "plain", layout(H5D_CONTIGUOUS), 1)))
        return line;
    DO(H5Fclose(file));
    DO(file = H5Fcreate(path, H5F_ACC_TRUNC, blocked, access));
    line = put(file, "contiguous", layout(H5D_CONTIGUOUS), 1);
    line = line ? line : put(file, "chunked", layout(H5D_CHUNKED), 1);
    line = line ? line : put(file, "compact", layout(H5D_COMPACT), 1);
    line = line ? line : put(file, "unwritten", layout(H5D_CONTIGUOUS), 0);
    DO(list = layout(H5D_CONTIGUOUS));
    DO(H5Pset_external(list, raw, 0, MANY * sizeof(double)));
    line = line ? line : put(file, "in another file", list, 1);
    line = line ? line : virtual(file, source);
    DO(H5Lcreate_external(source, "/plain", file, "linked", H5P_DEFAULT, H5P_DEFAULT));
    return H5Fclose(file) < 0 ? __LINE__ : line;
}
