/* kernels/stencils/gpu/signal.h for processes of this machine. */
extern "C" int sched_yield(void);
extern "C" int clock_gettime(int, void *);
static inline void publish() { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
static inline void mark(unsigned long long *word, unsigned long long value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }
static inline void tell(unsigned long long *word, unsigned long long value) { publish(), mark(word, value); }
static inline unsigned long long told(const unsigned long long *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline unsigned long long nanoseconds()
{
    long t[2];
    clock_gettime(1, t);
    return 1000000000ULL * (unsigned long long)t[0] + (unsigned long long)t[1];
}
static inline void rest() { sched_yield(); }
