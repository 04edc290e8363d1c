// The kernels for AVX2 with FMA. System headers stand before the pragma (see avx512/kernels.cpp).
#include "../table.h"
#include "../../machine/machine.h"

extern "C" int drawbridge_runs_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

#pragma GCC target("avx2,fma,tune=haswell")
#define ISA avx2
#define ISA_AVX2
#include "../host.h"
