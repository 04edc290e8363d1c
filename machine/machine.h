/* Everything that depends on the processor and is not a kernel: floating-point control, pauses, the end of streaming
 * stores. C and C++ of all packages include this one file by its path, and their Go imports the
 * package machine (doc.go says why). */
#ifndef DRAWBRIDGE_MACHINE_H
#define DRAWBRIDGE_MACHINE_H
#ifndef __CUDACC__

/* Inlined always: gcc does not inline by itself into functions for another instruction set, and a call in their place
 * costs a change between AVX and SSE. A macro in lower case, as it stands where `inline` would. */
#define at_once static inline __attribute__((always_inline))

#if defined(__x86_64__)
#include <immintrin.h>

/* MXCSR: control and sticky flags in one word. */
typedef unsigned float_state;
at_once float_state save_floats(void) { return _mm_getcsr(); }
at_once void restore_floats(float_state saved) { _mm_setcsr(saved); }
/* Round to nearest, all exceptions masked, flush to zero, denormals are zero: denormal mass fractions cost 14x. */
at_once void set_floats(void) { _mm_setcsr(0x9fc0); }

/* In a loop that waits for another core: 20 to 50 ns. */
at_once void pause_briefly(void) { _mm_pause(); }

/* Streaming stores are not ordered by a later release: this orders them. */
at_once void finish_streaming(void) { _mm_sfence(); }


/* The letter of a vector register in an asm statement. */
#define VECTOR_REGISTER "v"

#elif defined(__aarch64__)
#include <arm_neon.h>

/* FPCR holds the control, FPSR the sticky flags. */
typedef struct {
    unsigned long control, flags;
} float_state;
at_once float_state save_floats(void)
{
    float_state now;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(now.control), "=r"(now.flags) : : "memory");
    return now;
}
at_once void restore_floats(float_state saved)
{
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1" : : "r"(saved.control), "r"(saved.flags) : "memory");
}
/* FZ, bit 24: results and arguments that are denormal count as zero. All else 0: round to nearest, no traps. */
at_once void set_floats(void) { __asm__ volatile("msr fpcr, %0" : : "r"(1ul << 24) : "memory"); }

/* `yield` is nothing on most cores; `isb` waits about as long as a pause of amd64. */
at_once void pause_briefly(void) { __asm__ volatile("isb" : : : "memory"); }

/* Stores are plain here: the release that follows them orders them. */
at_once void finish_streaming(void) {}

#define VECTOR_REGISTER "w"

#else
#error "Drawbridge runs on amd64 and arm64; another processor needs a part of its own in machine.h"
#endif
#endif
#endif
