/* kernels/stencils/gpu/asynchronous.h without its machine instructions: what is copied ahead is there at once. */
static inline void copy_ahead(void *to, const void *from) { __builtin_memcpy(to, from, 16); }
static inline void close_group() {}
template <int left> static inline void wait_groups() {}
