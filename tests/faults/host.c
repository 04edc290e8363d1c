#include "host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int start_frame(const char *settings)
{
    return drawbridge_initialize(2000, 2, "O2 CH4", 2, 3, 0, settings, (int)strlen(settings), NULL) == 0;
}

double *new_input(void)
{
    double *in = malloc(4 * points * sizeof *in);
    for (int i = 0; in && i < points; i++) {
        in[i] = 300;
        in[i + points] = 1e7;
        in[i + 2 * points] = in[i + 3 * points] = 0.5;
    }
    return in;
}

double *new_output(void) { return calloc(points, sizeof(double)); }

int start_plan(int *handle, double *in, double *out)
{
    static const int space[3] = {edge, edge, edge}, interior[6] = {1, edge, 1, edge, 1, edge};
    static const int four[4] = {edge, edge, edge, 4}, one[4] = {edge, edge, edge, 1};
    return drawbridge_plan_create("preosrhohfromtpprop", 19, space, interior, handle) == 0 &&
           drawbridge_plan_array(*handle, 0, "T", 1, in, four, NULL, 1) == 0 &&
           drawbridge_plan_array(*handle, 0, "P", 1, in, four, NULL, 2) == 0 &&
           drawbridge_plan_array(*handle, 0, "Yi", 2, in, four, NULL, 3) == 0 &&
           drawbridge_plan_array(*handle, 1, "rho", 3, out, one, NULL, 1) == 0;
}

int run_plan(int handle, const double *out)
{
    ((double *)out)[points - 1] = 0;
    return drawbridge_plan_run(handle) == 0 && fabs(out[0] - 90) < 10 && out[points - 1] == out[0];
}

const char *message_of_call(void)
{
    static char text[4097];
    frame_message_(text, 4096);
    for (int i = 4095; i >= 0 && text[i] == ' '; i--) text[i] = 0;
    return text;
}
