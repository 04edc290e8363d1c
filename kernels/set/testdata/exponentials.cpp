/* The GPU's exponentials, logarithm and roots (exponentials_gpu.h, dialect_gpu.h), compiled by g++: their worst errors
 * against the C library's long double, one figure a line: name, error. */
#include <cmath>
#include <cstdio>
#include "../../../device/gpu/testdata/fake/cuda_words.h"
#define SPECIES_COUNT 1
#include "dialect.h"

static double random_number() {
    static unsigned long long s = 88172645463325252ULL;
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    return (double)(s >> 11) / 9007199254740992.0;
}
static double worst[6];
static void meet(int k, double error) {
    if (!(error <= worst[k])) worst[k] = error;
}
static double relative(double a, long double b) { return (double)std::fabs((a - b) / b); }

int main() {
    fill_tables(0, 1);
    for (int i = 0; i < 2000000; ++i) {
        const double x = 40.0 * random_number() - 20.0, small = std::pow(10.0, -12.0 * random_number()) * (i % 2 ? 1.0 : -1.0);
        const double positive = std::pow(10.0, 24.0 * random_number() - 12.0);
        meet(0, relative(exp(x), expl(x)));
        meet(1, relative(expm1(small), expm1l(small)));
        meet(2, (double)std::fabs(plain_log(positive) - logl(positive)) / std::fmax(1.0, std::fabs(std::log(positive))));
        meet(3, relative(rcbrt(positive), 1.0L / cbrtl(positive)));
        meet(4, relative(sqrt(positive), sqrtl(positive)));
        meet(5, relative(reciprocal(positive), 1.0L / positive));
    }
    const char *names[] = {"exp", "expm1", "plain_log", "rcbrt", "sqrt", "reciprocal"};
    for (int k = 0; k < 6; ++k) printf("%s %.3g\n", names[k], worst[k]);
    const double nan = quiet_nan(), none = exp(-1e5), zero = sqrt(0.0);
    printf("kept %d\n", std::isnan(exp(nan)) && std::isnan(expm1(nan)) && std::isnan(plain_log(nan)) && std::isnan(plain_log(-1.0)) && std::isnan(rcbrt(nan)));
    printf("ends %d\n", std::fabs(none) < 1e-200 && std::fabs(expm1(-1e5) + 1.0) < 1e-15 && zero == 0.0);
}
