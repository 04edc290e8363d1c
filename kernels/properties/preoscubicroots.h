KERNEL(preoscubicroots, "T P Yi[ns]", "Zleast Zmost roots flag", "species",
       "smallest and largest root of the cubic and their number")

/* The roots Z > B of the cubic: smallest, largest (the same where there is one), and how many. */
function real preoscubicroots(const parameters &p, real T, real P, row Yi, real &Zleast, real &Zmost, real &roots) {
    const state s = shared_state(p, T, P, Yi);
    const volume least = solve_cubic(p, s.f.A, s.f.B, 1.0), most = solve_cubic(p, s.f.A, s.f.B, 2.0);
    const real shift = s.f.c * s.f.P_RT;
    Zleast = least.t + s.f.B - shift;
    Zmost = most.t + s.f.B - shift;
    roots = select(s.failures == 0.0, select(least.three, real(3.0), real(1.0)), not_a_number());
    return s.failures;
}
