//go:build hdf5

/* Snapshots that lead elsewhere: what they name lies in another file, or in another place of their own. */
#include "oddfile.h"

#include <string.h>

#define H5_USE_110_API
#include <hdf5.h>

#define DO(expression)                                                                             \
    do {                                                                                           \
        if ((expression) < 0)                                                                      \
            return __LINE__;                                                                       \
    } while (0)

/* A dataset with the extents of one that was there, whose numbers lie in the file `other`. */
static int set_elsewhere(hid_t file, const char *path, const char *other, int kind)
{
    hsize_t extents[3];
    hid_t set, space, list;
    DO(set = H5Dopen2(file, path, H5P_DEFAULT));
    DO(space = H5Dget_space(set));
    DO(H5Sget_simple_extent_dims(space, extents, NULL));
    DO(H5Dclose(set));
    DO(list = H5Pcreate(H5P_DATASET_CREATE));
    const hsize_t bytes = extents[0] * extents[1] * extents[2] * sizeof(double);
    if (kind == REDIRECTED_RAW || kind == REDIRECTED_REST)
        DO(H5Pset_external(list, other, 0, kind == REDIRECTED_REST ? H5F_UNLIMITED : bytes));
    else
        DO(H5Pset_virtual(list, space, other, path, space));
    DO(H5Ldelete(file, path, H5P_DEFAULT));
    DO(set = H5Dcreate2(file, path, H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT));
    DO(H5Dclose(set));
    DO(H5Sclose(space));
    DO(H5Pclose(list));
    return 0;
}

int redirectedfile_make(const char *path, const char *what, const char *other, int kind)
{
    hid_t file;
    int line = 0;
    DO(file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT));
    switch (kind) {
    case REDIRECTED_LINK:
        DO(H5Ldelete(file, what, H5P_DEFAULT));
        DO(H5Lcreate_external(other, what, file, what, H5P_DEFAULT, H5P_DEFAULT));
        break;
    case REDIRECTED_NAME:
        DO(H5Lmove(file, what, file, "/moved", H5P_DEFAULT, H5P_DEFAULT));
        DO(H5Lcreate_soft("/moved", file, what, H5P_DEFAULT, H5P_DEFAULT));
        break;
    default:
        line = set_elsewhere(file, what, other, kind);
    }
    return H5Fclose(file) < 0 ? __LINE__ : line;
}

int linkfile_make(const char *path, const char *name, const char *file, const char *object)
{
    hid_t own;
    DO(own = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT));
    if (*file)
        DO(H5Lcreate_external(file, object, own, name, H5P_DEFAULT, H5P_DEFAULT));
    else
        DO(H5Lcreate_soft(object, own, name, H5P_DEFAULT, H5P_DEFAULT));
    return H5Fclose(own) < 0 ? __LINE__ : 0;
}
