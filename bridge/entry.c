/* The public functions that do more than hand their arguments on (forward.c): they bundle them, or look at the host first.
 * frame_status_, frame_message_ and drawbridge_refuse stand in guard.c, frame_onerror_ and drawbridge_stop in policy.c. */
#define _GNU_SOURCE
#include "entry.h"

#include <stdlib.h>
#include <string.h>

#include "../device/hostmemory/access.h"
#include "_cgo_export.h"
#include "call.h"
#include "codes.h"

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

int drawbridge_initialize(int max_block, int ns, const char *species, int names, int species_length, int nq,
                          const char *settings, int settings_length, const int *comm)
{
    struct bridge_config c = {.device_id = -1, .max_block = max_block, .ns = ns, .nq = nq, .species = species,
                              .names = names, .species_length = species_length, .settings = settings,
                              .settings_length = settings_length, .comm = comm, .modern = 1};
    MODERN(initialize(c, message));
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

/* 6. Plans */

int drawbridge_plan_create(const char *collection, int length, const int shape[3], const int interior[6], int *handle)
{
    mend_host_handlers();
    MODERN(goPlanCreate((char *)collection, length, (int *)shape, (int *)interior, handle, message));
}

int drawbridge_plan_create_declared(const char *collection, int collection_length, int rank, const int *shape,
                                    const int interior[6], const char *order, int order_length, int bounds,
                                    const int *lower, int *handle)
{
    const struct bridge_declared declared = {collection, collection_length, rank, shape, interior,
                                             order, order_length, bounds, lower};
    mend_host_handlers();
    MODERN(goPlanCreateDeclared(declared, handle, message));
}

/* 7. Pinned arrays */

void frame_castles_pin_(double *data, int nx, int ny, int nz, int nvar)
{
    int shape[4] = {nx, ny, nz, nvar};
    LEGACY(goPin((void *)data, shape, message));
}

/* 9. Snapshots */

static int snapshot_create(struct bridge_snapshot s, int *handle, char *message)
{
    char *environment = s.comm ? environment_text() : NULL; /* without: no other rank waits, no setting is read */
    s.environment = environment;
    int code = (int)goSnapshotCreate(s, handle, message);
    free(environment);
    return code;
}

int drawbridge_snapshot_create(const char *path, int path_length, const int cells[3], const double origin[3],
                               const double spacing[3], double time, int step, const char *case_name, int case_length,
                               const int *comm, const int *box, int boxes, int deflate, int refused, int *handle)
{
    char why[message_size] = "";
    if (refused) strcpy(why, last_message());
    struct bridge_snapshot s = {path, path_length, cells, origin, spacing, time, step, case_name, case_length,
                                comm, box, boxes, NULL, deflate, refused, why};
    MODERN(snapshot_create(s, handle, message));
}

int drawbridge_snapshot_field(int handle, const char *name, int name_length, const char *unit, int unit_length,
                              const double *address, const int shape[4], const int interior[6], int var, int refused)
{
    return drawbridge_snapshot_field_declared(handle, name, name_length, unit, unit_length, address, 4, shape, interior,
                                              var, "", 0, 0, NULL, refused);
}

int drawbridge_snapshot_field_declared(int handle, const char *name, int name_length, const char *unit, int unit_length,
                                       const double *address, int rank, const int *shape, const int interior[6],
                                       int var, const char *order, int order_length, int bounds, const int *lower,
                                       int refused)
{
    char why[message_size] = "";
    if (refused) strcpy(why, last_message());
    struct bridge_field f = {name, name_length, unit, unit_length, address, rank, shape, interior, var,
                             order, order_length, bounds, lower, refused, why};
    MODERN(goSnapshotField(handle, f, message));
}

/* 10. Domains */

int drawbridge_domain_create_blocks(const int *global, const int *periodic, int dims, int blocks, const int *first,
                                    const int *extents, int refused, int *handle)
{
    char why[message_size] = "";
    if (refused) strcpy(why, last_message());
    struct bridge_domain d = {global, periodic, dims, blocks, first, extents, refused, why};
    MODERN(goDomainCreate(d, handle, message));
}
