/* Reads that say whether somebody reads the same again soon: the second cache keeps that, and lets go first of what is read once. */
struct staying {
    unsigned long long policy;
};
function staying read_once() {
    staying s;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(s.policy));
    return s;
}
function staying read_again() {
    staying s;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(s.policy));
    return s;
}
function quad<float> fetch(const float *p, quad<float>, staying s) {
    quad<float> q;
    asm volatile("ld.global.nc.L2::cache_hint.v4.f32 {%0, %1, %2, %3}, [%4], %5;" : "=f"(q.v[0]), "=f"(q.v[1]), "=f"(q.v[2]), "=f"(q.v[3]) : "l"(p), "l"(s.policy));
    return q;
}
function quad<double> fetch(const double *p, quad<double>, staying s) {
    quad<double> q;
    asm volatile("ld.global.nc.L2::cache_hint.v2.f64 {%0, %1}, [%2], %3;" : "=d"(q.v[0]), "=d"(q.v[1]) : "l"(p), "l"(s.policy));
    return q;
}
template <class T> function T fetch(const T *p, T, staying) { return __ldg(p); }
