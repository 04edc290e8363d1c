/* Words that kernels of several processes write and read: what was stored before a word is told is there for whoever has seen the word.
 * The fence waits until stores in the memory of other GPUs have arrived. One serves all words that are marked after it. */
function void publish() { asm volatile("fence.acq_rel.sys;" ::: "memory"); }
function void mark(unsigned long long *word, unsigned long long value) {
    asm volatile("st.relaxed.sys.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}
function void tell(unsigned long long *word, unsigned long long value) {
    publish();
    mark(word, value);
}
function unsigned long long told(const unsigned long long *word) {
    unsigned long long value;
    asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
}
function unsigned long long nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}
function void rest() { asm volatile("nanosleep.u32 40;"); }
