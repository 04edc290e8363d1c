/* The public functions that hand their arguments on to a Go export, written by make generate from bridge/entries.txt.
 * The other ones stand in entry.c, guard.c and policy.c. */
#define _GNU_SOURCE
#include "entry.h"

#include "_cgo_export.h"
#include "call.h"

/* 1. Lifetime */

void frame_finalize_(void) { LEGACY(goFinalize(message)); }

int drawbridge_select_device(const char *device, int device_length)
{
    MODERN(goSelectDevice((char *)device, device_length, message));
}

int drawbridge_finalize(void) { MODERN(goFinalize(message)); }

/* 3. Species data */

void frame_castles_populatepreosshareddata_(const double *W, const double *Tc, const double *Pc, const double *omega,
                                            const double *kij, const double *Tmid, const double *nasaLow,
                                            const double *nasaHigh)
{
    const struct bridge_species species = {W, Tc, Pc, omega, kij, Tmid, nasaLow, nasaHigh, NULL, NULL};
    LEGACY(goPengRobinsonData(species, message));
}

void frame_castles_populatechungshareddata_(const double *Vc, const double *dipole, const double *kappa,
                                            const double *sigmaLJ, const double *epsLJ)
{
    const struct bridge_transport transport = {Vc, dipole, kappa, sigmaLJ, epsLJ, NULL};
    LEGACY(goChungData(transport, message));
}

int drawbridge_species_data(const double *W, const double *Tc, const double *Pc, const double *omega,
                            const double *kij, const double *Tmid, const double *nasaLow, const double *nasaHigh,
                            const double *Tlow, const double *Thigh)
{
    const struct bridge_species species = {W, Tc, Pc, omega, kij, Tmid, nasaLow, nasaHigh, Tlow, Thigh};
    MODERN(goPengRobinsonData(species, message));
}

int drawbridge_transport_data(const double *Vc, const double *dipole, const double *kappa, const double *sigmaLJ,
                              const double *epsLJ, const double *volumes)
{
    const struct bridge_transport transport = {Vc, dipole, kappa, sigmaLJ, epsLJ, volumes};
    MODERN(goChungData(transport, message));
}

int drawbridge_units(const char *names, int names_length, const double *values, int count)
{
    MODERN(goUnits((char *)names, names_length, (double *)values, count, message));
}

int drawbridge_data_units(int own) { MODERN(goDataUnits(own, message)); }

int drawbridge_species_count(int *count) { MODERN_STEP(goSpeciesCount(count, message)); }

int drawbridge_max_block(int *count) { MODERN_STEP(goMaxBlock(count, message)); }

int drawbridge_species_name(int species, char *buf, int buf_size)
{
    MODERN(goSpeciesName(species, buf, buf_size, message));
}

int drawbridge_option(const char *name, int name_length, const char *value, int value_length)
{
    MODERN_STEP(goOption((char *)name, name_length, (char *)value, value_length, message));
}

int drawbridge_load_kernels(const char *path, int path_length)
{
    MODERN(goLoadKernels((char *)path, path_length, message));
}

/* 5. Collections */

void frame_tvproperties_preosrhohfromtpprop_(int nActivePoints)
{
    LEGACY_STEP(goCollection("preosrhohfromtpprop", nActivePoints, message));
}

void frame_tvproperties_eoscalcrhoh0fromtp_(int nActivePoints)
{
    LEGACY_STEP(goCollection("eoscalcrhoh0fromtp", nActivePoints, message));
}

void frame_tvproperties_preoscalctfromhp_(int nActivePoints)
{
    LEGACY_STEP(goCollection("preoscalctfromhp", nActivePoints, message));
}

void frame_tvproperties_preoscalctpfromrhoe_(int nActivePoints)
{
    LEGACY_STEP(goCollection("preoscalctpfromrhoe", nActivePoints, message));
}

void frame_tvproperties_preoscalcsoundspeed_(int nActivePoints)
{
    LEGACY_STEP(goCollection("preoscalcsoundspeed", nActivePoints, message));
}

void frame_tvproperties_preosthermalproperties_(int nActivePoints)
{
    LEGACY_STEP(goCollection("preosthermalproperties", nActivePoints, message));
}

void frame_tvproperties_eosgammajacobianproperties_(int nActivePoints)
{
    LEGACY_STEP(goCollection("eosgammajacobianproperties", nActivePoints, message));
}

void frame_tvproperties_preoscriticalstate_(int nActivePoints)
{
    LEGACY_STEP(goCollection("preoscriticalstate", nActivePoints, message));
}

void frame_tvproperties_chungcalctransprop_(int nActivePoints)
{
    LEGACY_STEP(goCollection("chungcalctransprop", nActivePoints, message));
}

void frame_tvproperties_preosviscousproperties_(int nActivePoints)
{
    LEGACY_STEP(goCollection("preosviscousproperties", nActivePoints, message));
}

void frame_tvproperties_preosviscousfluxproperties_(int nActivePoints)
{
    LEGACY_STEP(goCollection("preosviscousfluxproperties", nActivePoints, message));
}

void frame_tvproperties_eosthermalandviscousproperties_(int nActivePoints)
{
    LEGACY_STEP(goCollection("eosthermalandviscousproperties", nActivePoints, message));
}

/* 6. Plans */

int drawbridge_plan_array(int handle, int role, const char *name, int name_length, double *address, const int shape[4],
                          const int interior[6], int var)
{
    MODERN_STEP(goPlanArray(handle, role, (char *)name, name_length, address, (int *)shape, (int *)interior, var,
                            message));
}

int drawbridge_plan_array_as(int handle, int role, const char *name, int name_length, void *address, int bytes,
                             int rank, const int *shape, const int interior[6], int var, const char *order,
                             int order_length, const double *scale, const double *offset)
{
    const struct bridge_use use = {handle, role, name, name_length, address, bytes, rank, shape, interior, var, order,
                                   order_length, scale, offset, NULL};
    MODERN_STEP(goPlanArrayAs(use, message));
}

int drawbridge_plan_array_declared(int handle, int role, const char *name, int name_length, void *address, int bytes,
                                   int rank, const int *shape, const int interior[6], int var, const char *order,
                                   int order_length, const double *scale, const double *offset, const int *lower)
{
    const struct bridge_use use = {handle, role, name, name_length, address, bytes, rank, shape, interior, var, order,
                                   order_length, scale, offset, lower};
    MODERN_STEP(goPlanArrayAs(use, message));
}

int drawbridge_plan_follow(int handle, void *stream) { MODERN_STEP(goPlanFollow(handle, stream, message)); }

int drawbridge_plan_reference(int handle, int sizes[3]) { MODERN(goPlanReference(handle, sizes, message)); }

int drawbridge_plan_inputs(int handle, double *values) { MODERN(goPlanInputs(handle, values, message)); }

int drawbridge_plan_compare(int handle, const double *values)
{
    MODERN(goPlanCompare(handle, (double *)values, message));
}

int drawbridge_plan_set(int handle, const char *name, int name_length, double value)
{
    MODERN(goPlanSet(handle, (char *)name, name_length, value, message));
}

int drawbridge_plan_run(int handle) { MODERN_STEP(goPlanRun(handle, message)); }

int drawbridge_plan_resident(int handle, int role, const char *name, int name_length)
{
    MODERN(goPlanResident(handle, role, (char *)name, name_length, message));
}

int drawbridge_plan_destroy(int handle) { MODERN(goPlanDestroy(handle, message)); }

/* 7. Pinned arrays */

void frame_castles_unpin_(double *data) { LEGACY(goUnpin(data, message)); }

int drawbridge_pin(double *address, const int shape[4]) { MODERN(goPin(address, (int *)shape, message)); }

int drawbridge_unpin(double *address) { MODERN(goUnpin(address, message)); }

/* 8. Report */

int drawbridge_report_text(char *buf, int buf_size, int *length)
{
    MODERN(goReportText(buf, buf_size, length, message));
}

/* 9. Snapshots */

int drawbridge_snapshot_blocks(int handle, int ranks, const int *bounds, const int *owners)
{
    MODERN(goSnapshotBlocks(handle, ranks, (int *)bounds, (int *)owners, message));
}

int drawbridge_snapshot_attribute(int handle, const char *name, int name_length, const char *text, int text_length,
                                  const double *number)
{
    MODERN(goSnapshotAttribute(handle, (char *)name, name_length, (char *)text, text_length, (double *)number,
                               message));
}

int drawbridge_snapshot_open(const char *path, int path_length, int cells[3], double origin[3], double spacing[3],
                             double *time, int *step, int *handle)
{
    MODERN(goSnapshotOpen((char *)path, path_length, cells, origin, spacing, time, step, handle, message));
}

int drawbridge_snapshot_read(int handle, const char *name, int name_length, double *address, const int shape[4],
                             const int interior[6], int var, const int first[3])
{
    const struct bridge_field field = {name, name_length, "", 0, address, 4, shape, interior, var, "", 0, 0, NULL, 0,
                                       ""};
    MODERN(goSnapshotRead(handle, field, (int *)first, message));
}

int drawbridge_snapshot_read_declared(int handle, const char *name, int name_length, double *address, int rank,
                                      const int *shape, const int interior[6], int var, const char *order,
                                      int order_length, int bounds, const int *lower, const int first[3])
{
    const struct bridge_field field = {name, name_length, "", 0, address, rank, shape, interior, var, order,
                                       order_length, bounds, lower, 0, ""};
    MODERN(goSnapshotRead(handle, field, (int *)first, message));
}

int drawbridge_snapshot_close(int handle) { MODERN(goSnapshotClose(handle, 1, message)); }

int drawbridge_snapshot_abandon(int handle) { MODERN(goSnapshotClose(handle, 0, message)); }

/* 10. About */

int drawbridge_version(char *buf, int buf_size) { MODERN(goVersion(buf, buf_size, message)); }

/* 11. Fields */

int drawbridge_field_create(const char *name, int name_length, const int *shape, int dims, int halo,
                            const char *precision, int precision_length)
{
    MODERN(goFieldCreate((char *)name, name_length, (int *)shape, dims, halo, (char *)precision, precision_length, 1,
                         NULL, message));
}

int drawbridge_field_create_components(const char *name, int name_length, const int *shape, int dims, int halo,
                                       const char *precision, int precision_length, int components)
{
    MODERN(goFieldCreate((char *)name, name_length, (int *)shape, dims, halo, (char *)precision, precision_length,
                         components, NULL, message));
}

int drawbridge_field_create_at(const char *name, int name_length, const int *shape, int dims, int halo,
                               const char *precision, int precision_length, int components, const int *first)
{
    MODERN(goFieldCreate((char *)name, name_length, (int *)shape, dims, halo, (char *)precision, precision_length,
                         components, (int *)first, message));
}

int drawbridge_field_on_domain(const char *name, int name_length, int domain)
{
    MODERN(goFieldOnDomain((char *)name, name_length, domain, message));
}

int drawbridge_field_temporary(const char *name, int name_length)
{
    MODERN(goFieldTemporary((char *)name, name_length, message));
}

int drawbridge_field_destroy(const char *name, int name_length)
{
    MODERN(goFieldDestroy((char *)name, name_length, message));
}

int drawbridge_field_copy(const char *name, int name_length, int to_host, void *address, int bytes, const int shape[4],
                          const int interior[6], int var, int layers)
{
    const struct bridge_array array = {address, bytes, 4, shape, interior, var, "", 0, 0, NULL, layers, 0, NULL};
    MODERN_STEP(goFieldCopy((char *)name, name_length, to_host, array, message));
}

int drawbridge_field_part(const char *name, int name_length, int to_host, void *address, int bytes, const int shape[4],
                          const int interior[6], int var, const int first[3])
{
    const struct bridge_array array = {address, bytes, 4, shape, interior, var, "", 0, 0, NULL, 0, 1, first};
    MODERN_STEP(goFieldCopy((char *)name, name_length, to_host, array, message));
}

int drawbridge_field_copy_declared(const char *name, int name_length, int to_host, void *address, int bytes, int rank,
                                   const int *shape, const int interior[6], int var, const char *order,
                                   int order_length, int bounds, const int *lower, int layers, const int first[3])
{
    const struct bridge_array array = {address, bytes, rank, shape, interior, var, order, order_length, bounds, lower,
                                       layers, 0, first};
    MODERN_STEP(goFieldCopy((char *)name, name_length, to_host, array, message));
}

int drawbridge_field_points(const char *name, int name_length, int read, const int *points, int count, double *values)
{
    MODERN(goFieldPoints((char *)name, name_length, read, (int *)points, count, values, message));
}

int drawbridge_field_reduce(const char *what, int what_length, const char *name, int name_length, const char *other,
                            int other_length, double *value)
{
    MODERN(goFieldReduce((char *)what, what_length, (char *)name, name_length, (char *)other, other_length, value,
                         message));
}

int drawbridge_sequence_create(const char *name, int name_length, int *handle)
{
    MODERN(goSequenceCreate((char *)name, name_length, handle, message));
}

int drawbridge_sequence_apply(int handle, const char *operator_name, int operator_name_length, const char *reads,
                              int reads_length, const char *writes, int writes_length, const double *numbers,
                              int count, const char *options, int options_length)
{
    const struct bridge_step step = {operator_name, operator_name_length, reads, reads_length, writes, writes_length,
                                     numbers, count, options, options_length};
    MODERN(goSequenceApply(handle, step, message));
}

int drawbridge_sequence_run(int handle, int times) { MODERN_STEP(goSequenceRun(handle, times, message)); }

int drawbridge_sequence_start(int handle, int times) { MODERN_STEP(goSequenceStart(handle, times, message)); }

int drawbridge_wait(void) { MODERN(goWait(message)); }

int drawbridge_sequence_set(int handle, const char *name, int name_length, double value)
{
    MODERN(goSequenceSet(handle, (char *)name, name_length, value, message));
}

int drawbridge_sequence_get(int handle, const char *name, int name_length, double *value)
{
    MODERN(goSequenceGet(handle, (char *)name, name_length, value, message));
}

int drawbridge_sequence_destroy(int handle) { MODERN(goSequenceDestroy(handle, message)); }

int drawbridge_domain_create(const int *global, const int *periodic, int dims, const int *first, const int *extents,
                             int *handle)
{
    const struct bridge_domain domain = {global, periodic, dims, 1, first, extents, 0, NULL};
    MODERN(goDomainCreate(domain, handle, message));
}

int drawbridge_domain_cartesian(const int *comm, const int *global, int dims, int first[3], int extents[3],
                                int periodic[3])
{
    MODERN(goDomainCartesian((int *)comm, (int *)global, dims, first, extents, periodic, message));
}

int drawbridge_domain_place(int handle, int first[3], int extents[3], int neighbours[6])
{
    MODERN(goDomainBlock(handle, 1, first, extents, neighbours, message));
}

int drawbridge_domain_block(int handle, int block, int first[3], int extents[3], int neighbours[6])
{
    MODERN(goDomainBlock(handle, block, first, extents, neighbours, message));
}

int drawbridge_domain_destroy(int handle) { MODERN(goDomainDestroy(handle, message)); }

int drawbridge_sequence_exchange(int handle, int domain, const char *names, int names_length, int layers)
{
    MODERN(goSequenceExchange(handle, domain, (char *)names, names_length, layers, message));
}

int drawbridge_poisson(const char *u, int u_length, const char *f, int f_length, const double *spacing, int axes,
                       const char *boundary, int boundary_length, double tolerance, int max_cycles, int *cycles,
                       double *history)
{
    const struct bridge_poisson poisson = {u, u_length, f, f_length, spacing, axes, boundary, boundary_length,
                                           tolerance, max_cycles};
    MODERN(goPoisson(poisson, cycles, history, message));
}
