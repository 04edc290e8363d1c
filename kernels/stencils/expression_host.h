/* A user's expression on the CPU: a program of instructions (expression_forms.h) for blocks of four pieces. A block takes its
 * pieces from as many rows as it needs, so that short rows waste nothing; fields with the strides of most need one offset per
 * piece.
 *
 * The last field of the sweep but the states of sums is the program, which stencils/program.go writes. A program of several outputs stores them by instructions
 * of its own; its field before the program is none of its own output then. Points behind the end of a row are computed with the
 * last piece of it, as its padding lets them be read, and are not stored: behind the last row there is a line to spare, and a halo. */
struct program_head {
    unsigned short named, constants, temporaries, accesses; /* how many */
    unsigned short home;                                    /* a field that has the strides of most */
    unsigned short stencils;                                /* instructions that are one */
    unsigned short fetched;                                 /* so many fields, the first ones, are read */
    unsigned short totals;                                  /* sums of what is computed */
    unsigned long long apart; /* bits of the accesses whose strides are not the home's; the bit behind them is the output's */
    unsigned long long splat; /* of those to fields with one point along x. Of them those that are not apart are one number on each plane */
    /* then the accesses, the stencils, the constants in doubles, and the instructions */
};
/* What is read: a field at the point, or at a neighbour; where field is below 0, the point's coordinate -1 - field in the global grid. */
struct access {
    short field, x, y, z;
};
/* A stencil: its field, which and how many numbers of the program are its own, its axis, and its reach along z. */
struct described {
    unsigned short field, from, count;
    unsigned char axis, reach;
};
/* A field whose strides are its own, or a coordinate along an axis: where its point (0,0,0) is, and the pieces of a block. Those of a field
 * with one point along x are computed, as coordinates are. */
struct away {
    char *from;
    long row, plane;
    four *at;
    int axis;     /* below 0: a field */
    char *splats; /* memory of its pieces; null: they lie in the field */
};
/* A field that is one number on each plane. */
struct level {
    const char *from;
    long plane;
    const void **place;
};
enum { most_blocks = 32, most_pieces = piece_count * most_blocks, enough_pieces = 32 };

template <class T> struct expression_run {
    typedef typename register_of<T>::type V;
    const sweep &s;
    const program_head &head;
    const instruction *first;
    handler<T> begin;
    const access *accesses;
    const described *of_stencils;
    const double *constants;
    surroundings around;
    long reads, home_row, home_plane, row_pieces, ending;
    four apart[apart_places];
    away own_strides[apart_places];
    long own_count, level_count, coming_count;
    const char *coming[most_fields]; /* where fields that are read come from memory */
    level levels[field_places];
    alignas(64) T places[3][piece_count * (piece_bytes / sizeof(T))]; /* coordinates of a block's points */

    member expression_run(const sweep &given)
        : s(given), head(*(const program_head *)given.field[given.option[0] + 1]), accesses((const access *)(&head + 1)),
          of_stencils((const described *)(accesses + head.accesses)), constants((const double *)(of_stencils + head.stencils)), reads(given.option[0]) {
        around.first = first = (const instruction *)(constants + head.constants), begin = handlers<T>::of_form[first->form], around.begin = (const void *)begin;
        home_row = s.row[head.home] * (long)sizeof(T), home_plane = s.plane[head.home] * (long)sizeof(T);
        row_pieces = (s.extent[0] * (long)sizeof(T) + piece_bytes - 1) / piece_bytes;
        around.tail = s.extent[0] % (piece_bytes / sizeof(T));
        ending = (s.option[1] ? ending_past : 0) | (head.apart >> head.accesses & 1 ? ending_apart : 0);
        for (long k = 0; k < head.accesses; k++) {
            const access a = accesses[k];
            around.place[apart_from + k] = apart + k;
            if (a.field < 0) continue;
            const long beside = a.x + a.y * s.row[a.field] + a.z * s.plane[a.field];
            around.place[k] = (const char *)s.field[a.field] + beside * (long)sizeof(T);
        }
        around.out = (char *)s.field[reads], around.out_apart = apart + head.accesses;
        list_apart(), list_levels(), list_coming();
    }
    /* Those accesses whose pieces are copies of one point. */
    member long splat_count() const { return __builtin_popcountll(head.splat & head.apart); }
    member void splats(char *memory) {
        for (away *a = own_strides; a < own_strides + own_count; a++) {
            if (!(head.splat >> (a->at - apart) & 1)) continue;
            a->splats = memory, memory += piece_count * piece_bytes;
            for (long j = 0; j < piece_count; j++) a->at->at[j] = a->splats + j * piece_bytes;
        }
    }
    member void list_levels() {
        level_count = 0;
        for (unsigned long long bits = head.splat & ~head.apart; bits; bits &= bits - 1) {
            const long k = __builtin_ctzll(bits);
            levels[level_count++] = level{(const char *)around.place[k], s.plane[accesses[k].field] * (long)sizeof(T), around.place + k};
        }
    }
    member void at_plane(long z) {
        for (const level *l = levels; l < levels + level_count; l++) *l->place = l->from + z * l->plane;
    }
    member void numbers(T *to) {
        for (long k = 0; k < head.named; k++) to[k] = number<T>(s, (int)k);
        for (long k = 0; k < head.constants; k++) to[head.named + k] = (T)constants[k];
        for (long k = 0; k < head.named + head.constants; k++) around.place[field_places + k] = to + k;
    }
    /* Each stencil gets what its operator's own kernel would get. */
    member void stencils(sweep *to) {
        around.stencils = to;
        for (long k = 0; k < head.stencils; k++, to++) {
            const described d = of_stencils[k];
            to->field[0] = s.field[d.field], to->row[0] = s.row[d.field], to->plane[0] = s.plane[d.field], to->option[0] = d.axis;
            for (long i = 0; i < d.count; i++) to->number[i] = s.number[d.from + i], to->single[i] = s.single[d.from + i];
        }
    }
    /* Each item gives a state of each sum. */
    member void begin_totals(long item) {
        for (long k = 0; k < head.totals; k++) {
            long *state = (long *)s.field[reads + 2 + k] + item * state_places;
            for (int i = 0; i < state_places; i++) state[i] = 0;
            around.totals[k].begin(state);
        }
    }
    member void end_totals() {
        for (long k = 0; k < head.totals; k++) around.totals[k].flush();
    }
    member void temporaries(four *places, char *memory) {
        for (long k = 0; k < head.temporaries; k++) {
            for (long j = 0; j < piece_count; j++) places[k].at[j] = memory + (piece_count * k + j) * piece_bytes;
            around.place[temporaries_from + k] = places + k;
        }
    }
    /* The blocks of so many pieces, row by row; where the last block has fewer than four, it repeats the last one. */
    member long cut(block *blocks, long pieces, long in_row, bool ends) const {
        const long count = (pieces + piece_count - 1) / piece_count;
        const bool tailed = ends && around.tail;
        long row = 0, left = in_row, at = 0;
        for (block *b = blocks; b < blocks + count; b++) {
            b->ending = ending;
            for (long j = 0; j < piece_count; j++) {
                b->offset[j] = at, b->row[j] = (int)row;
                b->ending |= (long)(tailed && left == 1) << j;
                if (--pieces <= 0) continue; /* the last one again */
                at += piece_bytes;
                if (--left == 0) left = in_row, row++, at = row * home_row;
            }
        }
        return count;
    }
    /* Blocks from the point at byte x of row y of plane z on. */
    member void run(const block *blocks, long count, long x, long y, long z) {
        const long from = x + y * home_row + z * home_plane;
        if (head.apart) run_apart(blocks, count, x, y, z);
        else if (s.option[1] | s.option[2]) run_past(blocks, count, from);
        else run_all(blocks, blocks + count, from);
    }
    /* What comes from memory is fetched ahead, across the ends of pages and rows, where the processor does not see what comes next:
     * z = a b + c took 1.2 times as long without at 128^3. So far that all fields together stay in the nearest cache: four planes at once
     * fill it soon, and 4 KiB ahead took 1.1 times as long there. Of a field whose neighbours are read it is the highest plane of them that
     * comes from memory, the others are in a cache by then: a step of heat at 256^3 takes 0.55 times as long. */
    member void list_coming() {
        long above[most_fields] = {};
        for (const access *a = accesses; a < accesses + head.accesses; a++)
            if (a->field >= 0 && a->z > above[a->field]) above[a->field] = a->z;
        for (const described *d = of_stencils; d < of_stencils + head.stencils; d++)
            if (d->reach > above[d->field]) above[d->field] = d->reach;
        const long ahead = s.option[2] ? 4 * piece_bytes : head.fetched > 3 ? 12288 / head.fetched / piece_bytes * piece_bytes : 4096;
        coming_count = 0;
        for (long f = 0; f < head.fetched; f++)
            if (s.row[f]) coming[coming_count++] = (const char *)s.field[f] + above[f] * s.plane[f] * (long)sizeof(T) + ahead;
    }
    member void run_past(const block *blocks, long count, long from) {
        for (const block *b = blocks; b < blocks + count; b++) {
            for (long f = 0; f < coming_count; f++)
                unrolled for (long j = 0; j < piece_count; j++) __builtin_prefetch(coming[f] + from + b->offset[j]);
            run_block(*b, from);
        }
    }
    member void run_block(const block &b, long from) { run_all(&b, &b + 1, from); }
    member void run_all(const block *b, const block *behind, long from) {
        if (b == behind) return;
        V r[register_count]; /* the first instruction sets them */
        unrolled for (int k = 0; k < register_count; k++) __asm__("" : "=" VECTOR_REGISTER(r[k]));
        around.from = from, around.next = b + 1, around.behind = behind, around.ending = b->ending;
        begin(first, &around, from + b->offset[0], from + b->offset[1], from + b->offset[2], from + b->offset[3], EACH_ACCUMULATOR(ELEMENT));
    }
    member void run_apart(const block *blocks, long count, long x, long y, long z) {
        const long from = x + y * home_row + z * home_plane;
        for (const block *b = blocks; b < blocks + count; b++) {
            find_apart(*b, x, y, z);
            run_block(*b, from);
        }
    }
    /* Fields whose strides are their own, the output last if it is one, and coordinates. */
    member void list_apart() {
        own_count = 0;
        for (unsigned long long bits = head.apart; bits; bits &= bits - 1) {
            const long k = __builtin_ctzll(bits), f = k == head.accesses ? reads : accesses[k].field;
            away &to = own_strides[own_count++];
            to.at = apart + k, to.axis = -1, to.splats = nullptr;
            if (f < 0) {
                to.axis = (int)(-1 - f);
                continue;
            }
            to.from = k == head.accesses ? around.out : (char *)around.place[k];
            to.row = s.row[f] * (long)sizeof(T), to.plane = s.plane[f] * (long)sizeof(T);
        }
    }
    member void find_apart(const block &b, long x, long y, long z) {
        for (const away *a = own_strides; a < own_strides + own_count; a++) {
            if (a->axis >= 0) {
                find_coordinate(b, *a->at, a->axis, x, y, z);
                continue;
            }
            if (a->splats) {
                fill_splats(b, *a, y, z);
                continue;
            }
            const long further = a->row - home_row;
            char *from = a->from + x + y * a->row + z * a->plane;
            unrolled for (long j = 0; j < piece_count; j++) a->at->at[j] = from + b.offset[j] + b.row[j] * further;
        }
    }
    member void fill_splats(const block &b, const away &a, long y, long z) {
        for (long j = 0; j < piece_count; j++) {
            const T value = *(const T *)(a.from + (y + b.row[j]) * a.row + z * a.plane);
            for (long q = 0; q < piece_registers; q++) *(V *)(a.splats + j * piece_bytes + q * SIMD_BYTES) = broadcast<V>(value);
        }
    }
    /* Coordinates of a block are computed: those along x differ from point to point, the others from row to row. */
    member void find_coordinate(const block &b, four &to, int axis, long x, long y, long z) {
        const long wide = piece_bytes / sizeof(T);
        for (long j = 0; j < piece_count; j++) {
            T *values = places[axis] + j * wide;
            const long column = (x + b.offset[j] - b.row[j] * home_row) / (long)sizeof(T);
            const T from = (T)(s.first[axis] + (axis == 0 ? column : axis == 1 ? y + b.row[j] : z)), step = axis == 0;
            for (long i = 0; i < wide; i++) values[i] = from + step * (T)i;
            to.at[j] = (char *)values;
        }
    }
    /* Rows y to before y1 of plane z, which are short: by units of several. What is left is the beginning of one. */
    member void short_rows(const block *unit, long unit_rows, long y, long y1, long z) {
        for (; y + unit_rows <= y1; y += unit_rows) run(unit, unit_rows * row_pieces / piece_count, 0, y, z);
        const long pieces = (y1 - y) * row_pieces, whole = pieces / piece_count, rest = pieces % piece_count;
        run(unit, whole, 0, y, z);
        if (rest == 0) return;
        block last = unit[whole];
        for (long j = rest; j < piece_count; j++) last.offset[j] = last.offset[rest - 1], last.row[j] = last.row[rest - 1];
        last.ending = (last.ending & ~15L) | (around.tail ? (15L << (rest - 1) & 15) | (last.ending & ((1L << rest) - 1)) : 0);
        run(&last, 1, 0, y, z);
    }
    /* Rows of four planes at once, as stacked_host.h does it: the pieces of a block lie above each other. */
    member void pile(block *blocks, long columns) const {
        for (long k = 0; k < columns; k++)
            for (long j = 0; j < piece_count; j++) blocks[k].offset[j] = k * piece_bytes + j * home_plane, blocks[k].row[j] = 0, blocks[k].ending = ending;
    }
    member void piled_row(const block *piles, long y, long z) {
        const long whole = row_pieces - (around.tail != 0);
        long x = 0;
        for (; x < whole; x += most_blocks) run(piles, whole - x < most_blocks ? whole - x : (long)most_blocks, x * piece_bytes, y, z);
        if (!around.tail) return;
        block last = piles[0];
        last.ending |= 15;
        run(&last, 1, whole * piece_bytes, y, z);
    }
    member void items(long item, long end) {
        const long tile = s.option[option_tile], planes = s.option[option_planes], tiles = (s.extent[1] + tile - 1) / tile;
        const long fitting = row_pieces % 4 == 0 ? 1 : row_pieces % 2 == 0 ? 2 : 4; /* so many rows fill whole blocks */
        const bool rows_are_short = fitting * row_pieces <= most_pieces;
        long unit_rows = fitting;
        while (rows_are_short && unit_rows < s.extent[1] && (unit_rows + fitting) * row_pieces <= enough_pieces) unit_rows += fitting;
        block unit[most_blocks], rest[most_blocks], piles[most_blocks];
        if (s.option[2]) pile(piles, row_pieces < most_blocks ? row_pieces : (long)most_blocks);
        const long unit_blocks = rows_are_short ? cut(unit, unit_rows * row_pieces, row_pieces, true) : cut(unit, most_pieces, most_pieces, false);
        const long units = (row_pieces - 1) / most_pieces, behind = row_pieces - units * most_pieces; /* of a long row */
        const long rest_blocks = rows_are_short ? 0 : cut(rest, behind, behind, true);
        for (; item < end; item++) {
            const long y0 = item % tiles * tile, y1 = y0 + tile < s.extent[1] ? y0 + tile : s.extent[1];
            const long z0 = item / tiles * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
            begin_totals(item);
            long z = z0;
            if (s.option[2])
                for (; z + stacked_planes <= z1; z += stacked_planes)
                    for (long y = y0; y < y1; y++) piled_row(piles, y, z);
            for (; z < z1; z++) {
                at_plane(z);
                if (rows_are_short) {
                    short_rows(unit, unit_rows, y0, y1, z);
                    continue;
                }
                for (long y = y0; y < y1; y++) {
                    for (long u = 0; u < units; u++) run(unit, unit_blocks, u * most_pieces * piece_bytes, y, z);
                    run(rest, rest_blocks, units * most_pieces * piece_bytes, y, z);
                }
            }
            end_totals();
        }
        if (s.option[1]) finish_streaming(); /* seen by whoever comes next */
    }
};

/* option[0]: fields read; the next one is written, and the program follows it; option[1]: stores go past the caches; option[2]: four
 * planes at once */
template <class T> function void expression(const sweep *given, long begin, long end) {
    expression_run<T> all(*given);
    const program_head &head = all.head;
    T numbers[head.named + head.constants + 1];
    all.numbers(numbers);
    four places[head.temporaries + 1]; /* no more than the program needs: the stack of a thread may be small */
    alignas(64) char memory[(head.temporaries + all.splat_count() + 1) * piece_count * piece_bytes];
    all.temporaries(places, memory);
    all.splats(memory + head.temporaries * piece_count * piece_bytes);
    sweep stencils[head.stencils + 1];
    all.stencils(stencils);
    sum_in_units totals[head.totals + 1];
    for (long k = 0; k < head.totals; k++) totals[k].set(1);
    all.around.totals = totals;
    all.items(begin, end);
}
