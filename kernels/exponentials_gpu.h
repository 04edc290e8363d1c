/* Exponentials and logarithms for GPUs, in 10 to 12 double-precision instructions where CUDA's take 18 to 30: a
 * table of 16 figures in shared memory, one in each pair of banks, so that 32 different arguments read it at once,
 * takes four bits of the argument; no branch, and the coefficients come with the instruction from constant memory.
 * Polynomials: interpolation at Chebyshev's points with 60-digit arithmetic. Included by dialect_gpu.h. */
constants sixteenths_of_two[] = {1.0, 1.0442737824274138, 1.0905077326652577, 1.1387886347566916, 1.189207115002721, 1.241857812073484,
    1.2968395546510096, 1.3542555469368927, 1.4142135623730951, 1.4768261459394993, 1.5422108254079407, 1.6104903319492543,
    1.681792830507429, 1.7562521603732995, 1.8340080864093424, 1.9152065613971474};
/* 1/m and ln m of the middles m of the sixteenths of [1, 2). */
constants middles[] = {0.9696969696969697, 0.03077165866675366, 0.9142857142857143, 0.08961215868968717, 0.8648648648648649,
    0.14518200984449783, 0.8205128205128205, 0.19782574332991992, 0.7804878048780488, 0.2478361639045812, 0.7441860465116279,
    0.2954642128938359, 0.7111111111111111, 0.3409265869705932, 0.6808510638297872, 0.38441169891033206, 0.6530612244897959,
    0.42608439531090014, 0.6274509803921569, 0.46608972992459924, 0.6037735849056604, 0.5045560107523953, 0.5818181818181818,
    0.5415972824327444, 0.5614035087719298, 0.5773153650348236, 0.5423728813559322, 0.6118015411059929, 0.5245901639344263,
    0.6451379613735847, 0.5079365079365079, 0.6773988235918061};
constants of_exponential[] = {0.16666666665296222739, 0.041666666664953614554, 0.0083334499341071853523, 0.0013889034639665864761};
constants of_logarithm[] = {0.33333333334276142476, -0.250000000008485489, 0.19999991788660677379, -0.16666659276294091956,
    0.14303589967612344866, -0.12516088393708718689};

static __shared__ __align__(16) double near_sixteenths[16], near_middles[32];
/* Each block fills its tables before its threads meet: thread `first` of so many. */
function void fill_tables(int first, int step) {
    for (int i = first; i < 32; i += step) {
        near_middles[i] = middles[i];
        if (i < 16) near_sixteenths[i] = sixteenths_of_two[i];
    }
}

/* exp to 2e-16 and 4e-17 |x|, expm1 to 5e-15.
 * x = k ln 2/16 + r, |r| <= ln 2/32; part = expm1(r) to 3e-17, scale = 2^(k/16). For k x is cut off beyond +-708; NaN stays. */
function vector reduced_expm1(vector x, vector &scale) {
    const unsigned high = __double2hiint(x), far = 0x40862000u, size = high & 0x7fffffff;
    const vector cut = __hiloint2double((size < far ? size : far) | (high & 0x80000000), __double2loint(x));
    const vector shifted = fma(cut, 23.083120654223414, 6755399441055744.0); /* 1.5 2^52: k stands in the low bits */
    const vector r = fma(shifted - 6755399441055744.0, -0.043321698784996581, x), rr = r * r;
    const int k = __double2loint(shifted);
    const double of_two = near_sixteenths[k & 15];
    scale = __hiloint2double(__double2hiint(of_two) + ((k >> 4) << 20), __double2loint(of_two));
    const double *c = of_exponential;
    return fma(rr, fma(rr, fma(rr, c[3], fma(r, c[2], c[1])), fma(r, c[0], 0.5)), r);
}
function vector exp(vector x) {
    vector scale;
    const vector part = reduced_expm1(x, scale);
    return fma(scale, part, scale);
}
function vector expm1(vector x) {
    vector scale;
    const vector part = reduced_expm1(x, scale);
    return fma(scale, part, scale - 1.0);
}

/* ln x of a normal x > 0 to 4e-16 of |ln x| or of 1; of what is negative or no number NaN. */
function vector plain_log(vector x) {
    const int high = __double2hiint(x);
    const double2 middle = *(const double2 *)(near_middles + 2 * (high >> 16 & 15));
    const vector m = __hiloint2double((high & 0xfffff) | 0x3ff00000, __double2loint(x)), r = fma(m, middle.x, -1.0), rr = r * r;
    const unsigned biased = (unsigned)high >> 20; /* 1023 + k; 2047 and more of what has no logarithm */
    const vector k = __hiloint2double(0x43300000, biased) - 4503599627371519.0; /* 2^52 + 1023 */
    const double *c = of_logarithm;
    const vector tail = fma(rr, fma(rr, fma(r, c[5], c[4]), fma(r, c[3], c[2])), fma(r, c[1], c[0]));
    const vector y = fma(k, 0.69314718055994531, middle.y) + fma(rr, fma(r, tail, -0.5), r);
    return biased < 2047 ? y : __longlong_as_double(0x7ff8000000000000LL);
}

/* a, negative where the integer that stands in the low bits of shifted is odd. */
function vector turned_by_odd(vector a, vector shifted) {
    return __hiloint2double(__double2hiint(a) ^ (__double2loint(shifted) << 31), __double2loint(a));
}

/* x^(-1/3), 1e-37 < x < 1e37: from 18 bits of the unit for floats by one step of (1-e)^(-1/3), e = 1 - x y^3. */
function vector rcbrt(vector x) {
    const vector y = third_root_inverse((float)x), e = fma(-x * y, y * y, 1.0);
    return fma(y * e, fma(e, 2.0 / 9.0, 1.0 / 3.0), y);
}
