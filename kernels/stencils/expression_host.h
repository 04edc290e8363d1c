/* A user's expression on the CPU: a program of instructions (expression_forms.h) for blocks of four registers. A block takes its
 * registers from as many rows as it needs, so that short rows waste nothing; fields with the strides of most need one offset per
 * register.
 *
 * The last field of the sweep is the program, which stencils/program.go writes. Points behind the end of a row are computed with the
 * last register of it, as its padding lets them be read, and are not stored: behind the last row there is a line to spare, and a halo. */
struct program_head {
    unsigned short named, constants, temporaries, accesses; /* how many */
    unsigned short home;                                    /* a field that has the strides of most */
    unsigned short unused[3];
    unsigned long long apart; /* bits of the accesses whose strides are not the home's; the bit behind them is the output's */
    /* then the accesses, the constants in doubles, and the instructions */
};
/* What is read: a field at the point, or at a neighbour; where field is below 0, the point's coordinate -1 - field in the global grid. */
struct access {
    short field, x, y, z;
};

/* Four registers: how far each is from the unit's first point along fields of the home's strides, and in which row of the unit. */
struct block {
    long offset[4];
    int row[4];
    long ending;
};
enum { register_count = 4, most_blocks = 32, most_registers = register_count * most_blocks, enough_registers = 32 };

template <class T> struct expression_run {
    typedef typename register_of<T>::type V;
    const sweep &s;
    const program_head &head;
    const instruction *first;
    handler<T> begin;
    const access *accesses;
    const double *constants;
    surroundings around;
    long reads, home_row, home_plane, row_registers, ending;
    four apart[apart_places];
    alignas(64) T places[3][register_count * (SIMD_BYTES / sizeof(T))]; /* coordinates of a block's points */

    member expression_run(const sweep &given)
        : s(given), head(*(const program_head *)given.field[given.option[0] + 1]), accesses((const access *)(&head + 1)),
          constants((const double *)(accesses + head.accesses)), reads(given.option[0]) {
        first = (const instruction *)(constants + head.constants), begin = handlers<T>::of_form[first->form];
        home_row = s.row[head.home] * (long)sizeof(T), home_plane = s.plane[head.home] * (long)sizeof(T);
        row_registers = (s.extent[0] * (long)sizeof(T) + SIMD_BYTES - 1) / SIMD_BYTES;
        around.tail = s.extent[0] % (SIMD_BYTES / sizeof(T));
        ending = (s.option[1] ? ending_past : 0) | (head.apart >> head.accesses & 1 ? ending_apart : 0);
        for (long k = 0; k < head.accesses; k++) {
            const access a = accesses[k];
            around.place[apart_from + k] = apart + k;
            if (a.field < 0) continue;
            const long away = a.x + a.y * s.row[a.field] + a.z * s.plane[a.field];
            around.place[k] = (const char *)s.field[a.field] + away * (long)sizeof(T);
        }
        around.out = (char *)s.field[reads], around.out_apart = apart + head.accesses;
    }
    member void numbers(T *to) {
        for (long k = 0; k < head.named; k++) to[k] = number<T>(s, (int)k);
        for (long k = 0; k < head.constants; k++) to[head.named + k] = (T)constants[k];
        for (long k = 0; k < head.named + head.constants; k++) around.place[field_places + k] = to + k;
    }
    member void temporaries(four *places, char *memory) {
        for (long k = 0; k < head.temporaries; k++) {
            for (long j = 0; j < register_count; j++) places[k].at[j] = memory + (register_count * k + j) * SIMD_BYTES;
            around.place[temporaries_from + k] = places + k;
        }
    }
    /* The blocks of so many registers, row by row; where the last block has fewer than four, it repeats the last register. */
    member long cut(block *blocks, long registers, long in_row, bool ends) const {
        const long count = (registers + register_count - 1) / register_count;
        long row = 0, column = 0;
        for (long k = 0; k < register_count * count; k++) {
            block &b = blocks[k / register_count];
            const long j = k % register_count;
            if (j == 0) b.ending = ending;
            b.offset[j] = row * home_row + column * SIMD_BYTES, b.row[j] = (int)row;
            if (ends && around.tail && column == in_row - 1) b.ending |= 1L << j;
            if (k + 1 < registers && ++column == in_row) column = 0, row++;
        }
        return count;
    }
    /* Blocks from the point at byte x of row y of plane z on. */
    member void run(const block *blocks, long count, long x, long y, long z) {
        const long from = x + y * home_row + z * home_plane;
        if (head.apart) run_apart(blocks, count, x, y, z);
        else if (s.option[1]) run_past(blocks, count, from);
        else for (const block *b = blocks; b < blocks + count; b++) run_block(*b, from);
    }
    /* What comes from memory is fetched ahead, across the ends of pages and rows, where the processor does not see what comes next:
     * z = a b + c took 1.2 times as long without at 128^3. So far that all fields together stay in the nearest cache. */
    member void run_past(const block *blocks, long count, long from) {
        const long ahead = reads > 3 ? 12288 / reads / SIMD_BYTES * SIMD_BYTES : 4096;
        for (const block *b = blocks; b < blocks + count; b++) {
            for (long f = 0; f < reads; f++)
                for (long j = 0; j < register_count; j++) __builtin_prefetch((const char *)s.field[f] + from + b->offset[j] + ahead);
            run_block(*b, from);
        }
    }
    member void run_block(const block &b, long from) {
        V a0, a1, a2, a3; /* the first instruction sets them */
        __asm__("" : "=" VECTOR_REGISTER(a0), "=" VECTOR_REGISTER(a1), "=" VECTOR_REGISTER(a2), "=" VECTOR_REGISTER(a3));
        around.ending = b.ending;
        begin(first, &around, from + b.offset[0], from + b.offset[1], from + b.offset[2], from + b.offset[3], a0, a1, a2, a3);
    }
    member void run_apart(const block *blocks, long count, long x, long y, long z) {
        const long from = x + y * home_row + z * home_plane;
        for (const block *b = blocks; b < blocks + count; b++) {
            find_apart(*b, x, y, z);
            run_block(*b, from);
        }
    }
    member void find_apart(const block &b, long x, long y, long z) {
        unsigned long long bits = head.apart;
        for (long k = 0; bits; k++, bits >>= 1)
            if (bits & 1) {
                const bool output = k == head.accesses;
                if (!output && accesses[k].field < 0) {
                    find_coordinate(b, apart[k], -1 - accesses[k].field, x, y, z);
                    continue;
                }
                const long f = output ? reads : accesses[k].field;
                const long row = s.row[f] * (long)sizeof(T), further = row - home_row;
                char *from = (output ? around.out : (char *)around.place[k]) + x + y * row + z * s.plane[f] * (long)sizeof(T);
                for (long j = 0; j < register_count; j++) apart[k].at[j] = from + b.offset[j] + b.row[j] * further;
            }
    }
    /* Coordinates of a block are computed: those along x differ from point to point, the others from row to row. */
    member void find_coordinate(const block &b, four &to, int axis, long x, long y, long z) {
        const long wide = SIMD_BYTES / sizeof(T);
        for (long j = 0; j < register_count; j++) {
            T *values = places[axis] + j * wide;
            const long column = (x + b.offset[j] - b.row[j] * home_row) / (long)sizeof(T);
            const T from = (T)(s.first[axis] + (axis == 0 ? column : axis == 1 ? y + b.row[j] : z)), step = axis == 0;
            for (long i = 0; i < wide; i++) values[i] = from + step * (T)i;
            to.at[j] = (char *)values;
        }
    }
    /* Rows y to before y1 of plane z, which are short: by units of several. What is left is the beginning of one. */
    member void short_rows(const block *unit, long unit_rows, long y, long y1, long z) {
        for (; y + unit_rows <= y1; y += unit_rows) run(unit, unit_rows * row_registers / register_count, 0, y, z);
        const long registers = (y1 - y) * row_registers, whole = registers / register_count, rest = registers % register_count;
        run(unit, whole, 0, y, z);
        if (rest == 0) return;
        block last = unit[whole];
        for (long j = rest; j < register_count; j++) last.offset[j] = last.offset[rest - 1], last.row[j] = last.row[rest - 1];
        last.ending = (last.ending & ~15L) | (around.tail ? (15L << (rest - 1) & 15) | (last.ending & ((1L << rest) - 1)) : 0);
        run(&last, 1, 0, y, z);
    }
    member void items(long item, long end) {
        const long tile = s.option[option_tile], planes = s.option[option_planes], tiles = (s.extent[1] + tile - 1) / tile;
        const long fitting = row_registers % 4 == 0 ? 1 : row_registers % 2 == 0 ? 2 : 4; /* so many rows fill whole blocks */
        const bool rows_are_short = fitting * row_registers <= most_registers;
        long unit_rows = fitting;
        while (rows_are_short && (unit_rows + fitting) * row_registers <= enough_registers) unit_rows += fitting;
        block unit[most_blocks], rest[most_blocks];
        const long unit_blocks = rows_are_short ? cut(unit, unit_rows * row_registers, row_registers, true) : cut(unit, most_registers, most_registers, false);
        const long units = (row_registers - 1) / most_registers, behind = row_registers - units * most_registers; /* of a long row */
        const long rest_blocks = rows_are_short ? 0 : cut(rest, behind, behind, true);
        for (; item < end; item++) {
            const long y0 = item % tiles * tile, y1 = y0 + tile < s.extent[1] ? y0 + tile : s.extent[1];
            const long z0 = item / tiles * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
            for (long z = z0; z < z1; z++) {
                if (rows_are_short) {
                    short_rows(unit, unit_rows, y0, y1, z);
                    continue;
                }
                for (long y = y0; y < y1; y++) {
                    for (long u = 0; u < units; u++) run(unit, unit_blocks, u * most_registers * SIMD_BYTES, y, z);
                    run(rest, rest_blocks, units * most_registers * SIMD_BYTES, y, z);
                }
            }
        }
        if (s.option[1]) finish_streaming(); /* seen by whoever comes next */
    }
};

/* option[0]: fields read; the next one is written, and the program follows it; option[1]: stores go past the caches */
template <class T> function void expression(const sweep *given, long begin, long end) {
    expression_run<T> all(*given);
    const program_head &head = all.head;
    T numbers[head.named + head.constants + 1];
    all.numbers(numbers);
    four places[head.temporaries + 1]; /* no more than the program needs: the stack of a thread may be small */
    alignas(64) char memory[(head.temporaries + 1) * register_count * SIMD_BYTES];
    all.temporaries(places, memory);
    all.items(begin, end);
}
