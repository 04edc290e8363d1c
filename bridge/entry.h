/* The public functions of libdrawbridge, written by make generate from bridge/entries.txt.
 * The frame_ ones are the legacy calls (docs/fortran.md): integers by value, trailing underscore, no status code.
 * The drawbridge_ ones return a status code (docs/errors.md); none of them stops the program but drawbridge_stop.
 * A text is an address and its length: it needs no NUL. A buffer is an address and its size: the library fills it with blanks and
 * writes no NUL. An address may be null only where its meaning says so. docs/c_reference.md says the same with more room. */
#ifndef DRAWBRIDGE_ENTRY_H
#define DRAWBRIDGE_ENTRY_H

#ifdef __cplusplus
extern "C" {
#endif

/* 1. Lifetime */

/* Makes the Frame, the one object that holds the library's state. The species data follow.
 *   device_id: number of a GPU; negative: any GPU that works, otherwise the host.
 *   nGridPoints: most points that a call copies and computes at once (max_block).
 *   ns: number of species.
 *   nq: number of variables of the view Q.
 *   iTurb: turbulence model of the solver, kept and not used. */
void frame_initialize_(int device_id, int nGridPoints, int ns, int nq, int iTurb);

/* Frees everything, and writes the report if one was asked for. */
void frame_finalize_(void);

/* Chooses the device of the next initialize. It is safe before MPI_Init.
 *   device: host, memcheck, cuda or cuda:N. */
int drawbridge_select_device(const char *device, int device_length);

/* Makes the Frame, the one object that holds the library's state. A second one returns an error while the first
 *   lives.
 *   max_block: most points that are copied and computed at once, at least 1; 0: those of the setting max_block, by
 *     default 12288.
 *   ns: number of species, 1 to 64; the data follow where no names are given. 0 with mechanism= in the settings:
 *     those of the file. 0 without names and mechanism: the Frame has fields only.
 *   species: names of species, each filled with blanks to species_length; null: none.
 *   names: number of names.
 *   species_length: characters of each name.
 *   nq: number of variables of the view Q, 0 for none.
 *   settings: lines name=value (docs/settings.md); may be empty.
 *   comm: Fortran handle of the solver's communicator (MPI_Comm_c2f), which is duplicated; all its ranks call
 *     then. */
int drawbridge_initialize(int max_block, int ns, const char *species, int names, int species_length, int nq,
                          const char *settings, int settings_length, const int *comm);

/* Frees everything, and writes the report if one was asked for. initialize may be called again. */
int drawbridge_finalize(void);

/* 2. Failures
 * The status code and the message of the last call are kept for each thread (docs/errors.md). */

/* The status code of this thread's last call.
 *   code: the code. */
void frame_status_(int *code);

/* The message of this thread's last call, cut to the room there is; blank after success.
 *   buf: the message. */
void frame_message_(char *buf, int buf_size);

/* Sets the routine that failures of calls without a status go through. It may stop the program or return.
 *   f: null: the policy of the setting on_error. */
void frame_onerror_(void (*f)(const int *code, const char *message, const int *length));

/* Records a failure that the caller itself has found, with its code and message, and returns the code. Interfaces
 *   of other languages use it for their own checks.
 *   code: status code.
 *   message: what is wrong. */
int drawbridge_refuse(int code, const char *message, int message_length);

/* Treats the last failure as a call without a status would: by the routine of frame_onerror_, or by the setting
 *   on_error. */
void drawbridge_stop(void);

/* 3. Species data
 * All numbers are copied at once. Every array has ns numbers, unless its meaning says otherwise. */

/* Sets the data of the equation of state.
 *   W: molar mass, kg/mol.
 *   Tc: critical temperature, K.
 *   Pc: critical pressure, Pa.
 *   omega: acentric factor.
 *   kij: ns x ns binary interaction, symmetric; null: zeros.
 *   Tmid: temperature between the two ranges of the polynomials, K.
 *   nasaLow: 7 x ns NASA-7 coefficients below Tmid.
 *   nasaHigh: 7 x ns NASA-7 coefficients above Tmid. */
void frame_castles_populatepreosshareddata_(const double *W, const double *Tc, const double *Pc, const double *omega,
                                            const double *kij, const double *Tmid, const double *nasaLow,
                                            const double *nasaHigh);

/* Sets the data of the transport collections.
 *   Vc: critical volume, m3/mol.
 *   dipole: dipole moment, debye; null: zeros.
 *   kappa: association factor of Chung; null: zeros.
 *   sigmaLJ: Lennard-Jones sigma, m.
 *   epsLJ: Lennard-Jones eps/k_B, K. */
void frame_castles_populatechungshareddata_(const double *Vc, const double *dipole, const double *kappa,
                                            const double *sigmaLJ, const double *epsLJ);

/* Sets the data of the equation of state, after initialize with ns.
 *   W: molar mass, kg/mol.
 *   Tc: critical temperature, K.
 *   Pc: critical pressure, Pa.
 *   omega: acentric factor.
 *   kij: ns x ns binary interaction, symmetric; null: zeros.
 *   Tmid: temperature between the two ranges of the polynomials, K.
 *   nasaLow: 7 x ns NASA-7 coefficients below Tmid.
 *   nasaHigh: 7 x ns NASA-7 coefficients above Tmid.
 *   Tlow: lower limit of the polynomials, K; null: not known, no point is flagged.
 *   Thigh: upper limit of the polynomials, K; null: not known, no point is flagged. */
int drawbridge_species_data(const double *W, const double *Tc, const double *Pc, const double *omega,
                            const double *kij, const double *Tmid, const double *nasaLow, const double *nasaHigh,
                            const double *Tlow, const double *Thigh);

/* Sets the data of the transport collections, after the data of the equation of state.
 *   Vc: critical volume, m3/mol.
 *   dipole: dipole moment, debye; null: zeros.
 *   kappa: association factor of Chung; null: zeros.
 *   sigmaLJ: Lennard-Jones sigma, m.
 *   epsLJ: Lennard-Jones eps/k_B, K.
 *   volumes: diffusion volume, cm3/mol; null: not known; binary_diffusion=fuller needs it. */
int drawbridge_transport_data(const double *Vc, const double *dipole, const double *kappa, const double *sigmaLJ,
                              const double *epsLJ, const double *volumes);

/* Says in which units arrays and fields of properties are held (docs/how_to/own_units.md). It precedes plans and
 *   sequences.
 *   names: quantities, separated by blanks: pressure temperature density velocity length time energy heat_capacity
 *     viscosity conductivity molar_mass. Empty: SI again.
 *   values: the size of each unit in SI; null where names is empty.
 *   count: number of values. */
int drawbridge_units(const char *names, int names_length, const double *values, int count);

/* Says in which units the data of species are that follow (docs/how_to/own_units.md).
 *   own: 0: SI. 1: the units of drawbridge_units, which was called before. */
int drawbridge_data_units(int own);

/* The number of species of the Frame.
 *   count: the number; 0 where the Frame has fields only. */
int drawbridge_species_count(int *count);

/* The points of a stripe of the Frame.
 *   count: the number. */
int drawbridge_max_block(int *count);

/* The name of a species.
 *   species: its number, from 1.
 *   buf: the name. */
int drawbridge_species_name(int species, char *buf, int buf_size);

/* Sets a convention of the models (docs/options.md).
 *   name: name of the option, such as root.
 *   value: its value, such as liquid. */
int drawbridge_option(const char *name, int name_length, const char *value, int value_length);

/* Loads a kernel set: a shared library of routines that drawbridge port has translated (docs/first_routine.md).
 *   path: the library, such as libmine.so. */
int drawbridge_load_kernels(const char *path, int path_length);

/* 4. Stripes
 * The legacy calls (docs/fortran.md). A stripe is a range of interior points, numbered from 1 with x fastest, then
 *   y, then z. A view is the stripe's values of one quantity, by name: T, P, Yi, rho. docs/fortran.md lists the
 *   views. */

/* Copies a stripe of a Fortran array into a view.
 *   name: name of the view.
 *   data: first element of the array data(nx, ny, nz, at least EptData).
 *   nx: extent of the array along x, halo included.
 *   ny: extent along y.
 *   nz: extent along z.
 *   SptX: first interior point along x, counted from 1.
 *   EptX: last interior point along x.
 *   SptY: first along y.
 *   EptY: last along y.
 *   SptZ: first along z.
 *   EptZ: last along z.
 *   SptData: first variable of the array, counted from 1.
 *   EptData: last variable.
 *   stripeStart: first point of the stripe.
 *   stripeEnd: last point of the stripe. */
void frame_castles_populateinputstripe_(const char *name, double *data, int nx, int ny, int nz, int SptX, int EptX,
                                        int SptY, int EptY, int SptZ, int EptZ, int SptData, int EptData,
                                        int stripeStart, int stripeEnd);

/* Copies a view into a stripe of a Fortran array. What lies beyond the stripe stays as it is.
 *   name: name of the view.
 *   data: first element of the array data(nx, ny, nz, at least EptData).
 *   nx: extent of the array along x, halo included.
 *   ny: extent along y.
 *   nz: extent along z.
 *   SptX: first interior point along x, counted from 1.
 *   EptX: last interior point along x.
 *   SptY: first along y.
 *   EptY: last along y.
 *   SptZ: first along z.
 *   EptZ: last along z.
 *   SptData: first variable of the array, counted from 1.
 *   EptData: last variable.
 *   stripeStart: first point of the stripe.
 *   stripeEnd: last point of the stripe. */
void frame_castles_populateoutputstripe_(const char *name, double *data, int nx, int ny, int nz, int SptX, int EptX,
                                         int SptY, int EptY, int SptZ, int EptZ, int SptData, int EptData,
                                         int stripeStart, int stripeEnd);

/* 5. Collections
 * The legacy calls: each computes points 1 to nActivePoints of the views. `drawbridge kernels` lists what each
 *   reads and writes. */

/* Runs the collection preosrhohfromtpprop.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_preosrhohfromtpprop_(int nActivePoints);

/* Runs the collection eoscalcrhoh0fromtp.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_eoscalcrhoh0fromtp_(int nActivePoints);

/* Runs the collection preoscalctfromhp.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_preoscalctfromhp_(int nActivePoints);

/* Runs the collection preoscalctpfromrhoe.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_preoscalctpfromrhoe_(int nActivePoints);

/* Runs the collection preoscalcsoundspeed.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_preoscalcsoundspeed_(int nActivePoints);

/* Runs the collection preosthermalproperties.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_preosthermalproperties_(int nActivePoints);

/* Runs the collection eosgammajacobianproperties.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_eosgammajacobianproperties_(int nActivePoints);

/* Runs the collection preoscriticalstate.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_preoscriticalstate_(int nActivePoints);

/* Runs the collection chungcalctransprop.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_chungcalctransprop_(int nActivePoints);

/* Runs the collection preosviscousproperties.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_preosviscousproperties_(int nActivePoints);

/* Runs the collection preosviscousfluxproperties.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_preosviscousfluxproperties_(int nActivePoints);

/* Runs the collection eosthermalandviscousproperties.
 *   nActivePoints: number of points, at most that of a stripe. */
void frame_tvproperties_eosthermalandviscousproperties_(int nActivePoints);

/* 6. Plans
 * A plan says once which arrays a collection reads and writes, and runs it on all interior points. */

/* Begins a plan.
 *   collection: name of a collection or block (`drawbridge kernels` lists them).
 *   shape: 3 numbers: extents of the arrays along x, y, z, halo included, x fastest.
 *   interior: 6 numbers: first and last interior point along x, y and z: x1,x2, y1,y2, z1,z2, counted from 1,
 *     inclusive.
 *   handle: the plan. */
int drawbridge_plan_create(const char *collection, int collection_length, const int shape[3], const int interior[6],
                           int *handle);

/* Begins a plan of arrays in another order or with other lower bounds.
 *   collection: as in drawbridge_plan_create.
 *   rank: number of dimensions, 3 to 5.
 *   shape: extents of the dimensions, the fastest first; of 3, those of i, j and k.
 *   interior: 6 numbers: as in drawbridge_plan_create, counted from bounds where they are given.
 *   order: what the dimensions are, the fastest first: i, j, k and var, as "var,i,j,k". Empty: "i,j,k,var".
 *   bounds: number of lower bounds: 3, rank, or 0 for none.
 *   lower: lower bounds of the dimensions, from which messages count too; null: none.
 *   handle: the plan. */
int drawbridge_plan_create_declared(const char *collection, int collection_length, int rank, const int *shape,
                                    const int interior[6], const char *order, int order_length, int bounds,
                                    const int *lower, int *handle);

/* Connects a name of the collection to an array, which must stay where it is until the plan is destroyed.
 *   handle: the plan.
 *   role: 0: the collection reads it; 1: it writes it; 2: renew address, shape and interior of a name.
 *   name: name of the view.
 *   address: first element of the array (nx, ny, nz, variables).
 *   shape: 4 numbers: its extents nx, ny, nz and its number of variables, 1 where it has three dimensions; the
 *     fastest first.
 *   interior: 6 numbers: with role 2: another interior; null: as before. Ignored with roles 0 and 1.
 *   var: first variable of the array that is meant, counted from 1. Ignored with role 2. */
int drawbridge_plan_array(int handle, int role, const char *name, int name_length, double *address, const int shape[4],
                          const int interior[6], int var);

/* Connects a name of the collection to an array of another order, precision or unit (docs/how_to/own_units.md).
 *   handle: the plan.
 *   role: as in drawbridge_plan_array; plus 16: the array lies on the GPU (docs/how_to/device_arrays.md).
 *   name: name of the view.
 *   address: first element of the array.
 *   bytes: bytes of an element: 8, or 4 for real(4); the arithmetic has 8.
 *   rank: number of dimensions, 3 to 5; the last two of 5 count as one.
 *   shape: extents of the dimensions, the fastest first.
 *   interior: 6 numbers: as in drawbridge_plan_array.
 *   var: first variable of the array that is meant, counted from 1. Ignored with role 2.
 *   order: what the dimensions are, the fastest first: i, j, k and var, as "var,i,j,k". Empty: "i,j,k,var".
 *     Ignored with role 2.
 *   scale: what is in the array times scale is SI; null: the Frame's unit. Ignored with role 2.
 *   offset: added to that; null: 0. Ignored with role 2. */
int drawbridge_plan_array_as(int handle, int role, const char *name, int name_length, void *address, int bytes,
                             int rank, const int *shape, const int interior[6], int var, const char *order,
                             int order_length, const double *scale, const double *offset);

/* Connects a name of the collection to an array whose declared lower bounds may be known.
 *   handle: the plan.
 *   role: as in drawbridge_plan_array_as.
 *   name: name of the view.
 *   address: first element of the array.
 *   bytes: as in drawbridge_plan_array_as.
 *   rank: number of dimensions, 3 to 5.
 *   shape: extents of the dimensions, the fastest first.
 *   interior: 6 numbers: as in drawbridge_plan_array, counted as in the call that began the plan.
 *   var: as in drawbridge_plan_array_as.
 *   order: as in drawbridge_plan_array_as; empty: that of the plan.
 *   scale: as in drawbridge_plan_array_as.
 *   offset: as in drawbridge_plan_array_as.
 *   lower: declared lower bounds of the dimensions; null or all 1: not known. */
int drawbridge_plan_array_declared(int handle, int role, const char *name, int name_length, void *address, int bytes,
                                   int rank, const int *shape, const int interior[6], int var, const char *order,
                                   int order_length, const double *scale, const double *offset, const int *lower);

/* Lets the runs of a plan on arrays of the GPU come after what the caller has started in a stream.
 *   handle: the plan.
 *   stream: a CUDA stream; null: all streams of the GPU. */
int drawbridge_plan_follow(int handle, void *stream);

/* Asks whether the next run of a plan is to be compared with a routine of the caller, and takes its inputs
 *   (setting check=compare).
 *   handle: the plan.
 *   sizes: 3 numbers: points, numbers of a point that the routine reads, and that it writes; all 0: nothing is
 *     compared. */
int drawbridge_plan_reference(int handle, int sizes[3]);

/* The inputs of the run that is compared, in the caller's units: all points of the first number, then of the next,
 *   in the order of reads.
 *   handle: the plan.
 *   values: points x inputs numbers. */
int drawbridge_plan_inputs(int handle, double *values);

/* Compares the routine's outputs with those of the run, and writes what differs to the log and the report.
 *   handle: the plan.
 *   values: points x outputs numbers, in the order of writes without flag; NaN: not computed. */
int drawbridge_plan_compare(int handle, const double *values);

/* Gives a number of a plan of a kernel of load_kernels another value, from the next run on.
 *   handle: the plan.
 *   name: name of the number, an argument of the kernel.
 *   value: its value. */
int drawbridge_plan_set(int handle, const char *name, int name_length, double value);

/* Runs the collection on all interior points. Everything is checked before the first point is written.
 *   handle: the plan. */
int drawbridge_plan_run(int handle);

/* Says that an array stays on the device between runs, or moves it.
 *   handle: the plan.
 *   role: 3: it stays on the device; 4: bring it to the host; 5: the host has changed it.
 *   name: name of the view. */
int drawbridge_plan_resident(int handle, int role, const char *name, int name_length);

/* Frees a plan.
 *   handle: the plan. */
int drawbridge_plan_destroy(int handle);

/* 7. Pinned arrays
 * A pinned array stays where it is until it is unpinned. A GPU then copies its rows without packing
 *   (docs/transfers.md). */

/* Pins an array data(nx, ny, nz, nvar).
 *   data: its first element.
 *   nx: extent along x.
 *   ny: extent along y.
 *   nz: extent along z.
 *   nvar: number of variables. */
void frame_castles_pin_(double *data, int nx, int ny, int nz, int nvar);

/* Unpins an array.
 *   data: its first element. */
void frame_castles_unpin_(double *data);

/* Pins an array.
 *   address: its first element.
 *   shape: 4 numbers: its extents nx, ny, nz and its number of variables, 1 where it has three dimensions; the
 *     fastest first. */
int drawbridge_pin(double *address, const int shape[4]);

/* Unpins an array.
 *   address: its first element. */
int drawbridge_unpin(double *address);

/* 8. Report */

/* The report so far: time, bytes and rate of each kernel and copy. Call it with a size of 0 to learn the length,
 *   then for the text. With a communicator every rank makes the first call, and rank 0 gets the text of all.
 *   buf: the text.
 *   length: bytes of the text. */
int drawbridge_report_text(char *buf, int buf_size, int *length);

/* 9. Snapshots
 * A snapshot is an HDF5 file (VTKHDF ImageData). It needs no live Frame. With a communicator, create, field,
 *   blocks, attribute, close and abandon are collective: every rank makes the same calls (docs/mpi.md). */

/* Begins a file under a temporary name. It gets its own name at close.
 *   path: name of the file.
 *   cells: 3 numbers: cells of the whole grid along x, y, z.
 *   origin: 3 numbers: lower corner of the first cell, m.
 *   spacing: 3 numbers: distance of cells, m.
 *   time: s.
 *   step: number of the time step.
 *   case_name: name of the run; may be empty.
 *   comm: Fortran handle of a communicator whose ranks write one file together; null: this process alone.
 *   box: 6 x boxes numbers: x1,x2, y1,y2, z1,z2 of each box of this rank in the whole grid, counted from 1. Null
 *     without comm.
 *   boxes: number of boxes of this rank; 0 without comm.
 *   deflate: 0: not compressed; 1 (fast) to 9 (small). 0 with comm.
 *   refused: 0; or the status code of a failure that the caller found itself on this rank. Then the call fails on
 *     all ranks with this code.
 *   handle: the snapshot. */
int drawbridge_snapshot_create(const char *path, int path_length, const int cells[3], const double origin[3],
                               const double spacing[3], double time, int step, const char *case_name,
                               int case_name_length, const int *comm, const int *box, int boxes, int deflate,
                               int refused, int *handle);

/* Adds one variable of an array. Its interior is as large as the grid, or as this rank's box.
 *   handle: the snapshot.
 *   name: name of the field.
 *   unit: its unit; may be empty.
 *   address: first element of the array.
 *   shape: 4 numbers: its extents nx, ny, nz and its number of variables, 1 where it has three dimensions; the
 *     fastest first.
 *   interior: 6 numbers: x1,x2, y1,y2, z1,z2, counted from 1, inclusive; null: the whole array.
 *   var: the variable, counted from 1.
 *   refused: 0; or the status code of a failure that the caller found itself on this rank. Then the call fails on
 *     all ranks with this code. */
int drawbridge_snapshot_field(int handle, const char *name, int name_length, const char *unit, int unit_length,
                              const double *address, const int shape[4], const int interior[6], int var, int refused);

/* As drawbridge_snapshot_field, of an array whose order and lower bounds are given.
 *   handle: the snapshot.
 *   name: name of the field.
 *   unit: its unit; may be empty.
 *   address: first element of the array.
 *   rank: number of its dimensions, 3 to 5.
 *   shape: extents of the dimensions, the fastest first.
 *   interior: 6 numbers: x1,x2, y1,y2, z1,z2, counted from lower, inclusive; null: the whole array.
 *   var: the variable, counted from 1.
 *   order: what the dimensions are, the fastest first, such as var,i,j,k; empty: i,j,k,var.
 *   bounds: number of lower bounds: as many as dimensions, or 3, those of i, j and k; 0: all are 1.
 *   lower: lower bounds of the dimensions; null where bounds is 0.
 *   refused: 0; or the status code of a failure that the caller found itself on this rank. Then the call fails on
 *     all ranks with this code. */
int drawbridge_snapshot_field_declared(int handle, const char *name, int name_length, const char *unit,
                                       int unit_length, const double *address, int rank, const int *shape,
                                       const int interior[6], int var, const char *order, int order_length, int bounds,
                                       const int *lower, int refused);

/* Keeps how the run was cut into blocks. Blocks may not overlap.
 *   handle: the snapshot.
 *   ranks: number of blocks.
 *   bounds: 6 x ranks: x1,x2, y1,y2, z1,z2 of each block in the whole grid, counted from 1.
 *   owners: rank of each block, from 0; null: block r is of rank r-1. */
int drawbridge_snapshot_blocks(int handle, int ranks, const int *bounds, const int *owners);

/* Keeps a text or a number with the file. A text has at most 60,000 bytes.
 *   handle: the snapshot.
 *   name: name of the attribute.
 *   text: the text, where number is null.
 *   number: the number. */
int drawbridge_snapshot_attribute(int handle, const char *name, int name_length, const char *text, int text_length,
                                  const double *number);

/* Opens a file to restart from. Every rank opens it and reads its own part.
 *   path: name of the file.
 *   cells: 3 numbers: cells of the whole grid.
 *   origin: 3 numbers: lower corner of the first cell, m.
 *   spacing: 3 numbers: distance of cells, m.
 *   time: s.
 *   step: number of the time step.
 *   handle: the snapshot. */
int drawbridge_snapshot_open(const char *path, int path_length, int cells[3], double origin[3], double spacing[3],
                             double *time, int *step, int *handle);

/* Reads a box of a field into the interior of one variable of an array. Nothing else of the array is touched.
 *   handle: the snapshot.
 *   name: name of the field.
 *   address: first element of the array.
 *   shape: 4 numbers: its extents nx, ny, nz and its number of variables, 1 where it has three dimensions; the
 *     fastest first.
 *   interior: 6 numbers: x1,x2, y1,y2, z1,z2, counted from 1, inclusive; null: the whole array.
 *   var: the variable, counted from 1.
 *   first: 3 numbers: first cell of the box in the whole grid, counted from 1. */
int drawbridge_snapshot_read(int handle, const char *name, int name_length, double *address, const int shape[4],
                             const int interior[6], int var, const int first[3]);

/* As drawbridge_snapshot_read, into an array whose order and lower bounds are given.
 *   handle: the snapshot.
 *   name: name of the field.
 *   address: first element of the array.
 *   rank: number of its dimensions, 3 to 5.
 *   shape: extents of the dimensions, the fastest first.
 *   interior: 6 numbers: x1,x2, y1,y2, z1,z2, counted from lower, inclusive; null: the whole array.
 *   var: the variable, counted from 1.
 *   order: what the dimensions are, the fastest first, such as var,i,j,k; empty: i,j,k,var.
 *   bounds: number of lower bounds: as many as dimensions, or 3, those of i, j and k; 0: all are 1.
 *   lower: lower bounds of the dimensions; null where bounds is 0.
 *   first: 3 numbers: first cell of the box in the whole grid, counted from 1. */
int drawbridge_snapshot_read_declared(int handle, const char *name, int name_length, double *address, int rank,
                                      const int *shape, const int interior[6], int var, const char *order,
                                      int order_length, int bounds, const int *lower, const int first[3]);

/* Completes a file and gives it its name; an older file of that name is replaced only now. A file that was opened
 *   to read is closed.
 *   handle: the snapshot. */
int drawbridge_snapshot_close(int handle);

/* Removes the unfinished file; an older file of its name stays.
 *   handle: the snapshot. */
int drawbridge_snapshot_abandon(int handle);

/* 10. About */

/* The release of the library that is loaded.
 *   buf: the release, such as 0.2.0. */
int drawbridge_version(char *buf, int buf_size);

/* 11. Fields
 * Fields are named arrays on the device, and sequences are lists of operators on them (docs/stencils.md,
 *   docs/fields.md). */

/* Makes a field of zeros with one component.
 *   name: name of the field.
 *   shape: extents of the interior; expressions broadcast a field along axes of extent 1.
 *   dims: number of extents, 2 or 3.
 *   halo: layers around the interior, 0 to 64.
 *   precision: double or float. */
int drawbridge_field_create(const char *name, int name_length, const int *shape, int dims, int halo,
                            const char *precision, int precision_length);

/* Makes a field of zeros.
 *   name: name of the field.
 *   shape: extents of the interior; expressions broadcast a field along axes of extent 1.
 *   dims: number of extents, 2 or 3.
 *   halo: layers around the interior, 0 to 64.
 *   precision: double or float.
 *   components: number of components, 1 to 1024. */
int drawbridge_field_create_components(const char *name, int name_length, const int *shape, int dims, int halo,
                                       const char *precision, int precision_length, int components);

/* Makes a field of zeros that is a part of a global grid.
 *   name: name of the field.
 *   shape: extents of the interior; expressions broadcast a field along axes of extent 1.
 *   dims: number of extents, 2 or 3.
 *   halo: layers around the interior, 0 to 64.
 *   precision: double or float.
 *   components: number of components, 1 to 1024.
 *   first: where the first interior point is in the global grid, counted from 1; as many numbers as extents; null:
 *     all 1. */
int drawbridge_field_create_at(const char *name, int name_length, const int *shape, int dims, int halo,
                               const char *precision, int precision_length, int components, const int *first);

/* Says that a field is this rank's part of a field on a domain, whose box it has. Reductions of it are of all
 *   ranks, and every rank calls them. Where this rank has several blocks, there is a field on each: u#1, u#2 and
 *   so on. Together they are u.
 *   name: name of a whole field.
 *   domain: the domain. */
int drawbridge_field_on_domain(const char *name, int name_length, int domain);

/* Says that a field holds values only within a run of a sequence that writes it before it reads it. A pass that
 *   makes and uses its values then need not store them.
 *   name: name of a whole field. */
int drawbridge_field_temporary(const char *name, int name_length);

/* Frees a field.
 *   name: name of the field. */
int drawbridge_field_destroy(const char *name, int name_length);

/* Copies the interior of an array, and layers of halo around it, into a field, or the other way.
 *   name: name of the field or of a component, such as Y(3).
 *   to_host: 0: from the array into the field; 1: from the field into the array.
 *   address: first element of the array.
 *   bytes: bytes of an element: 8 for a field of doubles, 4 for one of floats.
 *   shape: 4 numbers: extents nx, ny, nz of the array and its number of variables, 1 where it has three
 *     dimensions; the fastest first.
 *   interior: 6 numbers: x1,x2, y1,y2, z1,z2, counted from 1, inclusive; null: the whole array.
 *   var: first variable of the array that is meant, counted from 1; one for each component.
 *   layers: layers of halo, 0 to those of the field. */
int drawbridge_field_copy(const char *name, int name_length, int to_host, void *address, int bytes, const int shape[4],
                          const int interior[6], int var, int layers);

/* Copies the interior of an array into a part of a field's interior, or the other way. The field's halo and other
 *   points do not change.
 *   name: name of the field or of a component, such as Y(3).
 *   to_host: 0: from the array into the field; 1: from the field into the array.
 *   address: first element of the array.
 *   bytes: bytes of an element: 8 for a field of doubles, 4 for one of floats.
 *   shape: 4 numbers: extents nx, ny, nz of the array and its number of variables, 1 where it has three
 *     dimensions; the fastest first.
 *   interior: 6 numbers: x1,x2, y1,y2, z1,z2, counted from 1, inclusive: as many points as the part has; null: the
 *     whole array.
 *   var: first variable of the array that is meant, counted from 1; one for each component.
 *   first: 3 numbers: first point of the part, counted from 1; of a field on a domain, in the global grid. */
int drawbridge_field_part(const char *name, int name_length, int to_host, void *address, int bytes, const int shape[4],
                          const int interior[6], int var, const int first[3]);

/* As drawbridge_field_copy and drawbridge_field_part, of an array whose order and lower bounds are given.
 *   name: name of the field or of a component, such as Y(3).
 *   to_host: 0: from the array into the field; 1: from the field into the array.
 *   address: first element of the array.
 *   bytes: bytes of an element: 8 for a field of doubles, 4 for one of floats.
 *   rank: number of its dimensions, 3 to 5.
 *   shape: extents of the dimensions, the fastest first.
 *   interior: 6 numbers: x1,x2, y1,y2, z1,z2, counted from lower, inclusive; null: the whole array.
 *   var: first variable of the array that is meant, counted from 1; one for each component.
 *   order: what the dimensions are, the fastest first, such as var,i,j,k; empty: i,j,k,var.
 *   bounds: number of lower bounds: as many as dimensions, or 3, those of i, j and k; 0: all are 1.
 *   lower: lower bounds of the dimensions; null where bounds is 0.
 *   layers: layers of halo, 0 to those of the field; 0 with first.
 *   first: 3 numbers: first point of a part, as in drawbridge_field_part; null: the whole field. */
int drawbridge_field_copy_declared(const char *name, int name_length, int to_host, void *address, int bytes, int rank,
                                   const int *shape, const int interior[6], int var, const char *order,
                                   int order_length, int bounds, const int *lower, int layers, const int first[3]);

/* Adds numbers to a field at some interior points, or reads it there. Of a field on a domain the points are those
 *   of the global grid. All ranks call it with the same then, and each gets all values.
 *   name: name of the field.
 *   read: 0: add the values (sources); 1: read (receivers).
 *   points: 3 x count: x, y, z of each point, counted from 1.
 *   count: number of points; less than 0: the caller has no such arrays, and the call is refused on all ranks.
 *   values: count numbers. */
int drawbridge_field_points(const char *name, int name_length, int read, const int *points, int count, double *values);

/* One number of the interior of a field, or of a part of it. A NaN in it gives NaN. Sums are rounded once, at
 *   their end. Of a field on a domain it is the number of all ranks, and every rank calls it.
 *   what: sum, min, max, norm1, norm2, norm_inf or dot; after it region=core:1, region=rim:1 or region=1:8/1:4/2:3
 *     for a part.
 *   name: name of the field.
 *   other: the other field of dot; otherwise empty.
 *   value: the number. */
int drawbridge_field_reduce(const char *what, int what_length, const char *name, int name_length, const char *other,
                            int other_length, double *value);

/* Begins a list of operators that runs as one.
 *   name: for messages and the report.
 *   handle: the sequence. */
int drawbridge_sequence_create(const char *name, int name_length, int *handle);

/* Appends an operator. Everything is checked here, so a run refuses only what changed since. The option names=a/b
 *   gives the coefficients names for drawbridge_sequence_set. The option region=core:1, rim:1 or 1:8/1:4/2:3 means
 *   a part of the interior. A list within an option is separated by slashes: fill takes kind=constant faces=x-/y+
 *   layers=1. reduce makes one number of fields, named in writes; its options begin with a word, such as dot, and
 *   may give a region. compute makes one of an expression of numbers.
 *   handle: the sequence.
 *   operator_name: name of an operator, or properties, reduce or compute.
 *   reads: fields that it reads, separated by blanks or commas; the expression of pointwise and of compute.
 *   writes: fields that it writes, separated by blanks or commas.
 *   numbers: its coefficients; null where count is 0.
 *   count: number of coefficients, at most 64.
 *   options: name=value name=value; for properties the collection, and after a blank region=. */
int drawbridge_sequence_apply(int handle, const char *operator_name, int operator_name_length, const char *reads,
                              int reads_length, const char *writes, int writes_length, const double *numbers,
                              int count, const char *options, int options_length);

/* Runs the list.
 *   handle: the sequence.
 *   times: number of runs. */
int drawbridge_sequence_run(int handle, int times);

/* Starts the list. On a GPU that replays the list the call returns before it is done; elsewhere it is
 *   drawbridge_sequence_run. Every later call but start, run and set waits first. If the list has failed, that
 *   call reports it and does nothing else.
 *   handle: the sequence.
 *   times: number of runs. */
int drawbridge_sequence_start(int handle, int times);

/* Waits for all lists that were started, and reports what went wrong in them. */
int drawbridge_wait(void);

/* Gives a named number of the list another value, from the next run on, in every operator that has it.
 *   handle: the sequence.
 *   name: name of the number.
 *   value: its value. */
int drawbridge_sequence_set(int handle, const char *name, int name_length, double value);

/* Gives a number that the list computes, by reduce or compute, as it is after the last run.
 *   handle: the sequence.
 *   name: name of the number.
 *   value: its value. */
int drawbridge_sequence_get(int handle, const char *name, int name_length, double *value);

/* Frees a list.
 *   handle: the sequence. */
int drawbridge_sequence_destroy(int handle);

/* Divides a global grid among the ranks of the communicator that initialize was given. Every rank calls it.
 *   Without a communicator one rank has the whole grid.
 *   global: extents of the global grid.
 *   periodic: 1 for each periodic axis, 0 for each other.
 *   dims: number of axes, 2 or 3.
 *   first: where this rank's box begins in the global grid, counted from 1; null: Drawbridge divides the grid.
 *   extents: extents of this rank's box; null with first.
 *   handle: the domain. */
int drawbridge_domain_create(const int *global, const int *periodic, int dims, const int *first, const int *extents,
                             int *handle);

/* The same where each rank has one or several boxes of the grid, its blocks.
 *   global: extents of the global grid.
 *   periodic: 1 for each periodic axis, 0 for each other.
 *   dims: number of axes, 2 or 3.
 *   blocks: blocks of this rank, 1 to 64.
 *   first: where each block begins in the global grid, dims numbers after dims numbers; null: Drawbridge divides
 *     the grid, a block for each rank.
 *   extents: extents of each block; null with first.
 *   refused: 0; or the status code of a failure that the caller found itself on this rank. Then the call fails on
 *     all ranks with this code.
 *   handle: the domain. */
int drawbridge_domain_create_blocks(const int *global, const int *periodic, int dims, int blocks, const int *first,
                                    const int *extents, int refused, int *handle);

/* Tells which box this rank has where a Cartesian communicator divides the grid: what drawbridge_domain_create
 *   expects.
 *   comm: Fortran handle of the Cartesian communicator, of as many axes as the grid; nothing of it is kept; null:
 *     one rank has the whole grid.
 *   global: extents of the global grid.
 *   dims: number of axes, 2 or 3.
 *   first: 3 numbers: where the box begins in the global grid, counted from 1.
 *   extents: 3 numbers: its extents.
 *   periodic: 3 numbers: 1 for each periodic axis, 0 for each other. */
int drawbridge_domain_cartesian(const int *comm, const int *global, int dims, int first[3], int extents[3],
                                int periodic[3]);

/* Tells which box this rank has, and which ranks lie beyond its faces. Of several blocks that is the first.
 *   handle: the domain.
 *   first: 3 numbers: where the box begins in the global grid, counted from 1.
 *   extents: 3 numbers: its extents.
 *   neighbours: 6 numbers: ranks beyond x-, x+, y-, y+, z-, z+; -1: none. */
int drawbridge_domain_place(int handle, int first[3], int extents[3], int neighbours[6]);

/* The same of a block of this rank.
 *   handle: the domain.
 *   block: number of the block, counted from 1.
 *   first: 3 numbers: where the block begins in the global grid, counted from 1.
 *   extents: 3 numbers: its extents.
 *   neighbours: 6 numbers: ranks beyond x-, x+, y-, y+, z-, z+; -1: none. */
int drawbridge_domain_block(int handle, int block, int first[3], int extents[3], int neighbours[6]);

/* Frees a domain. Lists that exchange on it keep what they need.
 *   handle: the domain. */
int drawbridge_domain_destroy(int handle);

/* Appends an exchange of halos: those of the fields get what the neighbours of this rank have. Edges and corners
 *   too. Every rank runs its list.
 *   handle: the sequence.
 *   domain: the domain on which the fields lie.
 *   names: names of fields, separated by blanks or commas.
 *   layers: layers that are exchanged; 0: the whole halo of each field. */
int drawbridge_sequence_exchange(int handle, int domain, const char *names, int names_length, int layers);

/* Solves laplacian(u) = f on a grid of cells by V-cycles of red-black Gauss-Seidel.
 *   u: field of the first guess, and of the answer.
 *   f: field of the right-hand side.
 *   spacing: distance of cells along each axis.
 *   axes: number of axes, 2 or 3.
 *   boundary: dirichlet (0 on the faces), neumann or periodic.
 *   tolerance: done when norm2(f - laplacian(u)) is at most tolerance norm2(f).
 *   max_cycles: V-cycles until the call gives up, which is a failure.
 *   cycles: V-cycles that were made; -1 where the equation was refused, and no residual is known.
 *   history: room for max_cycles + 1 numbers. The first cycles + 1 are set: relative residual of the first guess
 *     and after each cycle. */
int drawbridge_poisson(const char *u, int u_length, const char *f, int f_length, const double *spacing, int axes,
                       const char *boundary, int boundary_length, double tolerance, int max_cycles, int *cycles,
                       double *history);

#ifdef __cplusplus
}
#endif

#endif
