/* The public symbols of libdrawbridge. The frame_ ones are the legacy calls (docs/fortran.md):
 * integers by value, trailing underscore, no status argument. The drawbridge_ ones are what
 * fortran/drawbridge.f90 binds to: each returns a status code and never stops the program. */
#ifndef DRAWBRIDGE_ENTRY_H
#define DRAWBRIDGE_ENTRY_H

#ifdef __cplusplus
extern "C" {
#endif

/* 1. Lifetime */
void frame_initialize_(int device_id, int nGridPoints, int ns, int nq, int iTurb);
void frame_finalize_(void);
int drawbridge_select_device(const char *device, int length);
int drawbridge_initialize(int max_block, int ns, const char *species, int names, int species_length, int nq,
                          const char *settings, int settings_length, const int *comm);
int drawbridge_finalize(void);

/* 2. Failures */
void frame_status_(int *code);
void frame_message_(char *buf, int len);
void frame_onerror_(void (*f)(const int *code, const char *msg, const int *len));
int drawbridge_refuse(int code, const char *message, int length); /* a failure found in Fortran */
void drawbridge_stop(void);                                       /* apply the policy to the last call */

/* 3. Species data */
void frame_castles_populatepreosshareddata_(const double *W, const double *Tc, const double *Pc, const double *omega,
                                            const double *kij, const double *Tmid, const double *nasaLow,
                                            const double *nasaHigh);
void frame_castles_populatechungshareddata_(const double *Vc, const double *dipole, const double *kappa,
                                            const double *sigmaLJ, const double *epsLJ);
int drawbridge_species_data(const double *W, const double *Tc, const double *Pc, const double *omega,
                            const double *kij, const double *Tmid, const double *nasaLow, const double *nasaHigh,
                            const double *Tlow, const double *Thigh);
int drawbridge_transport_data(const double *Vc, const double *dipole, const double *kappa, const double *sigmaLJ,
                              const double *epsLJ, const double *volumes);
int drawbridge_species_count(int *count);
int drawbridge_species_name(int species, char *buf, int size);
int drawbridge_option(const char *name, int name_length, const char *value, int value_length);

/* 4. Stripes. name: the view's tag, ended by NUL or a blank, or 8 characters long */
void frame_castles_populateinputstripe_(const char *name, double *data, int nx, int ny, int nz, int SptX, int EptX,
                                        int SptY, int EptY, int SptZ, int EptZ, int SptData, int EptData,
                                        int stripeStart, int stripeEnd);
void frame_castles_populateoutputstripe_(const char *name, double *data, int nx, int ny, int nz, int SptX, int EptX,
                                         int SptY, int EptY, int SptZ, int EptZ, int SptData, int EptData,
                                         int stripeStart, int stripeEnd);

/* 5. Collections, of points 1..nActivePoints of the views */
void frame_tvproperties_preosrhohfromtpprop_(int nActivePoints);
void frame_tvproperties_eoscalcrhoh0fromtp_(int nActivePoints);
void frame_tvproperties_preoscalctfromhp_(int nActivePoints);
void frame_tvproperties_preoscalctpfromrhoe_(int nActivePoints);
void frame_tvproperties_preoscalcsoundspeed_(int nActivePoints);
void frame_tvproperties_preosthermalproperties_(int nActivePoints);
void frame_tvproperties_eosgammajacobianproperties_(int nActivePoints);
void frame_tvproperties_preoscriticalstate_(int nActivePoints);
void frame_tvproperties_chungcalctransprop_(int nActivePoints);
void frame_tvproperties_preosviscousproperties_(int nActivePoints);
void frame_tvproperties_preosviscousfluxproperties_(int nActivePoints);
void frame_tvproperties_eosthermalandviscousproperties_(int nActivePoints);

/* 6. Plans. role: 0 read, 1 write, 2 bind (renew the address and shape of a name) */
int drawbridge_plan_create(const char *collection, int length, const int *shape, const int *interior, int *handle);
int drawbridge_plan_array(int handle, int role, const char *name, int length, double *address, const int *shape,
                          const int *interior, int var);
int drawbridge_plan_run(int handle);
int drawbridge_plan_resident(int handle, int role, const char *name, int length); /* role: 3 stays, 4 fetch, 5 changed */
int drawbridge_plan_destroy(int handle);

/* 6b. Pinned arrays: data(nx,ny,nz,nvar) stays where it is until unpin */
void frame_castles_pin_(double *data, int nx, int ny, int nz, int nvar);
void frame_castles_unpin_(double *data);
int drawbridge_pin(double *address, const int *shape);
int drawbridge_unpin(double *address);

/* 7. Report */
int drawbridge_report_text(char *buf, int size, int *length);

/* 8. Snapshots */
int drawbridge_snapshot_create(const char *path, int path_length, const int *cells, const double *origin,
                               const double *spacing, double time, int step, const char *case_name, int case_length,
                               const int *comm, const int *box, int boxes, int deflate, int refused, int *handle);
int drawbridge_snapshot_field(int handle, const char *name, int name_length, const char *unit, int unit_length,
                              const double *address, const int *shape, const int *interior, int var, int refused);
int drawbridge_snapshot_blocks(int handle, int ranks, const int *bounds, const int *owners);
int drawbridge_snapshot_attribute(int handle, const char *name, int name_length, const char *text, int text_length,
                                  const double *number);
int drawbridge_snapshot_open(const char *path, int path_length, int *cells, double *origin, double *spacing,
                             double *time, int *step, int *handle);
int drawbridge_snapshot_read(int handle, const char *name, int name_length, double *address, const int *shape,
                             const int *interior, int var, const int *first);
int drawbridge_snapshot_close(int handle);
int drawbridge_snapshot_abandon(int handle);

/* 9. About */
int drawbridge_version(char *buf, int size);

/* 10. Grids: fields on the device, lists of operators (docs/stencils.md) */
int drawbridge_field_create(const char *name, int length, const int *shape, int dims, int halo, const char *precision,
                            int precision_length);
int drawbridge_field_create_components(const char *name, int length, const int *shape, int dims, int halo, const char *precision,
                                       int precision_length, int components); /* as q(:,:,:,1:components) */
int drawbridge_field_destroy(const char *name, int length);
int drawbridge_field_copy(const char *name, int length, int to_host, void *address, int bytes, const int *shape,
                          const int *interior, int var, int layers); /* bytes: of an element, 8 or 4 */
int drawbridge_field_points(const char *name, int length, int read, const int *points, int count, double *values);
int drawbridge_field_reduce(const char *what, int what_length, const char *name, int length, const char *other,
                            int other_length, double *value);
int drawbridge_sequence_create(const char *name, int length, int *handle);
int drawbridge_sequence_apply(int handle, const char *operator_name, int operator_length, const char *reads,
                              int reads_length, const char *writes, int writes_length, const double *numbers, int count,
                              const char *options, int options_length);
int drawbridge_sequence_run(int handle, int times);
int drawbridge_sequence_destroy(int handle);
int drawbridge_poisson(const char *u, int u_length, const char *f, int f_length, const double *spacing, int axes,
                       const char *boundary, int boundary_length, double tolerance, int max_cycles, int *cycles,
                       double *history); /* history: max_cycles + 1 numbers */

#ifdef __cplusplus
}
#endif

#endif
