/* Written by make generate from the rows in kernels/properties. Change those, not this file. */
#define KERNEL(...) /* rows are for list.h */
#include "properties/composition.h"
#include "properties/derivatives.h"
#include "properties/energy.h"
#include "properties/inverse.h"
#include "properties/partial.h"
#include "properties/sets.h"
#include "properties/transport.h"
#include "properties/volume.h"
#undef KERNEL
