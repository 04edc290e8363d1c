/* The lists as the compilers see them: the parameter block as structures, the flag bits as values.
 * All entries are doubles, so a structure is exactly its part of the block. */

static constexpr long MOST_SPECIES = 64;

template <int count> struct entry { typedef double type[count]; };
template <> struct entry<1> { typedef double type; };

struct header_part {
#define HEADER(name, unit, meaning) double name;
#define TABLE(name, count, unit, meaning) double name[count];
#include "parameters.h"
};
struct ROW_ALIGNMENT species_part {
#define SPECIES(name, count, unit, meaning) entry<count>::type name;
#include "parameters.h"
};
struct couple_part {
#define COUPLE(name, count, unit, meaning) entry<count>::type name;
#include "parameters.h"
};
struct more_part {
#define MORE(name, count, unit, meaning) entry<count>::type name;
#include "parameters.h"
};
struct pair_part {
#define PAIR(name, unit, meaning) double name;
#include "parameters.h"
};

#ifdef __CUDACC__
/* On the GPU header and species rows lie in constant memory, which the device fills before a launch, or,
 * where a text says PARAMETERS_SHARED 1, in a table in shared memory, which each block fills for itself: constant
 * memory serves one value at a time, and from its first 2 KB only fast. What a text's SPECIAL_HEADER defines (static constexpr members named as those of the header) is known
 * when it is compiled, and hides the block's value. */
#ifndef SPECIAL_HEADER
#define SPECIAL_HEADER
#endif
struct special_part : header_part {
    SPECIAL_HEADER
};
static constexpr long CONSTANT_PART = (sizeof(header_part) + SPECIES_COUNT * sizeof(species_part)) / sizeof(double);
#if PARAMETERS_SHARED
static __shared__ __align__(16) double shared_constants[CONSTANT_PART];
#else
extern "C" {
__constant__ double drawbridge_constants[CONSTANT_PART];
}
#endif
#else
typedef header_part special_part;
#endif

/* The numbers of the input list. */
#define GIVEN_STATE(name, number, views, meaning) static constexpr long given_##name = number;
#define GIVEN_COMPOSITION(name, number, view, meaning) static constexpr long given_##name = number;
#include "inputs.h"
#undef GIVEN_STATE
#undef GIVEN_COMPOSITION

struct solution; /* equations/solution.h */

/* One parameter block: header, species rows, couple rows, more rows, pair rows. */
struct parameters {
    const double *block;
    const solution *solved = nullptr; /* of a point whose state is given otherwise than by T and P */
#ifdef __CUDACC__
#if PARAMETERS_SHARED
    member const double *common() const { return shared_constants; }
#else
    member const double *common() const { return drawbridge_constants; }
#endif
#else
    member const double *common() const { return block; }
#endif
    member bool knows() const { return rarely(solved != nullptr); }
    member const special_part &header() const { return *(const special_part *)common(); }
    member long ns() const { return species_count((long)header().ns); }
    member long pairs() const { return (long)header().pairs; }
    member const species_part &species(long i) const { return ((const species_part *)(common() + header_size))[i]; }
    /* couple (0,0); (i,j) of j >= i follow row by row: (0,1) .. (0,ns-1), (1,1) .. */
    member const couple_part *couples() const { return (const couple_part *)(block + header_size + ns() * species_size); }
    member const more_part *more() const { return (const more_part *)(couples() + ns() * (ns() + 1) / 2); } /* of species 0, 1 .. */
    member const pair_part &pair(long k) const { return ((const pair_part *)(more() + ns()))[k]; }
    enum { header_size = sizeof(header_part) / sizeof(double), species_size = sizeof(species_part) / sizeof(double) };
};

/* The value of each flag bit, and its sum over what is true at a point. */
#define FLAG(name, bit, meaning) static constexpr double flag_##name = 1 << bit;
#include "flags.h"
#undef FLAG
function real flagged(mask m, double flag) { return select(m, real(flag), real(0.0)); }
