/* Arguments of one call, bundled for the passage to Go. Pointers are the host's. */
#ifndef DRAWBRIDGE_TYPES_H
#define DRAWBRIDGE_TYPES_H

struct bridge_config {
    int device_id, max_block, ns, nq, turbulence;
    const char *species; /* names of species_length characters; null: data will be given */
    int names, species_length;
    const char *settings; /* name=value lines */
    int settings_length;
    const int *comm; /* Fortran handle of a communicator; null: this process stands alone */
    const char *environment; /* NAME=value lines, ended by NUL */
    int ignored;             /* 1: settings of the environment were left out (set-user-id) */
    int modern;              /* 1: no species at all is a Frame for fields alone */
};

struct bridge_species {
    const double *W, *Tc, *Pc, *omega, *kij, *Tmid, *nasa_low, *nasa_high, *Tlow, *Thigh; /* limits may be null */
};

struct bridge_transport {
    const double *Vc, *dipole, *kappa, *sigma, *eps, *volumes; /* all but Vc, sigma, eps may be null */
};

struct bridge_stripe {
    const char *name;
    int name_length;
    double *data;
    int shape[3], interior[6], first, last, start, end;
};

struct bridge_snapshot {
    const char *path;
    int path_length;
    const int *cells;
    const double *origin, *spacing;
    double time;
    int step;
    const char *case_name;
    int case_length;
    const int *comm, *box;   /* of a snapshot of many ranks: Fortran handle, six cells each box; null: of this process */
    int boxes;               /* of this rank */
    const char *environment; /* with comm: NAME=value lines, ended by NUL */
    int deflate;             /* compression level 1 to 9, 0: none */
    int refused;             /* the code of what the caller was refused for before, 0: nothing; the other ranks are told */
    const char *why;         /* its message */
};

struct bridge_array {
    void *address;
    int bytes, rank; /* of an element; of the array */
    const int *shape, *interior; /* interior null: all */
    int var;
    const char *order;
    int order_length, bounds;
    const int *lower; /* so many bounds; none: all are 1 */
    int layers, part; /* part: 1 where first must be given */
    const int *first; /* point of the field at which a part begins; null: the whole field */
};

struct bridge_use {
    int handle, role;
    const char *name;
    int name_length;
    void *address;
    int bytes, rank;
    const int *shape, *interior;
    int var;
    const char *order;
    int order_length;
    const double *scale, *offset;
    const int *lower;
};

struct bridge_declared {
    const char *collection;
    int collection_length, rank;
    const int *shape, *interior;
    const char *order;
    int order_length, bounds;
    const int *lower;
};

struct bridge_step {
    const char *operator_name;
    int operator_length;
    const char *reads;
    int reads_length;
    const char *writes;
    int writes_length;
    const double *numbers;
    int count;
    const char *options;
    int options_length;
};

struct bridge_poisson {
    const char *u;
    int u_length;
    const char *f;
    int f_length;
    const double *spacing;
    int axes;
    const char *boundary;
    int boundary_length;
    double tolerance;
    int max_cycles;
};

struct bridge_domain {
    const int *global, *periodic;
    int dims, blocks;
    const int *first, *extents;
    int refused;     /* the code of what the caller was refused for before, 0: nothing; the other ranks are told */
    const char *why; /* its message */
};

struct bridge_field {
    const char *name;
    int name_length;
    const char *unit;
    int unit_length;
    const double *address;
    int rank;
    const int *shape, *interior; /* interior null: all */
    int var;
    const char *order;
    int order_length, bounds;
    const int *lower; /* so many bounds; none: all are 1 */
    int refused;     /* the code of what the caller was refused for before, 0: nothing; the other ranks are told */
    const char *why; /* its message */
};

#endif
