/* What HDF5 1.10 does not check where it opens a dataset. Of a chunked one it unpacks a chunk into as many bytes as the layout and
   the filters say, and reads as many as the type and the chunk's extents say: in a damaged file it reads beyond the end. */
#ifndef DRAWBRIDGE_SNAPSHOT_CHUNK_DAMAGE_H
#define DRAWBRIDGE_SNAPSHOT_CHUNK_DAMAGE_H

#include <stddef.h>
#include <stdint.h>

struct chunked {
    int rank, chunk_rank;                   /* of the dataset and of its chunks */
    const unsigned long long *chunk, *most; /* extents of a chunk, most extents of the dataset (-1: no bound) */
    size_t size;                            /* bytes of an element */
    size_t shuffled;                        /* bytes of an element to the shuffle filter, 0: there is none */
};

/* H5Pget_filter_by_id2 of the HDF5 that a program links or loads; the list is a hid_t. */
typedef int filter_of_list(int64_t list, int filter, unsigned *flags, size_t *count, unsigned *values, size_t length, char *name,
                           unsigned *config);

/* The element size in the settings of the shuffle filter, 0 where a dataset has no such filter. */
static inline size_t shuffled(filter_of_list *get, int64_t list)
{
    enum { shuffle = 2 }; /* H5Z_FILTER_SHUFFLE */
    unsigned flags, size = 0;
    size_t count = 1;
    return get(list, shuffle, &flags, &count, &size, 0, NULL, NULL) < 0 || count < 1 ? 0 : size;
}

/* Whether a number of these bytes can be meant: no machine has more than 16 bytes for one, whatever bits of them it uses. More
 * bytes must be needed for the bits. */
static inline int fitting_number(size_t size, size_t precision)
{
    return precision <= 8 * size && (size <= 16 || precision > 4 * size);
}

/* Why extents cannot be a program's, NULL where they can: HDF5 lets no dataset grow beyond the most (-1: no bound). */
static inline const char *extent_damage(int rank, const unsigned long long *now, const unsigned long long *most)
{
    for (int i = 0; i < rank; i++)
        if (now[i] > most[i])
            return "an extent is larger than the dataset can become";
    return NULL;
}

/* Why chunks cannot be what a program wrote, NULL where they can. */
static inline const char *chunk_damage(const struct chunked *c)
{
    if (c->rank != c->chunk_rank)
        return "its chunks have another rank";
    for (int i = 0; i < c->rank; i++)
        if (c->chunk[i] > c->most[i])
            return "a chunk is larger than the dataset can become";
    if (c->shuffled && c->shuffled != c->size)
        return "its elements have another size than its filter expects";
    return NULL;
}

#endif
