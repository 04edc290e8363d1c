// The kernels for AVX-512 (F, DQ, VL, BW). System headers stand before the pragma: after it their
// inline functions would be compiled for this instruction set and could be kept for all.
#include "../table.h"
#include "../../machine/machine.h"

extern "C" int drawbridge_runs_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("fma");
}

#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,fma,tune=haswell")
#define ISA avx512
#define ISA_AVX512
#include "../host.h"
