//go:build hdf5

/* Attributes: their names, what they are, their values. */
#include "inspect.h"

#include <stdlib.h>
#include <string.h>

struct names {
    char *text;
    size_t used, room;
    long count;
};

/* Appends one name and its NUL. */
static herr_t remember(hid_t object, const char *name, const H5A_info_t *info, void *into)
{
    struct names *n = into;
    size_t length = strlen(name) + 1;
    (void)object;
    (void)info;
    if (n->used + length > n->room) {
        size_t room = 2 * (n->used + length);
        char *more = realloc(n->text, room);
        if (!more)
            return -1;
        n->text = more;
        n->room = room;
    }
    memcpy(n->text + n->used, name, length);
    n->used += length;
    n->count++;
    return 0;
}

/* The names one after the other, each ended by NUL; free() them. */
long inspect_attribute_names(hid_t file, const char *path, char **names, char *reason)
{
    struct names n = {NULL, 0, 0, 0};
    hsize_t position = 0;
    hid_t object = H5Oopen(file, path, H5P_DEFAULT);
    if (object < 0 || H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &position, remember, &n) < 0) {
        inspect_reason(reason);
        n.count = -1;
    }
    if (object > 0)
        H5Oclose(object);
    *names = n.text;
    return n.count;
}

int inspect_attribute(hid_t file, const char *path, const char *name, struct description *d, char *reason)
{
    int result = 0;
    hid_t attribute = 0, type = 0, space = 0;
    memset(d, 0, sizeof *d);
    TRY(attribute = H5Aopen_by_name(file, path, name, H5P_DEFAULT, H5P_DEFAULT));
    TRY(type = H5Aget_type(attribute));
    TRY(space = H5Aget_space(attribute));
    TRY(describe_type(type, d));
    TRY(describe_space(space, d));
done:
    RELEASE(H5Sclose, space);
    RELEASE(H5Tclose, type);
    RELEASE(H5Aclose, attribute);
    return result;
}

int inspect_attribute_read(hid_t file, const char *path, const char *name, int conversion, void *into,
                           char *reason)
{
    hid_t attribute = H5Aopen_by_name(file, path, name, H5P_DEFAULT, H5P_DEFAULT);
    hid_t type = conversion == AS_DOUBLE ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
    int result = attribute < 0 ? -1 : H5Aread(attribute, type, into);
    if (result < 0)
        inspect_reason(reason);
    if (attribute > 0)
        H5Aclose(attribute);
    return result < 0 ? -1 : 0;
}

/* Joins `count` strings, each ended by NUL. */
static char *joined(long count, size_t most, const char *(*item)(const void *, long, size_t *), const void *from)
{
    char *text = malloc((size_t)count + most + 1), *to = text;
    for (long i = 0; text && i < count; i++) {
        size_t length;
        const char *s = item(from, i, &length);
        memcpy(to, s, length);
        to += length;
        *to++ = 0;
    }
    return text;
}

struct fixed {
    const char *bytes;
    size_t size;
};

static const char *fixed_item(const void *from, long i, size_t *length)
{
    const struct fixed *f = from;
    *length = strnlen(f->bytes + (size_t)i * f->size, f->size);
    return f->bytes + (size_t)i * f->size;
}

static const char *loose_item(const void *from, long i, size_t *length)
{
    const char *s = ((char *const *)from)[i];
    *length = s ? strlen(s) : 0;
    return s ? s : "";
}

static char *fixed_text(hid_t attribute, hid_t type, long count)
{
    struct fixed f = {NULL, H5Tget_size(type)};
    char *bytes = calloc((size_t)count, f.size), *text = NULL;
    f.bytes = bytes;
    if (bytes && H5Aread(attribute, type, bytes) >= 0)
        text = joined(count, (size_t)count * f.size, fixed_item, &f);
    free(bytes);
    return text;
}

static char *loose_text(hid_t attribute, hid_t type, long count)
{
    char **list = calloc((size_t)count, sizeof *list), *text = NULL;
    hid_t space = H5Aget_space(attribute);
    if (list && H5Aread(attribute, type, list) >= 0) {
        size_t most = 0, length;
        for (long i = 0; i < count; i++) {
            loose_item(list, i, &length);
            most += length;
        }
        text = joined(count, most, loose_item, list);
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, list);
    }
    if (space > 0)
        H5Sclose(space);
    free(list);
    return text;
}

/* The strings of a text attribute one after the other, each ended by NUL; free() them. */
char *inspect_attribute_text(hid_t file, const char *path, const char *name, long count, char *reason)
{
    hid_t attribute = H5Aopen_by_name(file, path, name, H5P_DEFAULT, H5P_DEFAULT);
    hid_t type = attribute < 0 ? -1 : H5Aget_type(attribute);
    char *text = NULL;
    if (type >= 0)
        text = H5Tis_variable_str(type) > 0 ? loose_text(attribute, type, count)
                                            : fixed_text(attribute, type, count);
    if (!text)
        inspect_reason(reason);
    if (type > 0)
        H5Tclose(type);
    if (attribute > 0)
        H5Aclose(attribute);
    return text;
}
