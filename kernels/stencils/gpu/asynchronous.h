/* Copies from memory into a block's shared memory that go on while the thread works: 16 bytes each, both ends aligned.
 * A thread closes what it started into groups, and waits until all but the last so many groups are there. */
extern __shared__ __align__(128) unsigned char block_memory[];

function void copy_ahead(void *to, const void *from) {
    asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
function void close_group() { asm volatile("cp.async.commit_group;" : : : "memory"); }
template <int left> function void wait_groups() { asm volatile("cp.async.wait_group %0;" : : "n"(left) : "memory"); }
