/* Threads of a block that wait for each other, for texts whose threads share memory: the fake driver runs each as a
 * fiber, and gives fake_wait. */
extern "C" {
__attribute__((visibility("default"))) void (*fake_wait)(int warp_only);
__attribute__((visibility("default"), aligned(128))) unsigned char block_memory[232448]; /* as much as an H200 gives a block */
__attribute__((visibility("default"))) double fake_slots[1024];
}
#define __syncthreads() fake_wait(0)
template <class T> static inline T fake_exchange(T value, int from)
{
    const int lane = fake_index.thread.x % 32, first = fake_index.thread.x - lane;
    __builtin_memcpy(&fake_slots[first + lane], &value, sizeof value);
    fake_wait(1);
    T got;
    __builtin_memcpy(&got, &fake_slots[first + from], sizeof got);
    fake_wait(1);
    return got;
}
template <class T> static inline T __shfl_up_sync(unsigned, T v, int by) { const int l = fake_index.thread.x % 32; return fake_exchange(v, l < by ? l : l - by); }
template <class T> static inline T __shfl_down_sync(unsigned, T v, int by) { const int l = fake_index.thread.x % 32; return fake_exchange(v, l + by > 31 ? l : l + by); }
template <class T> static inline T __shfl_xor_sync(unsigned, T v, int by) { return fake_exchange(v, fake_index.thread.x % 32 ^ by); }
static inline int __any_sync(unsigned, int v)
{
    for (int by = 1; by < 32; by *= 2) v |= fake_exchange(v, fake_index.thread.x % 32 ^ by);
    return v;
}
