/* How every call of HDF5 begins, fails and ends. Each is one entry from Go, because HDF5 keeps its
   error stack per thread and clears it on the next call: the text is taken before anything is closed. */
#ifndef DRAWBRIDGE_SNAPSHOT_HDF5_CALL_H
#define DRAWBRIDGE_SNAPSHOT_HDF5_CALL_H

#include "hdf5_dynamic.h"

void hdf5_explain(struct hdf5_text *why); /* hdf5_write.c: what the error stack says, in one line */

int hdf5_describe(hdf5_id list, const struct hdf5_field *field); /* hdf5_write.c: how a field is laid out */

/* HDF5 1.10 crashes, or ends the process, where it gets no memory for its small tables. So some room is kept for it:
   it is given back to the system for the length of a call and taken again after it. hdf5_lend answers -1 where it cannot
   be had; the call is then refused before HDF5 sees it. hdf5_room.c. */
int hdf5_lend(struct hdf5_text *why);
void hdf5_take_back(void);

/* HDF5's own printing of errors, off while one of our calls runs. */
struct quiet {
    void *function, *data;
    int saved, starved;
};

/* closing: a call that must be made whatever room there is: it ends something, or all ranks make it together. */
static inline struct quiet quiet_begin_as(struct hdf5_text *why, int closing)
{
    struct quiet q = {NULL, NULL, 0, 0};
    q.starved = hdf5_lend(why) < 0 && !closing;
    if (q.starved)
        return q;
    q.saved = hdf5.H5Eget_auto2(0, &q.function, &q.data) >= 0;
    hdf5.H5Eset_auto2(0, NULL, NULL);
    return q;
}

static inline struct quiet quiet_begin(struct hdf5_text *why) { return quiet_begin_as(why, 0); }

static inline void quiet_end(struct quiet q)
{
    if (q.saved)
        hdf5.H5Eset_auto2(0, q.function, q.data);
    hdf5_take_back();
}

#define TRY(expression)                                                                            \
    do {                                                                                           \
        if (q.starved || (expression) < 0) {                                                       \
            if (!q.starved) hdf5_explain(why);                                                     \
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
