//go:build hdf5

/* Chunks that are packed by a filter which this HDF5 lacks. */
#include "inspect.h"

#include <stdio.h>

/* The usual names of filters that HDF5 does not bring (their list is kept by The HDF Group). */
static const char *usual_name(H5Z_filter_t filter)
{
    switch (filter) {
    case 307:
        return "bzip2 ";
    case 32000:
        return "LZF ";
    case 32001:
        return "Blosc ";
    case 32004:
        return "LZ4 ";
    case 32008:
        return "bitshuffle ";
    case 32013:
        return "ZFP ";
    case 32015:
        return "Zstandard ";
    case 32017:
        return "SZ ";
    }
    return H5Z_FILTER_SZIP == filter ? "szip " : "";
}

int check_filters(hid_t list, char *reason)
{
    const int count = H5Pget_nfilters(list);
    for (int i = 0; i < count; i++) {
        unsigned flags = 0;
        size_t values = 0;
        const H5Z_filter_t filter = H5Pget_filter2(list, (unsigned)i, &flags, &values, NULL, 0, NULL, NULL);
        if (filter < 0 || H5Zfilter_avail(filter) > 0)
            continue;
        snprintf(reason, REASON,
                 "its data are packed by the filter %s(number %d), which this HDF5 lacks; name its plugin's folder in "
                 "HDF5_PLUGIN_PATH, or repack the file by h5repack -f NONE",
                 usual_name(filter), (int)filter);
        return -1;
    }
    return 0;
}
