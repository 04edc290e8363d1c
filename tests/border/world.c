/* What a good call needs: a Frame, plans, sequences, fields, files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../bridge/entry.h"
#include "border.h"

struct world world;
const int shape[4] = {nx, ny, nz, variables}, interior[6] = {3, 14, 3, 10, 2, 7};

const double *states(void)
{
    static double q[nx * ny * nz * variables];
    static int filled;
    const int n = nx * ny * nz;
    for (int i = 0; i < n && !filled; i++) {
        q[i] = 5e6 + 1e3 * i;
        q[n + i] = 300 + i % 500;
        q[2 * n + i] = 0.25 + 0.5 * (i % 7) / 7;
        q[3 * n + i] = 1 - q[2 * n + i];
    }
    filled = 1;
    return q;
}

void quiet_routine(const int *code, const char *message, const int *length)
{
    (void)code;
    (void)message;
    (void)length;
}

void need_no_frame(void)
{
    drawbridge_finalize();
    memset(world.plan, 0, sizeof world.plan);
    memset(world.sequence, 0, sizeof world.sequence);
    world.live = 0;
}

void need_frame(void)
{
    int count = 0;
    if (world.live && drawbridge_species_count(&count) == 0) return;
    need_no_frame();
    static const char settings[] = "threads=1\nlog=off";
    const int code = drawbridge_initialize(max_block, species, "CH4O2 ", species, 3, variables, settings,
                                           (int)sizeof settings - 1, NULL);
    if (code != 0 && code != 6) { /* 6: another thread was first */
        char message[400] = "";
        frame_message_(message, sizeof message - 1);
        fprintf(stderr, "border: initialize: %s\n", message);
        exit(3);
    }
    world.live = 1;
}

/* Every input of every collection, of 64 points. */
void need_views(void)
{
    static const struct {
        const char *name;
        double value;
    } views[] = {{"P", 5e6}, {"T", 400}, {"rho", 40}, {"h", -1e5}, {"e", -2e5}, {"ke", 10}, {"rhoP", 1e-5},
                 {"rhoT", -0.1}, {"hP", -1e-3}, {"hT", 1500}, {"epsMix", 150}, {"Tcrit", 200}, {"Pcrit", 5e6}};
    double a[64], y[128];
    need_frame();
    for (int i = 0; i < 128; i++) y[i] = 0.5;
    for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
        for (int i = 0; i < 64; i++) a[i] = views[v].value;
        frame_castles_populateinputstripe_(views[v].name, a, 4, 4, 4, 1, 4, 1, 4, 1, 4, 1, 1, 1, 64);
    }
    frame_castles_populateinputstripe_("Yi", y, 4, 4, 4, 1, 4, 1, 4, 1, 4, 1, species, 1, 64);
}

/* One of those there are, or a new one. */
static int one_of(int list[4], int (*make)(void))
{
    const int i = (int)random_below(4);
    if (!list[i]) list[i] = make();
    return list[i];
}

static double lasting[nx * ny * nz * (variables + 2)]; /* arrays of plans that stay */

static int make_plan(void)
{
    int plan = 0;
    need_frame();
    memcpy(lasting, states(), sizeof(double) * nx * ny * nz * variables);
    if (drawbridge_plan_create("preosrhohfromtpprop", 19, shape, interior, &plan) != 0) return 0;
    drawbridge_plan_array(plan, 0, "P", 1, lasting, shape, interior, 1);
    drawbridge_plan_array(plan, 0, "T", 1, lasting, shape, interior, 2);
    drawbridge_plan_array(plan, 0, "Yi", 2, lasting, shape, interior, 3);
    const int two[4] = {nx, ny, nz, 2};
    drawbridge_plan_array(plan, 1, "rho", 3, lasting + nx * ny * nz * variables, two, interior, 1);
    return plan;
}

int a_plan(void)
{
    need_frame();
    return one_of(world.plan, make_plan);
}

void need_fields(void)
{
    static const int extents[3] = {16, 16, 16};
    static const char *const names[] = {"a", "b", "u", "f"};
    need_frame();
    for (int i = 0; i < 4; i++) drawbridge_field_create(names[i], 1, extents, 3, 1, "double", 6);
}

static int make_sequence(void)
{
    static const double numbers[3] = {1, 1, 1};
    int sequence = 0;
    need_fields();
    if (drawbridge_sequence_create("step", 4, &sequence) != 0) return 0;
    drawbridge_sequence_apply(sequence, "laplacian", 9, "a", 1, "b", 1, numbers, 3, "", 0);
    drawbridge_sequence_apply(sequence, "combine", 7, "a b", 3, "a", 1, numbers, 2, "names=one/dt", 12);
    drawbridge_sequence_apply(sequence, "reduce", 6, "a b", 3, "ab", 2, NULL, 0, "dot", 3);
    return sequence;
}

int a_sequence(void)
{
    need_frame();
    return one_of(world.sequence, make_sequence);
}

static const int cells[3] = {12, 8, 6};
static const double origin[3], spacing[3] = {1, 1, 1};

static int make_writer(void)
{
    static unsigned many;
    char path[300];
    int handle = 0;
    const int n = snprintf(path, sizeof path, "%s/w%u.hdf", world.work, many++ % 8);
    drawbridge_snapshot_create(path, n, cells, origin, spacing, 0.5, 3, "case", 4, NULL, NULL, 0, 0, 0, &handle);
    return handle;
}

int a_writer(void) { return one_of(world.writer, make_writer); }

/* A file to read, with a field "P". */
static void need_file(char path[300])
{
    static int made;
    int handle = 0;
    const int n = snprintf(path, 300, "%s/read.hdf", world.work);
    if (made) return;
    drawbridge_snapshot_create(path, n, cells, origin, spacing, 0.5, 3, "case", 4, NULL, NULL, 0, 0, 0, &handle);
    drawbridge_snapshot_field(handle, "P", 1, "Pa", 2, states(), shape, interior, 1, 0);
    made = drawbridge_snapshot_close(handle) == 0;
}

static int make_reader(void)
{
    char path[300];
    int read_cells[3], step, handle = 0;
    double read_origin[3], read_spacing[3], time;
    need_file(path);
    drawbridge_snapshot_open(path, (int)strlen(path), read_cells, read_origin, read_spacing, &time, &step, &handle);
    return handle;
}

int a_reader(void) { return one_of(world.reader, make_reader); }

/* What a thousand calls left open is closed. */
void tidy(void)
{
    for (int i = 0; i < 4; i++) {
        if (world.writer[i]) drawbridge_snapshot_abandon(world.writer[i]);
        if (world.reader[i]) drawbridge_snapshot_close(world.reader[i]);
        world.writer[i] = world.reader[i] = 0;
    }
}
