// The stencils for every amd64 CPU (SSE2).
#include "table.h"
#include <immintrin.h>

#define ISA baseline
#define ISA_BASELINE
#include "host.h"
