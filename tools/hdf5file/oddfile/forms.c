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

static const int bytes[16] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};

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

/* A text of 4 bytes; `other`: of another character set and another filling. */
static hid_t text(int other)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    return H5Tset_size(type, 4) < 0 || H5Tset_cset(type, other ? H5T_CSET_UTF8 : H5T_CSET_ASCII) < 0 ||
                   H5Tset_strpad(type, other ? H5T_STR_NULLPAD : H5T_STR_NULLTERM) < 0
               ? -1
               : type;
}

/* The same members, entered in another order. */
static hid_t backwards(int other)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, 8);
    for (int i = 0; i < 2; i++) {
        const size_t place = other ? 4 * (1 - i) : 4 * i;
        if (H5Tinsert(type, place ? "v" : "u", place, H5T_STD_I32LE) < 0)
            return -1;
    }
    return type;
}

static hid_t one_of(hid_t of)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, 8);
    return H5Tinsert(type, "w", 0, of) < 0 ? -1 : type;
}

static hid_t one_at_four(void)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, 8);
    return H5Tinsert(type, "w", 4, H5T_STD_I32LE) < 0 ? -1 : type;
}

static hid_t twice(hid_t of)
{
    const hsize_t two = 2;
    return H5Tarray_create2(of, 1, &two);
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
    line = line ? line : put(file, "text in a compound", pair_of("u", "v", text(other)));
    line = line ? line : put(file, "text in an array in a compound", one_of(twice(text(other))));
    line = line ? line : put(file, "text in a compound in a compound", one_of(pair_of("u", "v", text(other))));
    line = line ? line : put(file, "order of members", backwards(other));
    line = line ? line : put(file, "number in a compound", one_of(pair_of("u", "v", other ? H5T_IEEE_F32LE : H5T_STD_I32LE)));
    line = line ? line : put(file, "byte order in a compound", pair_of("u", "v", other ? H5T_STD_I32BE : H5T_STD_I32LE));
    line = line ? line : put(file, "enumeration in an array", twice(other ? colours("BLUE", "RED", 0) : colours("RED", "BLUE", 0)));
    line = line ? line : put(file, "place in a compound", other ? one_of(H5T_STD_I32LE) : one_at_four());
    line = line ? line : put(file, "more members", other ? one_of(H5T_STD_I32LE) : pair_of("w", "v", H5T_STD_I32LE));
    return H5Fclose(file) < 0 ? __LINE__ : line;
}

/* Complex numbers as h5py and others write them: a compound of two doubles. */


int complexfile_make(const char *path, const char *first, const char *second, long n, const double *values, int chunk)
{
    hid_t file, type, space, list, set;
    hsize_t count = (hsize_t)n, piece = 2;
    DO(file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    DO(type = H5Tcreate(H5T_COMPOUND, 16));
    DO(H5Tinsert(type, first, 0, H5T_IEEE_F64LE));
    DO(H5Tinsert(type, second, 8, H5T_IEEE_F64LE));
    DO(space = H5Screate_simple(1, &count, NULL));
    DO(list = H5Pcreate(H5P_DATASET_CREATE));
    if (chunk)
        DO(H5Pset_chunk(list, 1, &piece));
    DO(set = H5Dcreate2(file, "z", type, space, H5P_DEFAULT, list, H5P_DEFAULT));
    DO(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
    DO(H5Dclose(set));
    DO(H5Pclose(list));
    DO(H5Sclose(space));
    DO(H5Tclose(type));
    return H5Fclose(file) < 0 ? __LINE__ : 0;
}

/* A dataset whose only chunk is packed by a filter that HDF5 does not bring, as h5py's LZF. */


int packedfile_make(const char *path, int filter)
{
    const double numbers[4] = {1, 2, 3, 4};
    const hsize_t four = 4, start = 0;
    hid_t file, space, list, set;
    DO(file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    DO(space = H5Screate_simple(1, &four, NULL));
    DO(set = H5Dcreate2(file, "plain", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    DO(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers));
    DO(H5Dclose(set));
    DO(list = H5Pcreate(H5P_DATASET_CREATE));
    DO(H5Pset_chunk(list, 1, &four));
    DO(H5Pset_filter(list, filter, H5Z_FLAG_OPTIONAL, 0, NULL));
    DO(set = H5Dcreate2(file, "packed", H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT));
    DO(H5Dwrite_chunk(set, H5P_DEFAULT, 0, &start, sizeof numbers, numbers));
    DO(H5Dclose(set));
    DO(H5Pclose(list));
    DO(H5Sclose(space));
    return H5Fclose(file) < 0 ? __LINE__ : 0;
}
