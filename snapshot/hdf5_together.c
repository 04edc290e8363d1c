/* One file by many ranks: datasets that are reserved first, then filled box by box. */
#define _GNU_SOURCE
#include "hdf5_call.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SELECT_SET = 0, EARLY = 1, NEVER = 1, COLLECTIVE = 1, MOST_ROWS = 512 };

int hdf5_reserve(hdf5_id file, const char *name, const hdf5_size cells[3], int64_t *offset,
                 struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id disk = 0, list = 0, set = 0;
    int result = 0;
    TRY(disk = hdf5.H5Screate_simple(3, cells, NULL));
    TRY(list = hdf5.H5Pcreate(hdf5.dataset_creation));
    TRY(hdf5.H5Pset_obj_track_times(list, 0));
    TRY(hdf5.H5Pset_alloc_time(list, EARLY));
    TRY(hdf5.H5Pset_fill_time(list, NEVER));
    TRY(set = hdf5.H5Dcreate2(file, name, hdf5.file_double, disk, 0, list, 0));
    *offset = (int64_t)hdf5.H5Dget_offset(set);
    TRY(*offset);
done:
    RELEASE(H5Dclose, set);
    RELEASE(H5Pclose, list);
    RELEASE(H5Sclose, disk);
    quiet_end(q);
    return result;
}

/* f->count[0] = 0: this rank has nothing, but takes part. */
int hdf5_part(hdf5_id file, const char *name, const struct hdf5_field *f, uintptr_t base,
              struct hdf5_text *why)
{
    struct quiet q = quiet_begin_as(why, 1);
    hdf5_id set = 0, disk = 0, memory = 0, list = 0;
    int result = 0;
    TRY(set = hdf5.H5Dopen2(file, name, 0));
    TRY(disk = hdf5.H5Dget_space(set));
    TRY(memory = hdf5.H5Screate_simple(4, f->shape, NULL));
    if (f->count[0] > 0) {
        TRY(hdf5.H5Sselect_hyperslab(disk, SELECT_SET, f->first, NULL, f->count + 1, NULL));
        TRY(hdf5.H5Sselect_hyperslab(memory, SELECT_SET, f->start, NULL, f->count, NULL));
    } else {
        TRY(hdf5.H5Sselect_none(disk));
        TRY(hdf5.H5Sselect_none(memory));
    }
    TRY(list = hdf5.H5Pcreate(hdf5.transfer));
    TRY(hdf5.H5Pset_dxpl_mpio(list, COLLECTIVE));
    TRY(hdf5.H5Dwrite(set, hdf5.memory_double, memory, disk, list, (const void *)base));
done:
    RELEASE(H5Pclose, list);
    RELEASE(H5Sclose, memory);
    RELEASE(H5Sclose, disk);
    RELEASE(H5Dclose, set);
    quiet_end(q);
    return result;
}

/* Rows that lie one behind the other in the file, wherever they lie in memory. */
struct batch {
    int file, rows;
    off_t begin, end;
    struct iovec row[MOST_ROWS];
};

/* Writes a batch; what one call leaves over goes row by row. */
static int flush(struct batch *b)
{
    ssize_t done = 0;
    off_t at = b->begin;
    if (b->rows == 0) return 0;
    do done = pwritev(b->file, b->row, b->rows, at);
    while (done < 0 && errno == EINTR);
    if (done < 0) return -1;
    for (int i = 0; i < b->rows; i++) {
        const char *data = b->row[i].iov_base;
        size_t left = b->row[i].iov_len;
        size_t skip = (size_t)done < left ? (size_t)done : left;
        done -= (ssize_t)skip;
        at += (off_t)skip;
        for (data += skip, left -= skip; left > 0;) {
            ssize_t n = pwrite(b->file, data, left, at);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return -1;
            data += n;
            left -= (size_t)n;
            at += n;
        }
    }
    b->rows = 0;
    return 0;
}

static int add(struct batch *b, char *data, size_t bytes, off_t at)
{
    if (b->rows && (at != b->end || b->rows == MOST_ROWS) && flush(b) != 0) return -1;
    if (b->rows == 0) b->begin = at;
    else if ((char *)b->row[b->rows - 1].iov_base + b->row[b->rows - 1].iov_len == data) { /* no halo between */
        b->row[b->rows - 1].iov_len += bytes;
        b->end = at + (off_t)bytes;
        return 0;
    }
    b->row[b->rows++] = (struct iovec){data, bytes};
    b->end = at + (off_t)bytes;
    return 0;
}

/* The dataset is flat little-endian doubles, as the memory of this machine. */
int hdf5_place(const char *path, int64_t offset, const struct hdf5_field *f, uintptr_t base,
               struct hdf5_text *why)
{
    struct batch b = {.file = open(path, O_WRONLY | O_CLOEXEC)};
    int result = b.file < 0 ? -1 : 0;
    for (hdf5_size z = 0; result == 0 && z < f->count[1]; z++)
        for (hdf5_size y = 0; result == 0 && y < f->count[2]; y++) {
            hdf5_size row = (f->start[0] * f->shape[1] + f->start[1] + z) * f->shape[2] + f->start[2] + y;
            hdf5_size place = (((f->first[0] + z) * f->cells[1]) + f->first[1] + y) * f->cells[2] + f->first[2];
            result = add(&b, (char *)base + 8 * (row * f->shape[3] + f->start[3]), 8 * f->count[3],
                         (off_t)offset + 8 * (off_t)place);
        }
    if (result == 0) result = flush(&b);
    if (result != 0) snprintf(why->text, sizeof why->text, "%s", strerror(errno));
    if (b.file >= 0 && close(b.file) != 0 && result == 0) {
        snprintf(why->text, sizeof why->text, "%s", strerror(errno));
        result = -1;
    }
    return result;
}
