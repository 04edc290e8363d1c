// The stencils for every arm64 CPU (NEON).
#include "../table.h"
#include "../../../machine/machine.h"

#define ISA neon
#include "../host.h"
