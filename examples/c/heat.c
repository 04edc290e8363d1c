/* The heat equation on a field of the device, from C: the program of docs/first_stencil.md.
 *
 *   cc heat.c $(pkg-config --cflags --libs drawbridge) -Wl,-rpath,$(pkg-config --variable=libdir drawbridge) -o heat
 *
 * A sequence is a list that is built once and run many times. Every call answers a status code. */
#include <drawbridge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 32 };

static double t[n][n]; /* t[y][x]: x runs fastest */

/* Ends the program with the library's message where a call failed. */
static void must(int code)
{
    char message[512];
    int length = sizeof message;
    if (code == 0) return;
    frame_message_(message, length);
    while (length > 0 && message[length - 1] == ' ') length--; /* it is filled with blanks */
    fprintf(stderr, "%.*s (error %d)\n", length, message, code);
    exit(1);
}

/* A text is an address and a length. */
#define TEXT(text) (text), (int)strlen(text)

static void copy(int to_host)
{
    const int shape[4] = {n, n, 1, 1}, interior[6] = {1, n, 1, n, 1, 1}; /* x1,x2, y1,y2, z1,z2 from 1 */
    must(drawbridge_field_copy(TEXT("t"), to_host, t, sizeof t[0][0], shape, interior, 1, 0));
}

int main(void)
{
    const int extents[2] = {n, n};
    const double dx = 1.0e-3, kappa = 9.7e-5, dt = 2.0e-3; /* m, m2/s, s */
    const double spacing[2] = {1 / (dx * dx), 1 / (dx * dx)}, weights[2] = {1, kappa * dt};
    double hottest, total;
    int step;
    for (int i = 0; i < n * n; i++) t[i / n][i % n] = 300;
    t[n / 2 - 1][n / 2 - 1] = 1000;

    must(drawbridge_initialize(0, 0, NULL, 0, 0, 0, TEXT(""), NULL)); /* no species: a Frame for fields */
    must(drawbridge_field_create(TEXT("t"), extents, 2, 1, TEXT("double")));
    must(drawbridge_field_create(TEXT("lap"), extents, 2, 0, TEXT("double")));
    copy(0);
    must(drawbridge_sequence_create(TEXT("heat"), &step));
    must(drawbridge_sequence_apply(step, TEXT("fill"), TEXT(""), TEXT("t"), NULL, 0, TEXT("kind=mirror faces=all")));
    must(drawbridge_sequence_apply(step, TEXT("laplacian"), TEXT("t"), TEXT("lap"), spacing, 2, TEXT("")));
    must(drawbridge_sequence_apply(step, TEXT("combine"), TEXT("t lap"), TEXT("t"), weights, 2, TEXT("")));
    for (int i = 1; i <= 3; i++) {
        must(drawbridge_sequence_run(step, 100));
        must(drawbridge_field_reduce(TEXT("max"), TEXT("t"), TEXT(""), &hottest));
        must(drawbridge_field_reduce(TEXT("sum"), TEXT("t"), TEXT(""), &total));
        printf("%d steps: hottest cell %8.3f K, mean %8.3f K\n", 100 * i, hottest, total / (n * n));
    }
    copy(1); /* now the host has it */
    printf("the host's corner cell: %8.3f K\n", t[0][0]);
    must(drawbridge_sequence_destroy(step));
    must(drawbridge_finalize());
    return 0;
}
