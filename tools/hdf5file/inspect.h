/* The calls that gonum.org/v1/hdf5 lacks. Each answers >= 0, or -1 and a one-line reason. */
#ifndef DRAWBRIDGE_HDF5FILE_INSPECT_H
#define DRAWBRIDGE_HDF5FILE_INSPECT_H

#define H5_USE_110_API
#include <hdf5.h>

enum { REASON = 1024, MOST_RANK = 32 };

/* What an element, a dataset or an attribute is. */
struct description {
    int class_of, size, is_unsigned, big_endian, loose, variable_text, null, rank, chunked, plain;
    int is_complex; /* a compound of two doubles r and i, as h5py writes complex numbers */
    int unfit; /* numbers in more bytes than they need, or elements of 2 GiB: reading one takes that much memory */
    int elsewhere;    /* the data of a dataset are in another file, or may be */
    long long offset; /* of the first byte in the file where the data lie in a row, else -1 */
    hsize_t shape[MOST_RANK], chunk[MOST_RANK];
};

#define TRY(expression)                                                                            \
    do {                                                                                           \
        if ((expression) < 0) {                                                                    \
            inspect_reason(reason);                                                                \
            result = -1;                                                                           \
            goto done;                                                                             \
        }                                                                                          \
    } while (0)

#define RELEASE(close, id)                                                                         \
    do {                                                                                           \
        if ((id) > 0)                                                                              \
            close(id);                                                                             \
    } while (0)

void inspect_quiet(void);
void inspect_name_crashes(void);
void inspect_end_loop(long most); /* ends the process where a call computes for more than so many seconds */
void inspect_reading(const char *what); /* until the next call; NULL ends it */
void inspect_reason(char *reason);
int inspect_exists(hid_t file, const char *path);
int describe_type(hid_t type, struct description *d);
int describe_space(hid_t space, struct description *d);
int inspect_object(hid_t file, const char *path, int *is_group, int *is_dataset,
                   unsigned long long identity[2], char *reason);
int inspect_dangles(hid_t file, const char *path);
int inspect_descriptor(hid_t file);
int inspect_dataset(hid_t file, hid_t dataset, struct description *d, char *reason);
void inspect_guard_links(void); /* once: every link to a file is checked before it is followed, also behind another */
enum { LINKS_OF_HDF5 = 16 };
extern _Thread_local int links_followed; /* links to files that are followed in a row */
extern _Thread_local int link_circle;    /* set where there are more */
int check_link(hid_t file, const char *path, char *reason);
int check_elsewhere(hid_t file, hid_t list, char *reason); /* list: of the dataset's creation */

#endif
