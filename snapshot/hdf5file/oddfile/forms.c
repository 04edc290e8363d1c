//go:build hdf5

/* The same bytes under types that give them other names. */
#include "oddfile.h"

#define H5_USE_110_API
#include <hdf5.h>

#define DO(expression)                                                                             \
    do {                                                                                           \
        if ((expression) < 0)                                                                      \
            return __LINE__;                                                                       \
    } while (0)

static const int bytes[12] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};

static int put(hid_t at, const char *name, hid_t type)
{
    hsize_t two = 2;
    hid_t space, set;
    DO(type);
    DO(space = H5Screate_simple(1, &two, NULL));
    DO(set = H5Dcreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    DO(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes));
    DO(H5Dclose(set));
    return H5Sclose(space) < 0 ? __LINE__ : 0;
}

static hid_t colours(const char *zero, const char *one, int backwards)
{
    const int values[2] = {0, 1};
    const char *names[2] = {zero, one};
    hid_t type = H5Tenum_create(H5T_STD_I32LE);
    for (int i = 0; i < 2; i++) {
        const int k = backwards ? 1 - i : i;
        if (H5Tenum_insert(type, names[k], &values[k]) < 0)
            return -1;
    }
    return type;
}

static hid_t pair_of(const char *first, const char *second, hid_t of)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, 8);
    return H5Tinsert(type, first, 0, of) < 0 || H5Tinsert(type, second, 4, of) < 0 ? -1 : type;
}

static hid_t opaque(const char *tag)
{
    hid_t type = H5Tcreate(H5T_OPAQUE, 4);
    return H5Tset_tag(type, tag) < 0 ? -1 : type;
}

int formsfile_make(const char *path, int other)
{
    const hsize_t shapes[2][2] = {{2, 3}, {3, 2}};
    hid_t file, access;
    int line;
    DO(access = H5Pcreate(H5P_FILE_ACCESS));
    DO(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG));
    DO(file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access));
    line = put(file, "enumeration", other ? colours("BLUE", "RED", 0) : colours("RED", "BLUE", 0));
    line = line ? line : put(file, "order of names", colours("RED", "BLUE", other));
    line = line ? line : put(file, "compound", other ? pair_of("v", "u", H5T_STD_I32LE) : pair_of("u", "v", H5T_STD_I32LE));
    line = line ? line : put(file, "enumeration in a compound", pair_of("u", "v", other ? colours("BLUE", "RED", 0) : colours("RED", "BLUE", 0)));
    line = line ? line : put(file, "opaque", opaque(other ? "km" : "miles"));
    line = line ? line : put(file, "array", H5Tarray_create2(H5T_STD_I32LE, 2, shapes[other]));
    line = line ? line : put(file, "bit field", H5Tcopy(other ? H5T_STD_B32BE : H5T_STD_B32LE));
    return H5Fclose(file) < 0 ? __LINE__ : line;
}
