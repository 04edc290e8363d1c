//go:build hdf5

/* A dataset whose only chunk is packed by a filter that HDF5 does not bring, as h5py's LZF. */
#include "oddfile.h"

#define H5_USE_110_API
#include <hdf5.h>

#define DO(expression)                                                                             \
    do {                                                                                           \
        if ((expression) < 0)                                                                      \
            return __LINE__;                                                                       \
    } while (0)

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
