// The stencils for every amd64 CPU (SSE2).
#include "../table.h"
#include "../../../machine/machine.h"

#define ISA baseline
#include "../host.h"
