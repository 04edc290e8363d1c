/* The calls that make a snapshot (hdf5_call.h says what each entry from Go begins and ends with). */
#include "hdf5_call.h"

#include <stdio.h>
#include <string.h>

enum { TRUNCATE = 2, SCALAR = 0, SELECT_SET = 0, NULL_PADDED = 1, UPWARD = 0, FILE_SCOPE = 0 };

struct walk {
    char text[2][480];
};

static int visit(unsigned n, const struct hdf5_error *record, void *into)
{
    struct walk *w = into;
    int slot = n == 0 ? 0 : 1;
    snprintf(w->text[slot], sizeof w->text[slot], "%s: %s", record->function ? record->function : "?",
             record->text ? record->text : "?");
    return 0;
}

/* What the stack says, outermost call first, then the deepest cause; always one line. */
void hdf5_explain(struct hdf5_text *why)
{
    struct walk w;
    memset(&w, 0, sizeof w);
    hdf5.H5Ewalk2(0, UPWARD, visit, &w);
    if (!w.text[0][0])
        snprintf(why->text, sizeof why->text, "HDF5 gave no reason");
    else
        snprintf(why->text, sizeof why->text, "%s%s%s", w.text[1], w.text[1][0] ? "; " : "", w.text[0]);
    for (char *c = why->text; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
}

hdf5_id hdf5_create(const char *path, struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id result;
    TRY(result = hdf5.H5Fcreate(path, TRUNCATE, 0, 0));
done:
    quiet_end(q);
    return result;
}

int hdf5_group(hdf5_id file, const char *name, struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id group = 0;
    int result = 0;
    TRY(group = hdf5.H5Gcreate2(file, name, 0, 0, 0));
done:
    RELEASE(H5Gclose, group);
    quiet_end(q);
    return result;
}

/* The creation list of a field: the same bytes from the same values (no times kept), chunks on
   request. */
int hdf5_describe(hdf5_id list, const struct hdf5_field *f)
{
    if (hdf5.H5Pset_obj_track_times(list, 0) < 0)
        return -1;
    if (f->chunk[0] && hdf5.H5Pset_chunk(list, 3, f->chunk) < 0)
        return -1;
    if (f->deflate && (hdf5.H5Pset_shuffle(list) < 0 || hdf5.H5Pset_deflate(list, f->deflate) < 0))
        return -1;
    return 0;
}

/* HDF5 lifts the interior out of the array itself: memory hyperslab, no packing. */
int hdf5_field(hdf5_id file, const char *name, const struct hdf5_field *f, uintptr_t base,
               struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id memory = 0, disk = 0, list = 0, set = 0;
    int result = 0;
    TRY(memory = hdf5.H5Screate_simple(4, f->shape, NULL));
    TRY(hdf5.H5Sselect_hyperslab(memory, SELECT_SET, f->start, NULL, f->count, NULL));
    TRY(disk = hdf5.H5Screate_simple(3, f->cells, NULL));
    TRY(list = hdf5.H5Pcreate(hdf5.dataset_creation));
    TRY(hdf5_describe(list, f));
    TRY(set = hdf5.H5Dcreate2(file, name, hdf5.file_double, disk, 0, list, 0));
    TRY(hdf5.H5Dwrite(set, hdf5.memory_double, memory, 0, 0, (const void *)base));
    {
        hdf5_id closing = set;
        set = 0;
        TRY(hdf5.H5Dclose(closing)); /* compressed chunks reach the file here */
    }
done:
    RELEASE(H5Dclose, set);
    RELEASE(H5Pclose, list);
    RELEASE(H5Sclose, disk);
    RELEASE(H5Sclose, memory);
    quiet_end(q);
    return result;
}

/* A string type of exactly `size` bytes, as VTK and h5py write it. */
static hdf5_id string_type(long size, int utf8)
{
    hdf5_id type = hdf5.H5Tcopy(hdf5.string);
    if (type < 0)
        return -1;
    if (hdf5.H5Tset_size(type, (size_t)(size > 0 ? size : 1)) < 0 ||
        hdf5.H5Tset_strpad(type, NULL_PADDED) < 0 || hdf5.H5Tset_cset(type, utf8) < 0) {
        hdf5.H5Tclose(type);
        return -1;
    }
    return type;
}

/* count: elements of a list, -1 for a scalar; of a string, its bytes. */
int hdf5_attribute(hdf5_id file, const char *object, const char *name, int kind, long count,
                   const void *data, struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id owner = 0, space = 0, text = 0, attribute = 0, disk, memory;
    int result = 0;
    hdf5_size length = (hdf5_size)count;
    int is_text = kind == HDF5_ASCII || kind == HDF5_UTF8;
    if (is_text)
        TRY(text = string_type(count, kind == HDF5_UTF8));
    disk = is_text ? text : kind == HDF5_INT ? hdf5.file_int : hdf5.file_double;
    memory = is_text ? text : kind == HDF5_INT ? hdf5.memory_int : hdf5.memory_double;
    TRY(owner = hdf5.H5Oopen(file, object, 0));
    if (is_text || count < 0)
        TRY(space = hdf5.H5Screate(SCALAR));
    else
        TRY(space = hdf5.H5Screate_simple(1, &length, NULL));
    TRY(attribute = hdf5.H5Acreate2(owner, name, disk, space, 0, 0));
    TRY(hdf5.H5Awrite(attribute, memory, data));
done:
    RELEASE(H5Aclose, attribute);
    RELEASE(H5Sclose, space);
    RELEASE(H5Tclose, text);
    RELEASE(H5Oclose, owner);
    quiet_end(q);
    return result;
}

/* A small table of integers, rows x columns. */
int hdf5_table(hdf5_id file, const char *name, hdf5_size rows, hdf5_size columns, const int64_t *data,
               struct hdf5_text *why)
{
    struct quiet q = quiet_begin(why);
    hdf5_id space = 0, set = 0;
    int result = 0;
    hdf5_size shape[2] = {rows, columns};
    TRY(space = hdf5.H5Screate_simple(2, shape, NULL));
    TRY(set = hdf5.H5Dcreate2(file, name, hdf5.file_int, space, 0, 0, 0));
    TRY(hdf5.H5Dwrite(set, hdf5.memory_int, 0, 0, 0, data));
done:
    RELEASE(H5Dclose, set);
    RELEASE(H5Sclose, space);
    quiet_end(q);
    return result;
}

int hdf5_close(hdf5_id file, struct hdf5_text *why)
{
    struct quiet q = quiet_begin_as(why, 1);
    int result = 0;
    TRY(hdf5.H5Fflush(file, FILE_SCOPE));
    TRY(hdf5.H5Fclose(file));
done:
    if (result)
        hdf5_left_open = 1;
    quiet_end(q);
    return result;
}

/* A field that comes plane by plane: its dataset stays open until the last. */

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
