/* What is known of a point whose state is given otherwise than by T and P (inputs.h): the kernels, which want T, P and the mixture
 * there, find it in parameters.solved and compute it no second time. */
struct solution {
    real T, P;       /* K, Pa; T is NaN where there are failures */
    bool by_volume;  /* the density is given: there is no cubic to solve */
    real v;          /* then: m3/kg, of the cubic */
    composition m;
    coefficients k;  /* at T */
    real failures, notes; /* notes: what the kernels do not say themselves */
};

function bool by_volume(const parameters &p) { return p.knows() && p.solved->by_volume; }
