/* Sums over the species by the unit for matrices of doubles: for the 32 points of a warp, sums = Y x columns, where the
 * figures of a species are a row of `columns`. What is read from shared memory then serves 32 points instead of one.
 * A layout takes it by MATRIX 1; one point a thread, whole warps. Fragments are those of PTX's mma.m8n8k4 for f64: lane l
 * holds A[l/4][l%4] (point, species), B[l%4][l/4] (species, column), C[l/4][2(l%4)..] (point, two columns). */
#ifndef MATRIX
#define MATRIX 0
#endif
#if MATRIX && defined(__CUDACC_RTC__) && !MATRIX_UNIT
#error "this GPU has no unit for matrices of doubles"
#endif
#if MATRIX && defined(__CUDACC_RTC__)
static constexpr bool BY_MATRIX = true;
static_assert(JAM == 1 && TEAM == 1, "one point a thread");

/* Columns, eight a tile, of what every species adds for its Y; then the tiles of what depends on T: c1 to c6 of the ideal
 * gas below T_mid, above it, and A, B with their sign. These three add to the same eight sums. */
enum { of_sum, of_moles, of_b, of_s, of_eps, of_omega, of_dipole, of_kappa, of_mass, of_c = of_mass + MASS_PASS, plain_columns = of_c + TRANSLATED };
static constexpr int PLAIN_TILES = (plain_columns + 7) / 8, TILES = PLAIN_TILES + 3, SUMS = 8 * (PLAIN_TILES + 1);
static constexpr int of_ideal = 8 * PLAIN_TILES, of_A = of_ideal + 6, of_B = of_ideal + 7;
static constexpr int QUADS = (SPECIES_COUNT + 3) / 4; /* of species */
static constexpr int ROW = 34; /* doubles from one sum of 32 points to the next: no two lanes of a store meet in a bank */
static constexpr int RING = SUMS * ROW < 8 * 128 ? SUMS * ROW / 128 : 8; /* quads under way; of a ring in the memory that takes a warp's sums afterwards */
/* Dynamic shared memory of a block: QUADS x TILES x 32 figures, QUADS x 8 limits, then the sums of each warp. */
static constexpr int LIMITS = QUADS * TILES * LANES, STORE = LIMITS + QUADS * 8;
extern __shared__ __align__(16) double matrix_memory[];

function double figure(const species_part &s, int tile, int column) {
    const int plain = 8 * tile + column;
    if (tile == PLAIN_TILES) return column < 6 ? s.nasa_low[column] : 0.0;
    if (tile == PLAIN_TILES + 1) return column < 6 ? s.nasa_high[column] : 0.0;
    if (tile == PLAIN_TILES + 2) return column == 6 ? s.A_over_W : column == 7 ? s.B_over_W : 0.0;
    if (plain >= plain_columns) return 0.0;
    if (plain == of_c) return s.c_over_W;
    if (plain >= of_mass) return s.inverse_W * s.mass_factor[plain - of_mass];
    return plain == of_sum ? 1.0 : plain == of_moles ? s.inverse_W : plain == of_b ? s.b_over_W
        : s.inverse_W * (plain == of_s ? s.chung_s : plain == of_eps ? s.chung_eps : plain == of_omega ? s.chung_omega
        : plain == of_dipole ? s.chung_dipole : s.chung_kappa);
}
/* Each block fills its table before its threads meet. */
function void fill_matrix(const double *block) {
    if (!block) return; /* a kernel that needs none */
    const species_part *rows = (const species_part *)(block + parameters::header_size);
    for (int i = threadIdx.x; i < QUADS * TILES * LANES; i += THREADS) {
        const int lane = i % LANES, tile = i / LANES % TILES, species = i / (LANES * TILES) * 4 + lane % 4;
        matrix_memory[i] = species < SPECIES_COUNT ? figure(rows[species], tile, lane / 4) : 0.0;
    }
    for (int i = threadIdx.x; i < QUADS * 8; i += THREADS) { /* four kinks, four T_mid */
        const species_part &s = rows[min(i / 8 * 4 + i % 4, SPECIES_COUNT - 1)];
        matrix_memory[LIMITS + i] = i % 8 < 4 ? s.kink : s.T_mid;
    }
}

/* Two tiles of sums, of 16 points by 8 columns together. */
struct sums_of_16 {
    double c[4];
};
function void multiply(sums_of_16 &s, double a, double lower_a, double b) { multiply_tiles(s.c, a, lower_a, b); }

/* The sums of this thread's point, and the sign of the least Y. */
struct matrix_sums {
    const double *at; /* of this lane */
    sign least;
    member double operator[](int k) const { return at[ROW * k]; }
};

/* The rows of 32 points, asynchronously into the ring, a quad a group. Each lane copies what it alone reads. */
struct fragments {
    const double *at[4]; /* of point 8 m + lane/4 */
    long stride;
    double *ring;
    member fragments(const double *own, long stride, double *ring) : stride(stride), ring(ring + lane_here()) {
        all_unrolled for (int m = 0; m < 4; ++m)
            at[m] = (const double *)from_lane((unsigned long long)own, 8 * m + lane_here() / 4);
    }
    member void ask(int quad) const { /* beyond the last: an empty group */
        if (quad < QUADS) {
            const int species = 4 * quad + threadIdx.x % 4;
            const long from = (species < SPECIES_COUNT ? species : SPECIES_COUNT - 1) * stride;
            all_unrolled for (int m = 0; m < 4; ++m)
#ifdef BOUNDS
                ring[(quad % RING * 4 + m) * LANES] = load(at[m] + from);
#else
                copy_near<8>(ring + (quad % RING * 4 + m) * LANES, at[m] + from);
#endif
        }
        close_group();
    }
    member void ask_first() const {
        all_unrolled for (int quad = 0; quad < RING; ++quad) ask(quad);
    }
};

function matrix_sums multiplied(const parameters &p, row Yi, double T) {
    const int lane = lane_here();
    double *store = matrix_memory + STORE + threadIdx.x / LANES * (SUMS * ROW);
    const fragments rows(Yi.at, Yi.stride, store);
    double T_of[4];
    sums_of_16 sums[2][PLAIN_TILES + 1];
    sign least[4];
    if (Yi.first) rows.ask_first();
    all_unrolled for (int m = 0; m < 4; ++m) {
        T_of[m] = from_lane(T, 8 * m + lane / 4);
        least[m] = no_sign();
    }
    all_unrolled for (int m = 0; m < 2; ++m)
        all_unrolled for (int t = 0; t <= PLAIN_TILES; ++t) sums[m][t] = sums_of_16{{0.0, 0.0, 0.0, 0.0}};
    UNROLLED(1) for (int quad = 0; quad < QUADS; ++quad) {
        wait_groups<RING - 1>();
        const double *limits = matrix_memory + LIMITS + 8 * quad + lane % 4, kink = limits[0], T_mid = limits[4];
        double y[4], lower[4], upper[4], turned[4];
        all_unrolled for (int m = 0; m < 4; ++m) {
            y[m] = rows.ring[(quad % RING * 4 + m) * LANES];
            least[m] = worse(least[m], y[m]);
            upper[m] = above(T_of[m], T_mid) ? y[m] : 0.0;
            lower[m] = above(T_of[m], T_mid) ? 0.0 : y[m];
            turned[m] = reversed(above(T_of[m], kink), y[m]);
        }
        rows.ask(quad + RING);
        const double *columns = matrix_memory + quad * (TILES * LANES) + lane;
        all_unrolled for (int t = 0; t < PLAIN_TILES; ++t) {
            const double b = columns[LANES * t];
            all_unrolled for (int m = 0; m < 2; ++m) multiply(sums[m][t], y[2 * m], y[2 * m + 1], b);
        }
        const double low = columns[LANES * PLAIN_TILES], high = columns[LANES * (PLAIN_TILES + 1)], signs = columns[LANES * (PLAIN_TILES + 2)];
        all_unrolled for (int m = 0; m < 2; ++m) {
            sums_of_16 &dependent = sums[m][PLAIN_TILES];
            multiply(dependent, lower[2 * m], lower[2 * m + 1], low);
            multiply(dependent, upper[2 * m], upper[2 * m + 1], high);
            multiply(dependent, turned[2 * m], turned[2 * m + 1], signs);
        }
    }
    wait_copies();
    lanes_meet(); /* every lane has read the ring */
    all_unrolled for (int m = 0; m < 4; ++m) {
        least[m] = greater(least[m], from_other(least[m], 1));
        least[m] = greater(least[m], from_other(least[m], 2));
        all_unrolled for (int t = 0; t <= PLAIN_TILES; ++t) {
            double *to = store + (8 * t + 2 * (lane % 4)) * ROW + 8 * m + lane / 4;
            to[0] = sums[m / 2][t].c[2 * (m % 2)];
            to[ROW] = sums[m / 2][t].c[2 * (m % 2) + 1];
        }
    }
    /* lane 4 j + m has the sign of point 8 m + j */
    const sign mine = lane % 4 == 0 ? least[0] : lane % 4 == 1 ? least[1] : lane % 4 == 2 ? least[2] : least[3];
    lanes_meet();
    return matrix_sums{store + lane, from_lane(mine, lane % 8 * 4 + lane / 8)};
}

/* All lanes have their sums: the rows of the next points may come. */
function void ask_for_next(row Yi) {
    if (Yi.last) return;
    lanes_meet();
    const fragments rows(Yi.at + Yi.later, Yi.stride, matrix_memory + STORE + threadIdx.x / LANES * (SUMS * ROW));
    rows.ask_first();
}

/* Before a thread ends. */
function void wait_for_rows() { wait_copies(); }

/* What gathered (one_pass.h) gives, each point from its own polynomials; A and B of the composition have their sign. Once a
 * point: what comes next into the ring are the rows of the next. */
template <bool transport> function mixture gathered_by_matrix(const parameters &p, row Yi, real T) {
    const matrix_sums sum = multiplied(p, Yi, T);
    const mask good = (abs(sum[of_sum] - 1.0) <= 1e-6) & hardly_negative(sum.least);
    const real A = sum[of_A], B = sum[of_B];
    mixture all;
    all.m = composition{sum[of_moles], sum[of_b], A, B, TRANSLATED ? sum[of_c] : 0.0, good};
    all.q = attraction{A * A, A * B, B * B, A, B};
    all.g = ideal_gas{sum[of_ideal], sum[of_ideal + 1], sum[of_ideal + 2], sum[of_ideal + 3], sum[of_ideal + 4], sum[of_ideal + 5]};
    if (transport) {
        chung_columns c{sum[of_s], sum[of_eps], sum[of_omega], sum[of_dipole], sum[of_kappa]};
        for (int k = 0; k < MASS_PASS; ++k) c.q[k] = sum[of_mass + k];
        all.s = with_mass(p, Yi, c);
    }
    ask_for_next(Yi);
    return all;
}
#else
static constexpr bool BY_MATRIX = false;
function void fill_matrix(const double *) {}
function void wait_for_rows() {}
template <bool transport> function mixture gathered_by_matrix(const parameters &, row, real);
#endif
