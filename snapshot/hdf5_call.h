/* How every call of HDF5 begins, fails and ends. Each is one entry from Go, because HDF5 keeps its
   error stack per thread and clears it on the next call: the text is taken before anything is closed. */
#ifndef DRAWBRIDGE_SNAPSHOT_HDF5_CALL_H
#define DRAWBRIDGE_SNAPSHOT_HDF5_CALL_H

#include "hdf5_dynamic.h"

void hdf5_explain(struct hdf5_text *why); /* hdf5_write.c: what the error stack says, in one line */

int hdf5_describe(hdf5_id list, const struct hdf5_field *field); /* hdf5_write.c: how a field is laid out */

/* HDF5's own printing of errors, off while one of our calls runs. */
struct quiet {
    void *function, *data;
    int saved;
};

static inline struct quiet quiet_begin(void)
{
    struct quiet q = {NULL, NULL, 0};
    q.saved = hdf5.H5Eget_auto2(0, &q.function, &q.data) >= 0;
    hdf5.H5Eset_auto2(0, NULL, NULL);
    return q;
}

static inline void quiet_end(struct quiet q)
{
    if (q.saved)
        hdf5.H5Eset_auto2(0, q.function, q.data);
}

#define TRY(expression)                                                                            \
    do {                                                                                           \
        if ((expression) < 0) {                                                                    \
            hdf5_explain(why);                                                                          \
            result = -1;                                                                           \
            goto done;                                                                             \
        }                                                                                          \
    } while (0)

#define RELEASE(close, id)                                                                         \
    do {                                                                                           \
        if ((id) > 0)                                                                              \
            hdf5.close(id);                                                                        \
    } while (0)

#endif
