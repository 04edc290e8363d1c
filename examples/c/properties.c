/* Density and speed of sound of a mixture on a block with a halo, from C.
 *
 *   cc properties.c $(pkg-config --cflags --libs drawbridge) -Wl,-rpath,$(pkg-config --variable=libdir drawbridge) -o properties
 *
 * The arrays lie as Fortran lays them: x runs fastest, then y, z and the variable. Every call answers a status code. */
#include <drawbridge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 20, halo = 4, m = n + 2 * halo, cells = m * m * m, variables = 7, outputs = 2 };

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

int main(void)
{
    const int shape[4] = {m, m, m, variables}, props_shape[4] = {m, m, m, outputs};
    const int interior[6] = {halo + 1, halo + n, halo + 1, halo + n, halo + 1, halo + n}; /* x1,x2, y1,y2, z1,z2 from 1 */
    const char species[] = "CH4O2 CO2H2ON2 ";                                             /* names of three characters */
    double *q = calloc((size_t)cells * variables, sizeof *q), *props = calloc((size_t)cells * outputs, sizeof *props);
    int plan;
    if (!q || !props) return 1;
    for (int i = 0; i < cells; i++) {
        q[i] = 10.0e6;                            /* P, Pa */
        q[cells + i] = 300;                       /* T, K */
        q[2 * cells + i] = q[3 * cells + i] = .5; /* mass fractions of CH4 and O2 */
    }
    must(drawbridge_initialize(12288, 5, species, 5, 3, 0, TEXT(""), NULL));
    must(drawbridge_plan_create(TEXT("preosThermalProperties"), shape, interior, &plan));
    must(drawbridge_plan_array(plan, 0, TEXT("P"), q, shape, NULL, 1)); /* 0: it reads variable 1 */
    must(drawbridge_plan_array(plan, 0, TEXT("T"), q, shape, NULL, 2));
    must(drawbridge_plan_array(plan, 0, TEXT("Yi"), q, shape, NULL, 3)); /* and as many variables from 3 on as there are species */
    must(drawbridge_plan_array(plan, 1, TEXT("rho"), props, props_shape, NULL, 1)); /* 1: writes */
    must(drawbridge_plan_array(plan, 1, TEXT("c"), props, props_shape, NULL, 2));
    must(drawbridge_plan_run(plan)); /* each time step */
    const int middle = m / 2 * (1 + m + m * m);
    printf("density %8.3f kg/m3, speed of sound %8.3f m/s\n", props[middle], props[cells + middle]);
    must(drawbridge_finalize());
    free(q);
    free(props);
    return 0;
}
