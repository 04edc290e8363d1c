/* Halos of fields along AXIS, between processes that reach each other's memory. Each block packs its part of the faces into the
 * neighbours' mailboxes, tells the same block there, waits until that one has told it, and unpacks. No host takes part, so a recording can
 * hold it. Field 0 is this process's mailbox, fields 1 and 2 are those of the low and the high neighbour, the fields of the exchange follow.
 *
 * A mailbox holds mail (below), a word for each side and block, and a slot for each side and each of two turns. With two turns nobody
 * overwrites what is not unpacked: a message of this turn has come only after its sender unpacked those of the turn before.
 * Where something else carries the messages, the slot of turn 0 goes out and that of turn 1 comes in. Such a message begins with a head.
 *
 * Of each field numbers tell, eight at a time: components, how far they are apart, layers, halo, bytes of an element, where it begins in
 * a message, in bytes. */
enum { way_nothing, way_wraps, way_mailed, way_packed, way_unpacked }; /* what happens at a side; stencils/exchange.go has the same */
enum { exchange_fields = 1, exchange_low, exchange_high, exchange_slot, exchange_patience, exchange_notice, exchange_prove, exchange_rank,
       exchange_low_rank, exchange_high_rank, exchange_words, exchange_slots, exchange_signature, exchange_run };
enum { notice_late = 1, notice_left, notice_wrong, notice_other, notice_lost };
enum { first_exchanged = 3, words_apart = 32 }; /* bytes from block to block: its turn, and what it sent in each of two turns */

struct mail {
    unsigned long long turns, finished, lost; /* exchanges so far; blocks that have finished this one; why nothing is exchanged any more */
};

struct head {
    unsigned long long signature, run; /* what the message holds; the run of the list that it belongs to, and the side that it went to */
};

function unsigned long long *word_of(const sweep &s, void *mailbox, int side) {
    return (unsigned long long *)((char *)mailbox + s.option[exchange_words] + (side * (long)gridDim.x + blockIdx.x) * words_apart);
}
function char *slot_of(const sweep &s, void *mailbox, int side, int turn) {
    return (char *)mailbox + s.option[exchange_slots] + (2 * side + turn) * s.option[exchange_slot];
}

template <class W> function void move_run(const W *from, long from_step, W *to, long to_step, long n) {
    long i = 0;
    for (; i + 4 <= n; i += 4, from += 4 * from_step, to += 4 * to_step) {
        const W a = from[0], b = from[from_step], c = from[2 * from_step], d = from[3 * from_step];
        to[0] = a, to[to_step] = b, to[2 * to_step] = c, to[3 * to_step] = d;
    }
    for (; i < n; i++, from += from_step, to += to_step) *to = *from;
}

/* The elements of a face of field k that are this thread's, in runs: each(p, step, m, stride, n) gets n of them, from element p of the field and
 * place m of the message on. Along the axes before this one a face has the halo too. */
template <class Each> function void runs_of_face(const sweep &s, int k, int side, bool inside, Each each) {
    const double *about = s.number + 8 * k;
    enum { axis = AXIS };
    const long component = (long)about[1], layers = (long)about[2], row = s.row[first_exchanged + k], plane = s.plane[first_exchanged + k];
    long extent[3], at[3];
    unrolled for (int i = 0; i < 3; i++) {
        const long halo = i < axis ? (long)about[3] : 0;
        extent[i] = s.extent[i] + 2 * halo;
        at[i] = -halo;
    }
    if (side) at[axis] = inside ? extent[axis] - layers : extent[axis];
    else at[axis] = inside ? 0 : -layers;
    extent[axis] = layers;
    const unsigned ny = (unsigned)extent[1], nz = (unsigned)extent[2], lines = ny * nz * (unsigned)about[0];
    const unsigned begin = (unsigned)((unsigned long long)lines * blockIdx.x / gridDim.x), end = (unsigned)((unsigned long long)lines * (blockIdx.x + 1) / gridDim.x);
    const unsigned together = axis == 0 ? 1 : 32, lane = threadIdx.x % together; /* threads of a line: those along x have few elements */
    for (unsigned line = begin + threadIdx.x / together; line < end; line += THREADS / together) {
        const unsigned y = line % ny, rest = line / ny, z = rest % nz;
        const long p = (rest / nz) * component + (at[2] + z) * plane + (at[1] + y) * row + at[0];
        if (axis == 0) each(p, 1L, (long)line, (long)lines, layers);
        else each(p + lane, 32L, line * extent[0] + lane, 32L, (extent[0] - lane + 31) / 32);
    }
}

/* What place m of a message has where it is proved, that sender sends along an axis to a side in one of the runs of the proof. */
template <class W> function W pattern(const sweep &s, long sender, int side, int k, long m) {
    const long what = (((sender * 3 + AXIS) * 2 + side) * 5 + k) * 1021 + s.option[exchange_run] + 1;
    unsigned long long h = (unsigned long long)what * 0x9E3779B97F4A7C15ULL + (unsigned long long)m;
    h ^= h >> 30, h *= 0xBF58476D1CE4E5B9ULL, h ^= h >> 27, h *= 0x94D049BB133111EBULL;
    return (W)(h ^ h >> 31);
}

template <class W> function W *message_of(const sweep &s, int k, char *slot) { return (W *)(slot + (long)s.number[8 * k + 5]); }

template <class W> function void pack_face(const sweep &s, int k, int side, char *slot) {
    const W *field = (const W *)s.field[first_exchanged + k];
    W *message = message_of<W>(s, k, slot);
    runs_of_face(s, k, side, true, [&](long p, long step, long m, long stride, long n) inlined {
        if (s.option[exchange_prove])
            for (long i = 0; i < n; i++) message[m + i * stride] = pattern<W>(s, s.option[exchange_rank], side, k, m + i * stride);
        else move_run(field + p, step, message + m, stride, n);
    });
}

template <class W> function bool unpack_face(const sweep &s, int k, int side, char *slot) {
    W *field = (W *)s.field[first_exchanged + k];
    const W *message = message_of<W>(s, k, slot);
    const long sender = s.option[side ? exchange_high_rank : exchange_low_rank];
    bool good = true;
    runs_of_face(s, k, side, false, [&](long p, long step, long m, long stride, long n) inlined {
        if (s.option[exchange_prove])
            for (long i = 0; i < n; i++) good &= message[m + i * stride] == pattern<W>(s, sender, 1 - side, k, m + i * stride);
        else move_run(message + m, stride, field + p, step, n);
    });
    return good;
}

/* What lies inside at a side becomes the halo at the other one. */
template <class W> function void wrap_face(const sweep &s, int k, int side) {
    W *field = (W *)s.field[first_exchanged + k];
    enum { axis = AXIS };
    const long step_of_axis = axis == 0 ? 1 : axis == 1 ? s.row[first_exchanged + k] : s.plane[first_exchanged + k];
    const long away = (side ? -s.extent[axis] : s.extent[axis]) * step_of_axis;
    runs_of_face(s, k, side, true, [&](long p, long step, long, long, long n) inlined { move_run(field + p, step, field + p + away, step, n); });
}

enum { does_wrap, does_pack, does_unpack };
template <int what> function bool faces(const sweep &s, int side, char *slot) {
    bool good = true;
    for (int k = 0; k < (int)s.option[exchange_fields]; k++) {
        const bool doubles = s.number[8 * k + 4] == 8;
        if (what == does_wrap && doubles) wrap_face<unsigned long long>(s, k, side);
        else if (what == does_wrap) wrap_face<unsigned>(s, k, side);
        else if (what == does_pack && doubles) pack_face<unsigned long long>(s, k, side, slot);
        else if (what == does_pack) pack_face<unsigned>(s, k, side, slot);
        else if (doubles) good &= unpack_face<unsigned long long>(s, k, side, slot);
        else good &= unpack_face<unsigned>(s, k, side, slot);
    }
    return good;
}

function void notify(const sweep &s, int side, int why) {
    tell((unsigned long long *)s.option[exchange_notice], (unsigned long long)(why | side << 8 | AXIS << 16));
}

function void give_up(const sweep &s, mail *own, int side, int why) {
    own->lost = why;
    notify(s, side, why);
}

/* The head of a message that goes out; whether one that came in is the expected one. */
function void write_head(const sweep &s, int side, char *slot) {
    if (blockIdx.x + threadIdx.x > 0 || s.option[exchange_prove]) return;
    head *h = (head *)slot;
    h->signature = (unsigned long long)s.option[exchange_signature], h->run = 2 * (unsigned long long)s.option[exchange_run] + side;
}
function bool good_head(const sweep &s, int side, const char *slot) {
    const head *h = (const head *)slot;
    if (s.option[exchange_prove]) return true;
    const bool other = h->signature != (unsigned long long)s.option[exchange_signature], lost = h->run != 2 * (unsigned long long)s.option[exchange_run] + 1 - side;
    if ((other || lost) && threadIdx.x == 0) notify(s, side, other ? notice_other : notice_lost);
    return !other && !lost;
}

/* Waits for the neighbour's block of the same number, no longer than the patience. */
function void await(const sweep &s, mail *own, int side, const unsigned long long *word, unsigned long long turn) {
    const unsigned long long begin = nanoseconds();
    while (told(word) < turn) {
        if (nanoseconds() - begin > (unsigned long long)s.option[exchange_patience]) {
            give_up(s, own, side, notice_late);
            return;
        }
        rest();
    }
    if (told(word) == ~0ULL) give_up(s, own, side, notice_left);
    else if (word[1 + (turn & 1)] != (unsigned long long)s.option[exchange_signature]) give_up(s, own, side, notice_other);
}

function void exchange(const sweep &s) {
    mail *own = (mail *)s.field[0];
    const bool mails = s.option[exchange_low] == way_mailed || s.option[exchange_high] == way_mailed;
    const unsigned long long turn = mails ? *(volatile unsigned long long *)&own->turns + 1 : 0;
    const bool lost = mails && *(volatile unsigned long long *)&own->lost;
    const int parity = (int)(turn & 1);
    for (int side = 0; side < 2; side++) {
        const long way = s.option[exchange_low + side];
        if (way == way_wraps) faces<does_wrap>(s, side, nullptr);
        if (way == way_packed) write_head(s, side, slot_of(s, own, side, 0)), faces<does_pack>(s, side, slot_of(s, own, side, 0));
        if (way == way_mailed && !lost) faces<does_pack>(s, side, slot_of(s, s.field[1 + side], 1 - side, parity)); /* where it comes in from the other side */
    }
    if (mails) {
        __syncthreads(); /* all threads of a block meet as often: lost may differ between them */
        for (int side = 0; side < 2 && threadIdx.x == 0 && !lost; side++)
            if (s.option[exchange_low + side] == way_mailed) {
                unsigned long long *word = word_of(s, s.field[1 + side], 1 - side);
                word[1 + parity] = (unsigned long long)s.option[exchange_signature];
                tell(word, turn);
            }
    }
    for (int side = 0; side < 2; side++) {
        const long way = s.option[exchange_low + side];
        bool good = true;
        if (way == way_unpacked && good_head(s, side, slot_of(s, own, side, 1)) && !faces<does_unpack>(s, side, slot_of(s, own, side, 1)))
            notify(s, side, notice_wrong);
        if (way == way_mailed) {
            const unsigned long long *word = word_of(s, own, side);
            if (threadIdx.x == 0 && !lost) await(s, own, side, word, turn);
            __syncthreads();
            const unsigned long long now = told(word);
            if (!lost && now >= turn && now != ~0ULL) good = faces<does_unpack>(s, side, slot_of(s, own, side, parity));
        }
        if (!good) give_up(s, own, side, notice_wrong);
    }
    if (!mails) return;
    __syncthreads();
    if (threadIdx.x > 0) return;
    if (atomicAdd(&own->finished, 1ULL) == gridDim.x - 1) {
        own->finished = 0;
        own->turns = turn;
    }
}
