/* The part of HDF5 that writing a snapshot needs, reached by dlopen: no hdf5.h, no -lhdf5.
   hid_t has 64 bits since HDF5 1.10; hdf5_bind refuses what is older. */
#ifndef DRAWBRIDGE_SNAPSHOT_HDF5_H
#define DRAWBRIDGE_SNAPSHOT_HDF5_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef int64_t hdf5_id;           /* hid_t */
typedef unsigned long long hdf5_size; /* hsize_t */

/* One record of HDF5's error stack (H5E_error2_t). */
struct hdf5_error {
    hdf5_id class_id, major, minor;
    unsigned line;
    const char *function, *file, *text;
};

/* What a group holds (H5G_info_t). */
struct hdf5_group_info {
    int storage;
    hdf5_size links;
    int64_t most_order;
    int mounted;
};

/* HDF5_FUNCTIONS(F): F(result, name, arguments) for every function that is called. */
#define HDF5_FUNCTIONS(F)                                                                          \
    F(int, H5open, (void))                                                                         \
    F(int, H5get_libversion, (unsigned *, unsigned *, unsigned *))                                 \
    F(int, H5Eget_auto2, (hdf5_id, void *, void **))                                               \
    F(int, H5Eset_auto2, (hdf5_id, void *, void *))                                                \
    F(int, H5Ewalk2, (hdf5_id, int, int (*)(unsigned, const struct hdf5_error *, void *), void *)) \
    F(hdf5_id, H5Fcreate, (const char *, unsigned, hdf5_id, hdf5_id))                              \
    F(hdf5_id, H5Fopen, (const char *, unsigned, hdf5_id))                                         \
    F(int, H5Fflush, (hdf5_id, int))                                                               \
    F(int, H5Fclose, (hdf5_id))                                                                    \
    F(hdf5_id, H5Gcreate2, (hdf5_id, const char *, hdf5_id, hdf5_id, hdf5_id))                     \
    F(hdf5_id, H5Gopen2, (hdf5_id, const char *, hdf5_id))                                         \
    F(int, H5Gget_info, (hdf5_id, struct hdf5_group_info *))                                       \
    F(ssize_t, H5Lget_name_by_idx,                                                                 \
      (hdf5_id, const char *, int, int, hdf5_size, char *, size_t, hdf5_id))                       \
    F(int, H5Lget_val, (hdf5_id, const char *, void *, size_t, hdf5_id))                           \
    F(int, H5Gclose, (hdf5_id))                                                                    \
    F(hdf5_id, H5Oopen, (hdf5_id, const char *, hdf5_id))                                          \
    F(int, H5Oclose, (hdf5_id))                                                                    \
    F(hdf5_id, H5Screate, (int))                                                                   \
    F(hdf5_id, H5Screate_simple, (int, const hdf5_size *, const hdf5_size *))                      \
    F(int, H5Sselect_hyperslab,                                                                    \
      (hdf5_id, int, const hdf5_size *, const hdf5_size *, const hdf5_size *, const hdf5_size *))  \
    F(int, H5Sselect_none, (hdf5_id))                                                              \
    F(int, H5Sget_simple_extent_ndims, (hdf5_id))                                                  \
    F(int, H5Sget_simple_extent_dims, (hdf5_id, hdf5_size *, hdf5_size *))                         \
    F(int64_t, H5Sget_simple_extent_npoints, (hdf5_id))                                            \
    F(int, H5Sclose, (hdf5_id))                                                                    \
    F(hdf5_id, H5Pcreate, (hdf5_id))                                                               \
    F(int, H5Pset_chunk, (hdf5_id, int, const hdf5_size *))                                        \
    F(int, H5Pset_shuffle, (hdf5_id))                                                              \
    F(int, H5Pset_deflate, (hdf5_id, unsigned))                                                    \
    F(int, H5Pset_obj_track_times, (hdf5_id, unsigned char))                                       \
    F(int, H5Pset_alloc_time, (hdf5_id, int))                                                      \
    F(int, H5Pset_fill_time, (hdf5_id, int))                                                       \
    F(uint64_t, H5Dget_offset, (hdf5_id))                                                          \
    F(hdf5_id, H5Dget_create_plist, (hdf5_id))                                                     \
    F(hdf5_id, H5Dget_type, (hdf5_id))                                                             \
    F(int, H5Pget_layout, (hdf5_id))                                                               \
    F(int, H5Pget_external_count, (hdf5_id))                                                       \
    F(int, H5Pget_chunk, (hdf5_id, int, hdf5_size *))                                              \
    F(int, H5Pget_filter_by_id2, (hdf5_id, int, unsigned *, size_t *, unsigned *, size_t, char *, unsigned *)) \
    F(size_t, H5Tget_size, (hdf5_id))                                                              \
    F(size_t, H5Tget_precision, (hdf5_id))                                                         \
    F(int, H5Pclose, (hdf5_id))                                                                    \
    F(hdf5_id, H5Dcreate2, (hdf5_id, const char *, hdf5_id, hdf5_id, hdf5_id, hdf5_id, hdf5_id))   \
    F(int, H5Dwrite, (hdf5_id, hdf5_id, hdf5_id, hdf5_id, hdf5_id, const void *))                  \
    F(hdf5_id, H5Dopen2, (hdf5_id, const char *, hdf5_id))                                         \
    F(hdf5_id, H5Dget_space, (hdf5_id))                                                            \
    F(int, H5Dread, (hdf5_id, hdf5_id, hdf5_id, hdf5_id, hdf5_id, void *))                         \
    F(int, H5Dclose, (hdf5_id))                                                                    \
    F(hdf5_id, H5Tcopy, (hdf5_id))                                                                 \
    F(int, H5Tset_size, (hdf5_id, size_t))                                                         \
    F(int, H5Tset_strpad, (hdf5_id, int))                                                          \
    F(int, H5Tset_cset, (hdf5_id, int))                                                            \
    F(int, H5Tclose, (hdf5_id))                                                                    \
    F(hdf5_id, H5Acreate2, (hdf5_id, const char *, hdf5_id, hdf5_id, hdf5_id, hdf5_id))            \
    F(int, H5Awrite, (hdf5_id, hdf5_id, const void *))                                             \
    F(int, H5Aexists_by_name, (hdf5_id, const char *, const char *, hdf5_id))                      \
    F(hdf5_id, H5Aopen_by_name, (hdf5_id, const char *, const char *, hdf5_id, hdf5_id))           \
    F(hdf5_id, H5Aget_space, (hdf5_id))                                                            \
    F(int, H5Aread, (hdf5_id, hdf5_id, void *))                                                    \
    F(int, H5Aclose, (hdf5_id))

#define HDF5_DECLARE(result, name, arguments) result(*name) arguments;
struct hdf5 {
    HDF5_FUNCTIONS(HDF5_DECLARE)
    /* identifiers that HDF5 keeps in variables and fills in H5open */
    hdf5_id file_double, file_int, memory_double, memory_int, string, dataset_creation, file_access, transfer;
    /* of a parallel HDF5 only, else null; the first takes an MPI_Comm and an MPI_Info (hdf5_parallel.c) */
    void *H5Pset_fapl_mpio;
    int (*H5Pset_dxpl_mpio)(hdf5_id, int);
    void *MPI_Init; /* of the MPI that this HDF5 calls */
    unsigned version[3];
};
extern struct hdf5 hdf5; /* hdf5_library.c; filled once by hdf5_bind */

/* Where the text of a failure goes: one line, HDF5's own words. */
struct hdf5_text {
    char text[1024];
};

/* What a call says that finds no room for HDF5 (call.go knows it by its beginning). */
#define HDF5_STARVED "not enough memory: HDF5 needs 16 MiB of room, which this process cannot have (ulimit -v?)"

/* The kinds of attribute that a snapshot carries. */
enum hdf5_kind { HDF5_INT, HDF5_DOUBLE, HDF5_ASCII, HDF5_UTF8 };

/* One field: the interior of a halo-padded array as HDF5 sees it, slowest dimension first. */
struct hdf5_field {
    hdf5_size shape[4], start[4], count[4]; /* of the array in memory: variable, z, y, x */
    hdf5_size cells[3], chunk[3];           /* of the dataset: z, y, x; chunk[0] = 0: contiguous */
    hdf5_size first[3];                     /* where the part lies in the dataset, from 0: z, y, x */
    unsigned deflate;                       /* 1 to 9, 0: not compressed */
};

/* hdf5_library.c. Handles are void * as in dlopen; hdf5_process is "what is loaded already". */
void *hdf5_process(char *path, int size);
void *hdf5_local(char *path, int size);
void *hdf5_open(const char *name, int apart, char *path, int size, struct hdf5_text *why);
int hdf5_bind(void *handle, struct hdf5_text *why);

/* hdf5_write.c. Each answers 0 (or a handle > 0); -1 with the reason in `why`. */
hdf5_id hdf5_create(const char *path, struct hdf5_text *why);
int hdf5_group(hdf5_id file, const char *name, struct hdf5_text *why);
int hdf5_field(hdf5_id file, const char *name, const struct hdf5_field *field, uintptr_t base,
               struct hdf5_text *why);
int hdf5_attribute(hdf5_id file, const char *object, const char *name, int kind, long count,
                   const void *data, struct hdf5_text *why);
int hdf5_table(hdf5_id file, const char *name, hdf5_size rows, hdf5_size columns, const int64_t *data,
               struct hdf5_text *why);
int hdf5_close(hdf5_id file, struct hdf5_text *why);
extern int hdf5_left_open; /* 1: a file could not be closed, and HDF5 keeps what is left of it */

/* hdf5_together.c: one file by many ranks. hdf5_reserve makes a flat dataset that nobody has written
   yet and says where its bytes lie in the file; hdf5_part writes this rank's box by HDF5, where
   every rank calls it on a file of hdf5_create_parallel; hdf5_place writes it past HDF5, straight to
   its place in the file. */
int hdf5_reserve(hdf5_id file, const char *name, const hdf5_size cells[3], int64_t *offset,
                 struct hdf5_text *why);
int hdf5_part(hdf5_id file, const char *name, const struct hdf5_field *field, uintptr_t base,
              struct hdf5_text *why);
int hdf5_place(const char *path, int64_t offset, const struct hdf5_field *field, uintptr_t base,
               struct hdf5_text *why);

/* hdf5_parallel.c, in a build with MPI. Usable: this HDF5 is parallel and calls the MPI that we call. */
int hdf5_parallel_usable(void);
hdf5_id hdf5_create_parallel(const char *path, int fortran_comm, struct hdf5_text *why);
/* hdf5_stream.c: a field plane by plane; the dataset is the handle. */
hdf5_id hdf5_stream_begin(hdf5_id file, const char *name, const struct hdf5_field *field, struct hdf5_text *why);
int hdf5_stream_planes(hdf5_id set, const struct hdf5_field *field, const double *values, struct hdf5_text *why);
int hdf5_stream_end(hdf5_id set, struct hdf5_text *why);

/* hdf5_read.c. */
hdf5_id hdf5_open_file(const char *path, struct hdf5_text *why);
int hdf5_numbers(hdf5_id file, const char *object, const char *name, int kind, long count, void *into,
                 struct hdf5_text *why); /* 1: there is no such attribute of that length */
long hdf5_names(hdf5_id file, const char *group, char **names, struct hdf5_text *why);
int hdf5_extent(hdf5_id file, const char *name, hdf5_size cells[3], struct hdf5_text *why);
int hdf5_read(hdf5_id file, const char *name, const struct hdf5_field *field, uintptr_t base,
              struct hdf5_text *why);

#endif
