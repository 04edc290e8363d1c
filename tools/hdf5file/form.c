//go:build hdf5

/* What an element that is no number consists of: equal bytes mean the same only if names, places and types do. */
#include "inspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 8, PLACE = 200, HALF = (REASON - PLACE) / 2 - 32 };

/* Adds to a text of at most HALF bytes; what does not fit is cut off. */
static void add(char *text, const char *more)
{
    const size_t length = strlen(text);
    if (length < HALF)
        snprintf(text + length, HALF - length, "%s", more);
}

static void add_value(char *text, hid_t type, unsigned i)
{
    union {
        long long whole;
        char bytes[64];
    } value;
    char number[32];
    hid_t base = H5Tget_super(type);
    memset(&value, 0, sizeof value);
    if (base >= 0 && H5Tget_size(type) <= sizeof value && H5Tget_member_value(type, i, &value) >= 0 &&
        H5Tconvert(base, H5T_NATIVE_LLONG, 1, &value, NULL, H5P_DEFAULT) >= 0) {
        snprintf(number, sizeof number, "=%lld", value.whole);
        add(text, number);
    }
    RELEASE(H5Tclose, base);
}

static void add_members(char *text, hid_t type, int enumeration)
{
    const int count = H5Tget_nmembers(type);
    add(text, "{");
    for (int i = 0; i < count && i < SHOWN; i++) {
        char *name = H5Tget_member_name(type, (unsigned)i);
        add(text, i > 0 ? ", " : "");
        add(text, name ? name : "?");
        H5free_memory(name);
        if (enumeration)
            add_value(text, type, (unsigned)i);
    }
    add(text, count > SHOWN ? ", ...}" : "}");
}

static void add_shape(char *text, hid_t type)
{
    hsize_t shape[MOST_RANK];
    char number[32];
    const int rank = H5Tget_array_ndims(type);
    if (rank > MOST_RANK || H5Tget_array_dims2(type, shape) < 0)
        return;
    for (int i = 0; i < rank; i++) {
        snprintf(number, sizeof number, "%s%llu", i > 0 ? " x " : "", (unsigned long long)shape[i]);
        add(text, number);
    }
}

/* The words for classes of which the size says the rest. */
static const char *plain_word(H5T_class_t class_of)
{
    switch (class_of) {
    case H5T_INTEGER:
        return "integer";
    case H5T_FLOAT:
        return "float";
    case H5T_STRING:
        return "text";
    case H5T_BITFIELD:
        return "bit field";
    default:
        return "type";
    }
}

static void word(hid_t type, char *text)
{
    char *tag, size[48];
    text[0] = 0;
    switch (H5Tget_class(type)) {
    case H5T_ENUM:
        add(text, "enumeration ");
        add_members(text, type, 1);
        return;
    case H5T_COMPOUND:
        add(text, "compound ");
        add_members(text, type, 0);
        return;
    case H5T_OPAQUE:
        tag = H5Tget_tag(type);
        add(text, "opaque ");
        add(text, tag ? tag : "?");
        H5free_memory(tag);
        return;
    case H5T_ARRAY:
        add(text, "array of ");
        add_shape(text, type);
        return;
    default:
        snprintf(size, sizeof size, " of %zu bytes", H5Tget_size(type));
        add(text, plain_word(H5Tget_class(type)));
        add(text, size);
    }
}

/* Says how two types differ; `at` is the member in which they do, "" for the whole. Answers 0. */
static int differ(hid_t a, hid_t b, const char *at, char *why)
{
    char texts[2][HALF];
    const char *colon = at[0] ? ": " : "";
    word(a, texts[0]);
    word(b, texts[1]);
    if (strcmp(texts[0], texts[1]) == 0)
        snprintf(why, REASON, "%s%s%s against one of other parts", at, colon, texts[0]);
    else
        snprintf(why, REASON, "%s%s%s against %s", at, colon, texts[0], texts[1]);
    return 0;
}

static int same_type(hid_t a, hid_t b, const char *at, char *why);

/* Member i of `a` against the one of its name in `b`. */
static int same_member(hid_t a, unsigned i, hid_t b, const char *at, char *why)
{
    char here[PLACE];
    int result = -1, k;
    char *name = H5Tget_member_name(a, i);
    hid_t first = H5Tget_member_type(a, i), second = -1;
    if (!name || first < 0)
        goto done;
    if ((k = H5Tget_member_index(b, name)) < 0) {
        result = differ(a, b, at, why);
        goto done;
    }
    const size_t places[2] = {H5Tget_member_offset(a, i), H5Tget_member_offset(b, (unsigned)k)};
    snprintf(here, sizeof here, at[0] ? "%s.%s" : "%smember %s", at, name);
    if ((unsigned)k != i && places[0] != places[1])
        result = differ(a, b, at, why);
    else if (places[0] != places[1])
        result = snprintf(why, REASON, "%s: at byte %zu against byte %zu", here, places[0], places[1]) < 0 ? -1 : 0;
    else if ((second = H5Tget_member_type(b, (unsigned)k)) >= 0)
        result = same_type(first, second, here, why);
done:
    RELEASE(H5Tclose, second);
    RELEASE(H5Tclose, first);
    H5free_memory(name);
    return result;
}

static int same_members(hid_t a, hid_t b, const char *at, char *why)
{
    const int count = H5Tget_nmembers(a);
    int same = 1;
    if (count != H5Tget_nmembers(b) || H5Tget_size(a) != H5Tget_size(b))
        return differ(a, b, at, why);
    for (int i = 0; same > 0 && i < count; i++)
        same = same_member(a, (unsigned)i, b, at, why);
    return same;
}

static int same_elements(hid_t a, hid_t b, const char *at, char *why)
{
    hsize_t shapes[2][MOST_RANK];
    char here[PLACE];
    int result = -1;
    const int rank = H5Tget_array_ndims(a);
    hid_t first = H5Tget_super(a), second = H5Tget_super(b);
    if (rank < 0 || rank > MOST_RANK || first < 0 || second < 0)
        goto done;
    if (rank != H5Tget_array_ndims(b)) {
        result = differ(a, b, at, why);
        goto done;
    }
    if (H5Tget_array_dims2(a, shapes[0]) < 0 || H5Tget_array_dims2(b, shapes[1]) < 0)
        goto done;
    snprintf(here, sizeof here, "%s%selements", at, at[0] ? ", " : "");
    result = memcmp(shapes[0], shapes[1], (size_t)rank * sizeof **shapes) ? differ(a, b, at, why)
                                                                          : same_type(first, second, here, why);
done:
    RELEASE(H5Tclose, second);
    RELEASE(H5Tclose, first);
    return result;
}

/* 1: equal bytes mean the same. Texts may differ in character set and filling, as those of a dataset may. */
static int same_type(hid_t a, hid_t b, const char *at, char *why)
{
    const int equal = H5Tequal(a, b);
    const H5T_class_t class_of = H5Tget_class(a);
    if (equal)
        return equal;
    if (class_of != H5Tget_class(b))
        return differ(a, b, at, why);
    switch (class_of) {
    case H5T_COMPOUND:
        return same_members(a, b, at, why);
    case H5T_ARRAY:
        return same_elements(a, b, at, why);
    case H5T_STRING:
        if (H5Tis_variable_str(a) == 0 && H5Tis_variable_str(b) == 0 && H5Tget_size(a) == H5Tget_size(b))
            return 1;
        return differ(a, b, at, why);
    default:
        return differ(a, b, at, why);
    }
}

int inspect_same_form(hid_t a, hid_t b, char *why, char *reason)
{
    int result = 0;
    hid_t first = 0, second = 0;
    TRY(first = H5Dget_type(a));
    TRY(second = H5Dget_type(b));
    TRY(result = same_type(first, second, "", why));
done:
    RELEASE(H5Tclose, second);
    RELEASE(H5Tclose, first);
    return result;
}
