/* The calls that gonum.org/v1/hdf5 lacks. Each answers >= 0, or -1 and a one-line reason. */
#ifndef DRAWBRIDGE_HDF5FILE_INSPECT_H
#define DRAWBRIDGE_HDF5FILE_INSPECT_H

#define H5_USE_110_API
#include <hdf5.h>

enum { REASON = 1024, MOST_RANK = 32 };

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
int inspect_object(hid_t file, const char *path, int *is_group, int *is_dataset,
                   unsigned long long identity[2], char *reason);
int inspect_dangles(hid_t file, const char *path);
int inspect_descriptor(hid_t file);
int inspect_elsewhere(hid_t file, hid_t dataset, hid_t list);
long long inspect_offset(hid_t dataset, hid_t list);
const char *inspect_extents(hid_t space, hid_t list, size_t size, hsize_t *chunk, int *chunk_rank);
hid_t inspect_complex(void);
int inspect_fits(hid_t type); /* a number has no more bytes than it needs */
int check_filters(hid_t list, char *reason);
void inspect_guard_links(void); /* once: every link to a file is checked before it is followed, also behind another */
enum { LINKS_OF_HDF5 = 16 };
extern _Thread_local int links_followed; /* links to files that are followed in a row */
extern _Thread_local int link_circle;    /* set where there are more */
int check_link(hid_t file, const char *path, char *reason);
int check_elsewhere(hid_t file, hid_t list, char *reason); /* list: of the dataset's creation */

#endif
