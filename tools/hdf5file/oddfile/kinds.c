//go:build hdf5

/* Types that few programs write: each is judged as numbers, as bytes, or listed as skipped. */
#include "oddfile.h"

#define H5_USE_110_API
#include <hdf5.h>

#define DO(expression)                                                                             \
    do {                                                                                           \
        if ((expression) < 0)                                                                      \
            return __LINE__;                                                                       \
    } while (0)

/* Two elements of a type; memory_type says how `data` lies. */
static int put(hid_t at, const char *name, hid_t file_type, hid_t memory_type, const void *data)
{
    hsize_t two = 2;
    hid_t space, set;
    DO(file_type);
    DO(space = H5Screate_simple(1, &two, NULL));
    DO(set = H5Dcreate2(at, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    DO(H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
    DO(H5Dclose(set));
    return H5Sclose(space) < 0 ? __LINE__ : 0;
}

/* IEEE half precision, as h5py writes float16. */
static hid_t half(void)
{
    hid_t type = H5Tcopy(H5T_IEEE_F32LE);
    H5Tset_fields(type, 15, 10, 5, 0, 10);
    H5Tset_precision(type, 16);
    H5Tset_ebias(type, 15);
    H5Tset_size(type, 2);
    return type;
}

/* Three bytes in four. */
static hid_t twenty_four(void)
{
    hid_t type = H5Tcopy(H5T_STD_I32LE);
    H5Tset_precision(type, 24);
    return type;
}

static int numbers(hid_t at, int planted)
{
    const double real[2] = {1.5, planted ? 2.5 : 2};
    const long double wide[2] = {1.5L, planted ? 2.5L : 2};
    static long double fine[2]; /* its bytes between the numbers stay 0 */
    const int whole[2] = {-5, planted ? 8 : 7};
    fine[0] = 1;
    fine[1] = planted ? 1 + 0x1p-60L : 1;
    int line = put(at, "half", half(), H5T_NATIVE_DOUBLE, real);
    line = line ? line : put(at, "long double", H5Tcopy(H5T_NATIVE_LDOUBLE), H5T_NATIVE_LDOUBLE, wide);
    line = line ? line : put(at, "fine long double", H5Tcopy(H5T_NATIVE_LDOUBLE), H5T_NATIVE_LDOUBLE, fine);
    line = line ? line : put(at, "int24", twenty_four(), H5T_NATIVE_INT, whole);
    line = line ? line : put(at, "uint32 big-endian", H5Tcopy(H5T_STD_U32BE), H5T_NATIVE_INT, whole);
    return line;
}

static int others(hid_t at, int planted)
{
    const int red = 0, green = 1, colours[2] = {0, planted ? 1 : 0};
    const char bytes[8] = {1, 2, 3, 4, 5, 6, 7, planted ? 9 : 8};
    const double rows[2][3] = {{1, 2, 3}, {4, 5, planted ? 7 : 6}};
    const hsize_t three = 3;
    int list[3] = {1, 2, planted ? 4 : 3}, line;
    hvl_t lists[2] = {{3, list}, {1, list}};
    hobj_ref_t there[2];
    hid_t type;
    DO(type = H5Tenum_create(H5T_NATIVE_INT));
    DO(H5Tenum_insert(type, "red", &red));
    DO(H5Tenum_insert(type, "green", &green));
    line = put(at, "enumeration", type, type, colours);
    DO(type = H5Tcreate(H5T_OPAQUE, 4));
    DO(H5Tset_tag(type, "bytes"));
    line = line ? line : put(at, "opaque", type, type, bytes);
    line = line ? line : put(at, "bit field", H5Tcopy(H5T_STD_B32LE), H5T_NATIVE_B32, bytes);
    DO(type = H5Tarray_create2(H5T_NATIVE_DOUBLE, 1, &three));
    line = line ? line : put(at, "array", type, type, rows);
    DO(type = H5Tvlen_create(H5T_NATIVE_INT));
    line = line ? line : put(at, "lists", type, type, lists);
    DO(H5Rcreate(&there[0], at, "half", H5R_OBJECT, -1));
    DO(H5Rcreate(&there[1], at, "half", H5R_OBJECT, -1));
    return line ? line : put(at, "references", H5Tcopy(H5T_STD_REF_OBJ), H5T_STD_REF_OBJ, there);
}

int kindsfile_make(const char *path, int planted)
{
    hid_t file, access;
    int line;
    DO(access = H5Pcreate(H5P_FILE_ACCESS));
    DO(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG));
    DO(file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access));
    line = numbers(file, planted);
    line = line ? line : others(file, planted);
    return H5Fclose(file) < 0 ? __LINE__ : line;
}
