// The stencils for AVX-512. System headers stand before the pragma (see kernels/avx512/kernels.cpp).
#include "../table.h"
#include "../../../machine/machine.h"

extern "C" int drawbridge_stencils_run_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("fma");
}

#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,fma,tune=haswell")
#define ISA avx512
#define ISA_AVX512
#include "../host.h"
