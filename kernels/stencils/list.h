/* Every stencil kernel of the host, by its name: operator, precision, and _s where it stores past the caches.
 * STENCIL loops over rows in packs, STENCIL_POINTS point by point, STENCIL_OWN has its own loop. */
#define BOTH_STORES(name, T, ...)            \
    STENCIL(name, __VA_ARGS__, false>)       \
    STENCIL(name##_s, __VA_ARGS__, true>)

#define OF_RADIUS(T, R)                                                          \
    BOTH_STORES(derivative_r##R##_##T, T, derivative<T, R, false)                \
    STENCIL(derivative_r##R##_##T##_shifted, derivative<T, R, true, true>)       \
    STENCIL_OWN(derivative_r##R##_##T##_stacked, sweep_stacked<stacked_derivative<T, R>>) \
    STENCIL_OWN(laplacian_high_r##R##_##T##_stacked, sweep_stacked<stacked_laplacian<T, R>>) \
    BOTH_STORES(laplacian_high_r##R##_##T, T, laplacian_high<T, R, true)         \
    BOTH_STORES(laplacian_high2_r##R##_##T, T, laplacian_high<T, R, false)

#define OF_PRECISION(T)                                                                                                  \
    OF_RADIUS(T, 1) OF_RADIUS(T, 2) OF_RADIUS(T, 3) OF_RADIUS(T, 4) OF_RADIUS(T, 5) OF_RADIUS(T, 6) OF_RADIUS(T, 7) OF_RADIUS(T, 8) \
    BOTH_STORES(laplacian_##T, T, laplacian<T, true)                                                                     \
    BOTH_STORES(laplacian2_##T, T, laplacian<T, false)                                                                   \
    BOTH_STORES(residual_##T, T, residual<T, true)                                                                       \
    BOTH_STORES(residual2_##T, T, residual<T, false)                                                                     \
    BOTH_STORES(stencil7_##T, T, stencil7<T, true)                                                                       \
    BOTH_STORES(stencil72_##T, T, stencil7<T, false)                                                                     \
    BOTH_STORES(stencil27_##T, T, box<T, true)                                                                     \
    BOTH_STORES(stencil272_##T, T, box<T, false)                                                                   \
    BOTH_STORES(gray_scott_##T, T, gray_scott<T)                                                                         \
    STENCIL_OWN(gray_scott_steps_##T, gray_scott_steps<T>)                                                               \
    STENCIL_POINTS(restriction_##T, restriction<T>)                                                                      \
    STENCIL_POINTS(prolongation_##T, prolongation<T>)                                                                    \
    STENCIL(relax_##T, relax<T, true>)                                                                                   \
    STENCIL(relax2_##T, relax<T, false>)                                                                                 \
    STENCIL_OWN(fused_colours_##T, fused_colours<T>)                                                                     \
    STENCIL_OWN(fused_seams_##T, fused_seams<T>)                                                                         \
    STENCIL(constant_##T, constant<T>)                                                                                   \
    BOTH_STORES(combine1_##T, T, combine<T, 1)                                                                           \
    BOTH_STORES(combine2_##T, T, combine<T, 2)                                                                           \
    BOTH_STORES(combine3_##T, T, combine<T, 3)                                                                           \
    BOTH_STORES(combine4_##T, T, combine<T, 4)                                                                           \
    BOTH_STORES(combine_product_##T, T, combine_product<T)                                                               \
    BOTH_STORES(multiply_##T, T, product<T, false)                                                                       \
    BOTH_STORES(divide_##T, T, product<T, true)                                                                          \
    STENCIL_OWN(expression_##T, expression<T>)                                                                           \
    STENCIL_POINTS(boundary_##T, boundary<T>)                                                                            \
    STENCIL_OWN(sum_##T, reduce_rows<T, reduce_sum>)                                                                     \
    STENCIL_OWN(min_##T, reduce_rows<T, reduce_min>)                                                                     \
    STENCIL_OWN(max_##T, reduce_rows<T, reduce_max>)                                                                     \
    STENCIL_OWN(norm1_##T, reduce_rows<T, reduce_norm1>)                                                                 \
    STENCIL_OWN(norm2_##T, reduce_rows<T, reduce_norm2>)                                                                 \
    STENCIL_OWN(norm_inf_##T, reduce_rows<T, reduce_norm_inf>)                                                           \
    STENCIL_OWN(dot_##T, reduce_rows<T, reduce_dot>)

OF_PRECISION(double)
OF_PRECISION(float)

#undef BOTH_STORES
#undef OF_RADIUS
#undef OF_PRECISION
