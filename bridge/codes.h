/* The status codes that C itself gives, under the names of status/codes.go; tests/rules/twice_test.go compares the two. */
#ifndef DRAWBRIDGE_CODES_H
#define DRAWBRIDGE_CODES_H

enum status_code {
    status_ok = 0,
    status_null_pointer = 3,
    status_order = 6,
    status_out_of_memory = 8,
};

#endif
