//go:build hdf5

#include "oddfile.h"

#define H5_USE_110_API
#include <hdf5.h>

#define DO(expression)                                                                             \
    do {                                                                                           \
        if ((expression) < 0)                                                                      \
            return __LINE__;                                                                       \
    } while (0)

/* One dataset of `n` elements; n = 0 is zero-sized, n < 0 a scalar, no data where `data` is null. */
static int put(hid_t at, const char *name, hid_t file_type, hid_t memory_type, int n, const void *data)
{
    hsize_t size = (hsize_t)(n > 0 ? n : 0);
    hid_t space = n < 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL), set;
    DO(space);
    DO(set = H5Dcreate2(at, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    if (data)
        DO(H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
    DO(H5Dclose(set));
    DO(H5Sclose(space));
    return 0;
}

#define PUT(...)                                                                                   \
    do {                                                                                           \
        int line = put(__VA_ARGS__);                                                               \
        if (line)                                                                                  \
            return line;                                                                           \
    } while (0)

static int numbers(hid_t at, int planted)
{
    double real[3] = {1.5, -2.25, planted ? 3.0000001 : 3};
    long long whole[3] = {1, (1LL << 60) + (planted ? 1 : 0), -3};
    unsigned long long huge[2] = {18446744073709551615ULL, 18446744073709551614ULL - (planted ? 1 : 0)};
    int small[3] = {-128, 0, planted ? 126 : 127};
    PUT(at, "float64 big-endian", H5T_IEEE_F64BE, H5T_NATIVE_DOUBLE, 3, real);
    PUT(at, "float32", H5T_IEEE_F32LE, H5T_NATIVE_DOUBLE, 3, real);
    PUT(at, "int64", H5T_STD_I64LE, H5T_NATIVE_LLONG, 3, whole);
    PUT(at, "uint64", H5T_STD_U64LE, H5T_NATIVE_ULLONG, 2, huge);
    PUT(at, "int8", H5T_STD_I8LE, H5T_NATIVE_INT, 3, small);
    PUT(at, "scalar", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, -1, &real[2]);
    PUT(at, "zero-sized", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 0, NULL);
    return 0;
}

static int others(hid_t at, int planted)
{
    const char *loose[2] = {"one", planted ? "two!" : "two"};
    char fixed[2][4] = {"abc", "de"};
    struct point {
        double x;
        int n;
        int gap;
    } points[2] = {{1, 2, 0}, {3, planted ? 5 : 4, 0}};
    hid_t type, null, set;
    fixed[1][1] = planted ? 'f' : 'e';
    DO(type = H5Tcopy(H5T_C_S1));
    DO(H5Tset_size(type, H5T_VARIABLE));
    PUT(at, "loose text", type, type, 2, loose);
    DO(type = H5Tcopy(H5T_C_S1));
    DO(H5Tset_size(type, 4));
    PUT(at, "fixed text", type, type, 2, fixed);
    DO(type = H5Tcreate(H5T_COMPOUND, sizeof *points));
    DO(H5Tinsert(type, "x", HOFFSET(struct point, x), H5T_NATIVE_DOUBLE));
    DO(H5Tinsert(type, "n", HOFFSET(struct point, n), H5T_NATIVE_INT));
    PUT(at, "compound", type, type, 2, points);
    DO(H5Tcommit2(at, "named type", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    DO(null = H5Screate(H5S_NULL));
    DO(set = H5Dcreate2(at, "null", H5T_IEEE_F64LE, null, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    return H5Dclose(set) < 0 ? __LINE__ : 0;
}

static int links(hid_t file, hid_t at)
{
    DO(H5Lcreate_hard(file, "/", at, "circle", H5P_DEFAULT, H5P_DEFAULT));
    DO(H5Lcreate_soft("/nowhere", at, "dangling", H5P_DEFAULT, H5P_DEFAULT));
    DO(H5Lcreate_soft("/odd/float32", at, "alias", H5P_DEFAULT, H5P_DEFAULT));
    DO(H5Lcreate_external("/none/absent.h5", "/", at, "elsewhere", H5P_DEFAULT, H5P_DEFAULT));
    return 0;
}

static int attributes(hid_t at)
{
    hsize_t two = 2;
    const char *loose = "K";
    double pair[2] = {0.5, 2};
    hid_t space = H5Screate_simple(1, &two, NULL), scalar = H5Screate(H5S_SCALAR), text = H5Tcopy(H5T_C_S1), a;
    DO(H5Tset_size(text, H5T_VARIABLE));
    DO(a = H5Acreate2(at, "units", text, scalar, H5P_DEFAULT, H5P_DEFAULT));
    DO(H5Awrite(a, text, &loose));
    DO(a = H5Acreate2(at, "pair", H5T_IEEE_F32BE, space, H5P_DEFAULT, H5P_DEFAULT));
    DO(H5Awrite(a, H5T_NATIVE_DOUBLE, pair));
    return 0;
}

int oddfile_make(const char *path, int planted)
{
    hid_t file, group, list;
    int line;
    DO(list = H5Pcreate(H5P_FILE_ACCESS));
    DO(H5Pset_fclose_degree(list, H5F_CLOSE_STRONG)); /* closes whatever is open in the file */
    DO(file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, list));
    DO(group = H5Gcreate2(file, "/odd", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    line = numbers(group, planted);
    line = line ? line : others(group, planted);
    line = line ? line : links(file, group);
    line = line ? line : attributes(group);
    return H5Fclose(file) < 0 ? __LINE__ : line;
}
