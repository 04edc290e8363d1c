/* A field that comes plane by plane: its dataset stays open until the last. */
#include "hdf5_call.h"

enum { SELECT_SET = 0 };

hdf5_id hdf5_stream_begin(hdf5_id file, const char *name, const struct hdf5_field *f, struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id disk = 0, list = 0, result = 0;
    TRY(disk = hdf5.H5Screate_simple(3, f->cells, NULL));
    TRY(list = hdf5.H5Pcreate(hdf5.dataset_creation));
    TRY(hdf5_describe(list, f));
    TRY(result = hdf5.H5Dcreate2(file, name, hdf5.file_double, disk, 0, list, 0));
done:
    RELEASE(H5Pclose, list);
    RELEASE(H5Sclose, disk);
    quiet_end(q);
    return result;
}

/* Planes z first.. of the dataset, as many as f->count says, from values without gaps. */
int hdf5_stream_planes(hdf5_id set, const struct hdf5_field *f, const double *values, struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id disk = 0, memory = 0;
    int result = 0;
    TRY(disk = hdf5.H5Dget_space(set));
    TRY(hdf5.H5Sselect_hyperslab(disk, SELECT_SET, f->first, NULL, f->count + 1, NULL));
    TRY(memory = hdf5.H5Screate_simple(3, f->count + 1, NULL));
    TRY(hdf5.H5Dwrite(set, hdf5.memory_double, memory, disk, 0, values));
done:
    RELEASE(H5Sclose, memory);
    RELEASE(H5Sclose, disk);
    quiet_end(q);
    return result;
}

int hdf5_stream_end(hdf5_id set, struct hdf5_text *why)
{
    struct quiet q = quiet_begin_as(why, 1);
    int result = 0;
    TRY(hdf5.H5Dclose(set)); /* compressed chunks reach the file here */
done:
    quiet_end(q);
    return result;
}
