/* Every public function: check what C can check, guard, call one Go export, restore, settle. The order is that of entry.h. */
#define _GNU_SOURCE
#include "entry.h"

#include <stdlib.h>
#include <string.h>

#include "../device/hostmemory/access.h"
#include "_cgo_export.h"
#include "codes.h"
#include "guard.h"

/* Runs a Go export under the guard; its code and message become those of this thread. writes: 1, it may write
 * files; 0, a call of every time step, in which Go says so (translate.go). */
#define GUARDED(expression, writes)             \
    do {                                        \
        struct guard g;                         \
        char *message = last_message();         \
        if (!guard_enter(&g)) break;            \
        message[0] = 0;                         \
        last_code = (int)(expression);          \
        if (writes) files_touched = 1;          \
        guard_leave(&g);                        \
    } while (0)

#define LEGACY_STEP(expression) LEGACY_CALL(expression, 0)
#define LEGACY(expression) LEGACY_CALL(expression, 1)
#define LEGACY_CALL(expression, writes)         \
    do {                                        \
        GUARDED(expression, writes);            \
        drawbridge_stop();                      \
    } while (0)

#define MODERN_STEP(expression) MODERN_CALL(expression, 0)
#define MODERN(expression) MODERN_CALL(expression, 1)
#define MODERN_CALL(expression, writes)         \
    do {                                        \
        GUARDED(expression, writes);            \
        return last_code;                       \
    } while (0)

/* A name in the legacy face ends at a NUL, a blank, or after 8 characters; -1: it cannot be read up to there. */
static int name_length(const char *name)
{
    const int most = (int)memory_readable(name, 8);
    int n = 0;
    while (n < most && name[n] != 0 && name[n] != ' ') n++;
    return n == most && most < 8 ? -1 : n;
}

/* 1. Lifetime */

static int initialize(struct bridge_config c, char *message)
{
    char *environment = environment_text();
    mend_host_handlers();
    if (!environment) {
        static const char why[] = "initialize: no memory for the environment";
        return drawbridge_refuse(status_out_of_memory, why, sizeof why - 1);
    }
    c.environment = environment;
    c.ignored = settings_ignored();
    int code = (int)goInitialize(c, message);
    free(environment);
    return code;
}

void frame_initialize_(int device_id, int nGridPoints, int ns, int nq, int iTurb)
{
    struct bridge_config c = {.device_id = device_id, .max_block = nGridPoints, .ns = ns, .nq = nq, .turbulence = iTurb};
    LEGACY(initialize(c, message));
}

void frame_finalize_(void) { LEGACY(goFinalize(message)); }

int drawbridge_select_device(const char *device, int length)
{
    MODERN(goSelectDevice((char *)device, length, message));
}

int drawbridge_initialize(int max_block, int ns, const char *species, int names, int species_length, int nq,
                          const char *settings, int settings_length, const int *comm)
{
    struct bridge_config c = {.device_id = -1, .max_block = max_block, .ns = ns, .nq = nq, .species = species,
                              .names = names, .species_length = species_length, .settings = settings,
                              .settings_length = settings_length, .comm = comm, .modern = 1};
    MODERN(initialize(c, message));
}

int drawbridge_finalize(void) { MODERN(goFinalize(message)); }

/* 2. Failures (frame_status_, frame_message_ are in guard.c, frame_onerror_ in policy.c) */

int drawbridge_refuse(int code, const char *message, int length)
{
    last_code = code;
    if (length < 0) length = 0;
    if (length > message_size - 1) length = message_size - 1;
    if (length && memory_judge((uintptr_t)message, (size_t)length, to_read) != memory_good) {
        message = "refuse: its message cannot be read";
        length = (int)strlen(message);
    }
    if (length) memcpy(last_message(), message, (size_t)length);
    last_message()[length] = 0;
    return code;
}

/* The policy; what it returns to the host goes to the log. Code and message stay those of the call. */
void drawbridge_stop(void)
{
    struct guard g;
    if (apply_policy()) return;
    if (!guard_enter(&g)) { /* a fork, or a call from within a call: no Go */
        static int told;
        if (!told++) tell_standard_error(last_code, last_message());
        return;
    }
    goUnheard(last_code, last_message(), secure_getenv("DRAWBRIDGE_LOG"));
    files_touched = 1;
    guard_leave(&g);
}

/* 3. Species data */

void frame_castles_populatepreosshareddata_(const double *W, const double *Tc, const double *Pc, const double *omega,
                                            const double *kij, const double *Tmid, const double *nasaLow,
                                            const double *nasaHigh)
{
    struct bridge_species s = {W, Tc, Pc, omega, kij, Tmid, nasaLow, nasaHigh, NULL, NULL};
    LEGACY(goPengRobinsonData(s, message));
}

void frame_castles_populatechungshareddata_(const double *Vc, const double *dipole, const double *kappa,
                                            const double *sigmaLJ, const double *epsLJ)
{
    struct bridge_transport t = {Vc, dipole, kappa, sigmaLJ, epsLJ, NULL};
    LEGACY(goChungData(t, message));
}

int drawbridge_species_data(const double *W, const double *Tc, const double *Pc, const double *omega,
                            const double *kij, const double *Tmid, const double *nasaLow, const double *nasaHigh,
                            const double *Tlow, const double *Thigh)
{
    struct bridge_species s = {W, Tc, Pc, omega, kij, Tmid, nasaLow, nasaHigh, Tlow, Thigh};
    MODERN(goPengRobinsonData(s, message));
}

int drawbridge_transport_data(const double *Vc, const double *dipole, const double *kappa, const double *sigmaLJ,
                              const double *epsLJ, const double *volumes)
{
    struct bridge_transport t = {Vc, dipole, kappa, sigmaLJ, epsLJ, volumes};
    MODERN(goChungData(t, message));
}

int drawbridge_species_count(int *count) { MODERN_STEP(goSpeciesCount(count, message)); }

int drawbridge_species_name(int species, char *buf, int size) { MODERN(goSpeciesName(species, buf, size, message)); }

int drawbridge_option(const char *name, int name_length, const char *value, int value_length)
{
    MODERN_STEP(goOption((char *)name, name_length, (char *)value, value_length, message));
}

/* 4. Stripes */

void frame_castles_populateinputstripe_(const char *name, double *data, int nx, int ny, int nz, int SptX, int EptX,
                                        int SptY, int EptY, int SptZ, int EptZ, int SptData, int EptData,
                                        int stripeStart, int stripeEnd)
{
    struct bridge_stripe s = {name, name_length(name), data, {nx, ny, nz}, {SptX, EptX, SptY, EptY, SptZ, EptZ},
                              SptData, EptData, stripeStart, stripeEnd};
    LEGACY_STEP(goUnpack(s, message));
}

void frame_castles_populateoutputstripe_(const char *name, double *data, int nx, int ny, int nz, int SptX, int EptX,
                                         int SptY, int EptY, int SptZ, int EptZ, int SptData, int EptData,
                                         int stripeStart, int stripeEnd)
{
    struct bridge_stripe s = {name, name_length(name), data, {nx, ny, nz}, {SptX, EptX, SptY, EptY, SptZ, EptZ},
                              SptData, EptData, stripeStart, stripeEnd};
    LEGACY_STEP(goPack(s, message));
}

/* 5. Collections */

#define COLLECTION(name)                                                 \
    void frame_tvproperties_##name##_(int nActivePoints)                 \
    {                                                                    \
        LEGACY_STEP(goCollection(#name, nActivePoints, message));        \
    }

COLLECTION(preosrhohfromtpprop)
COLLECTION(eoscalcrhoh0fromtp)
COLLECTION(preoscalctfromhp)
COLLECTION(preoscalctpfromrhoe)
COLLECTION(preoscalcsoundspeed)
COLLECTION(preosthermalproperties)
COLLECTION(eosgammajacobianproperties)
COLLECTION(preoscriticalstate)
COLLECTION(chungcalctransprop)
COLLECTION(preosviscousproperties)
COLLECTION(preosviscousfluxproperties)
COLLECTION(eosthermalandviscousproperties)

/* 6. Plans */

int drawbridge_plan_create(const char *collection, int length, const int *shape, const int *interior, int *handle)
{
    mend_host_handlers();
    MODERN(goPlanCreate((char *)collection, length, (int *)shape, (int *)interior, handle, message));
}

int drawbridge_plan_array(int handle, int role, const char *name, int length, double *address, const int *shape,
                          const int *interior, int var)
{
    MODERN_STEP(goPlanArray(handle, role, (char *)name, length, (void *)address, (int *)shape, (int *)interior, var,
                       message));
}

int drawbridge_plan_run(int handle) { MODERN_STEP(goPlanRun(handle, message)); }

int drawbridge_plan_resident(int handle, int role, const char *name, int length)
{
    MODERN(goPlanResident(handle, role, (char *)name, length, message));
}

int drawbridge_plan_destroy(int handle) { MODERN(goPlanDestroy(handle, message)); }

/* 7. Pinned arrays */

void frame_castles_pin_(double *data, int nx, int ny, int nz, int nvar)
{
    int shape[4] = {nx, ny, nz, nvar};
    LEGACY(goPin((void *)data, shape, message));
}

void frame_castles_unpin_(double *data) { LEGACY(goUnpin((void *)data, message)); }

int drawbridge_pin(double *address, const int *shape) { MODERN(goPin((void *)address, (int *)shape, message)); }

int drawbridge_unpin(double *address) { MODERN(goUnpin((void *)address, message)); }

/* 8. Report */

int drawbridge_report_text(char *buf, int size, int *length) { MODERN(goReportText(buf, size, length, message)); }

/* 9. Snapshots */

static int snapshot_create(struct bridge_snapshot s, int *handle, char *message)
{
    char *environment = s.comm ? environment_text() : NULL; /* without: no other rank waits, no setting is read */
    s.environment = environment;
    int code = (int)goSnapshotCreate(s, handle, message);
    free(environment);
    return code;
}

int drawbridge_snapshot_create(const char *path, int path_length, const int *cells, const double *origin,
                               const double *spacing, double time, int step, const char *case_name, int case_length,
                               const int *comm, const int *box, int boxes, int deflate, int refused, int *handle)
{
    char why[message_size] = "";
    if (refused) strcpy(why, last_message());
    struct bridge_snapshot s = {path, path_length, cells, origin, spacing, time, step, case_name, case_length,
                                comm, box, boxes, NULL, deflate, refused, why};
    MODERN(snapshot_create(s, handle, message));
}

int drawbridge_snapshot_field(int handle, const char *name, int name_length, const char *unit, int unit_length,
                              const double *address, const int *shape, const int *interior, int var, int refused)
{
    char why[message_size] = "";
    if (refused) strcpy(why, last_message());
    struct bridge_field f = {name, name_length, unit, unit_length, address, shape, interior, var, refused, why};
    MODERN(goSnapshotField(handle, f, message));
}

int drawbridge_snapshot_blocks(int handle, int ranks, const int *bounds, const int *owners)
{
    MODERN(goSnapshotBlocks(handle, ranks, (int *)bounds, (int *)owners, message));
}

int drawbridge_snapshot_attribute(int handle, const char *name, int name_length, const char *text, int text_length,
                                  const double *number)
{
    MODERN(goSnapshotAttribute(handle, (char *)name, name_length, (char *)text, text_length, (double *)number, message));
}

int drawbridge_snapshot_open(const char *path, int path_length, int *cells, double *origin, double *spacing,
                             double *time, int *step, int *handle)
{
    MODERN(goSnapshotOpen((char *)path, path_length, cells, origin, spacing, time, step, handle, message));
}

int drawbridge_snapshot_read(int handle, const char *name, int name_length, double *address, const int *shape,
                             const int *interior, int var, const int *first)
{
    struct bridge_field f = {name, name_length, "", 0, address, shape, interior, var, 0, ""};
    MODERN(goSnapshotRead(handle, f, (int *)first, message));
}

int drawbridge_snapshot_close(int handle) { MODERN(goSnapshotClose(handle, 1, message)); }

int drawbridge_snapshot_abandon(int handle) { MODERN(goSnapshotClose(handle, 0, message)); }

/* 10. About */

int drawbridge_version(char *buf, int size) { MODERN(goVersion(buf, size, message)); }

/* 11. Fields */

int drawbridge_field_create(const char *name, int length, const int *shape, int dims, int halo, const char *precision,
                            int precision_length)
{
    return drawbridge_field_create_components(name, length, shape, dims, halo, precision, precision_length, 1);
}

int drawbridge_field_create_components(const char *name, int length, const int *shape, int dims, int halo, const char *precision,
                                       int precision_length, int components)
{
    MODERN(goFieldCreate((char *)name, length, (int *)shape, dims, halo, (char *)precision, precision_length, components, message));
}

int drawbridge_field_temporary(const char *name, int length) { MODERN(goFieldTemporary((char *)name, length, message)); }
int drawbridge_field_destroy(const char *name, int length) { MODERN(goFieldDestroy((char *)name, length, message)); }

int drawbridge_field_copy(const char *name, int length, int to_host, void *address, int bytes, const int *shape,
                          const int *interior, int var, int layers)
{
    struct bridge_grid a = {address, bytes, shape, interior, var, layers};
    MODERN_STEP(goFieldCopy((char *)name, length, to_host, a, message));
}

int drawbridge_field_points(const char *name, int length, int read, const int *points, int count, double *values)
{
    MODERN(goFieldPoints((char *)name, length, read, (int *)points, count, values, message));
}

int drawbridge_field_reduce(const char *what, int what_length, const char *name, int length, const char *other,
                            int other_length, double *value)
{
    MODERN(goFieldReduce((char *)what, what_length, (char *)name, length, (char *)other, other_length, value, message));
}

int drawbridge_sequence_create(const char *name, int length, int *handle)
{
    MODERN(goSequenceCreate((char *)name, length, handle, message));
}

int drawbridge_sequence_apply(int handle, const char *operator_name, int operator_length, const char *reads,
                              int reads_length, const char *writes, int writes_length, const double *numbers, int count,
                              const char *options, int options_length)
{
    struct bridge_step s = {operator_name, operator_length, reads, reads_length, writes, writes_length, numbers, count,
                            options, options_length};
    MODERN(goSequenceApply(handle, s, message));
}

int drawbridge_sequence_run(int handle, int times) { MODERN_STEP(goSequenceRun(handle, times, message)); }

int drawbridge_sequence_set(int handle, const char *name, int length, double value)
{
    MODERN(goSequenceSet(handle, (char *)name, length, value, message));
}

int drawbridge_sequence_destroy(int handle) { MODERN(goSequenceDestroy(handle, message)); }

int drawbridge_poisson(const char *u, int u_length, const char *f, int f_length, const double *spacing, int axes,
                       const char *boundary, int boundary_length, double tolerance, int max_cycles, int *cycles,
                       double *history)
{
    struct bridge_poisson p = {u, u_length, f, f_length, spacing, axes, boundary, boundary_length, tolerance, max_cycles};
    MODERN(goPoisson(p, cycles, history, message));
}
