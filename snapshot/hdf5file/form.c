//go:build hdf5

/* What an element that is no number consists of: equal bytes mean the same only if names, places and types do. */
#include "inspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 8, HALF = REASON / 2 - 64 };

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

static void word(hid_t type, char *text)
{
    char *tag;
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
        add(text, "array");
        return;
    default:
        add(text, "type");
    }
}

int inspect_same_form(hid_t a, hid_t b, char *why, char *reason)
{
    int result = 0;
    hid_t first = 0, second = 0;
    char texts[2][HALF];
    TRY(first = H5Dget_type(a));
    TRY(second = H5Dget_type(b));
    TRY(result = H5Tequal(first, second));
    word(first, texts[0]);
    word(second, texts[1]);
    if (strcmp(texts[0], texts[1]) == 0)
        snprintf(why, REASON, "%s against one of other parts", texts[0]);
    else
        snprintf(why, REASON, "%s against %s", texts[0], texts[1]);
done:
    RELEASE(H5Tclose, second);
    RELEASE(H5Tclose, first);
    return result;
}
