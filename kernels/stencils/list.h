/* Every stencil kernel of the host, by its name: STENCIL loops over rows in registers, STENCIL_POINTS point by point, STENCIL_OWN has its
 * own loop. Those of operators come from their rows; those below belong to no operator. */
#include "list_operators.h"

#define OF_PRECISION(T)                                        \
    STENCIL_POINTS(restriction_##T, restriction<T>)            \
    STENCIL_POINTS(prolongation_##T, prolongation<T>)          \
    STENCIL_POINTS(restriction_any_##T, restriction_any<T>)    \
    STENCIL_POINTS(prolongation_any_##T, prolongation_any<T>)  \
    STENCIL_OWN(sum_##T, reduce_rows<T, reduce_sum>)           \
    STENCIL_OWN(min_##T, reduce_rows<T, reduce_min>)           \
    STENCIL_OWN(max_##T, reduce_rows<T, reduce_max>)           \
    STENCIL_OWN(norm1_##T, reduce_rows<T, reduce_norm1>)       \
    STENCIL_OWN(norm2_##T, reduce_rows<T, reduce_norm2>)       \
    STENCIL_OWN(norm_inf_##T, reduce_rows<T, reduce_norm_inf>) \
    STENCIL_OWN(dot_##T, reduce_rows<T, reduce_dot>)

OF_PRECISION(double)
OF_PRECISION(float)
STENCIL_OWN(end_sum, reduce_end<reduce_sum>)
STENCIL_OWN(end_min, reduce_end<reduce_min>)
STENCIL_OWN(end_max, reduce_end<reduce_max>)
STENCIL_OWN(end_norm1, reduce_end<reduce_norm1>)
STENCIL_OWN(end_norm2, reduce_end<reduce_norm2>)
STENCIL_OWN(end_norm_inf, reduce_end<reduce_norm_inf>)
STENCIL_OWN(end_dot, reduce_end<reduce_dot>)

#undef OF_PRECISION
