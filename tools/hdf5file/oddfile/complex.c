//go:build hdf5

/* Complex numbers as h5py and others write them: a compound of two doubles. */
#include "oddfile.h"

#define H5_USE_110_API
#include <hdf5.h>

#define DO(expression)                                                                             \
    do {                                                                                           \
        if ((expression) < 0)                                                                      \
            return __LINE__;                                                                       \
    } while (0)

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
