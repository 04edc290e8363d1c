/* Rows of snapshots, fields and sequences. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../../bridge/entry.h"
#include "border.h"

static const double few[64] = {1, 1, 1, 1};
static const int cells[3] = {12, 8, 6}, box[6] = {1, 12, 1, 8, 1, 6}, first[3] = {1, 1, 1}, extents[3] = {16, 16, 16},
                 inner[6] = {1, 12, 1, 8, 1, 6}, cube[4] = {16, 16, 16, 1}, ones[4] = {1, 1, 1, 1}, whole[6] = {1, 16, 1, 16, 1, 16}, zero = 0;

/* 8. Snapshots */

void snapshot_create(struct call *c)
{
    char path[300];
    snprintf(path, sizeof path, "%s/c%u.hdf", world.work, random_below(8));
    text(c, path);
    in(c, cells, sizeof cells);
    in(c, few, 24);
    in(c, few, 24);
    real_number(c, 0.5);
    number(c, 7);
    text(c, "case");
    may_in(c, NULL, 4);
    may_in(c, NULL, 24);
    number(c, 0);
    number(c, (int)random_below(3));
    number(c, 0);
    out(c, 4);
}

void after_create(const struct call *c, int code)
{
    if (code == 0) drawbridge_snapshot_abandon(written(c, c->pointers - 1));
}

/* What a declared array is like, from its rank to its lower bounds. */
static void declared(struct call *c)
{
    number(c, 4);
    in(c, shape, sizeof shape);
    may_in(c, interior, sizeof interior);
    number(c, 1 + random_below(variables));
    text(c, "i,j,k,var");
    number(c, 4);
    in(c, ones, sizeof ones);
}

void snapshot_field(struct call *c)
{
    char name[20];
    snprintf(name, sizeof name, "f%u", random_below(1000000));
    number(c, a_writer());
    text(c, name);
    text(c, "kg/m3");
    in(c, states(), sizeof(double) * nx * ny * nz * variables);
    in(c, shape, sizeof shape);
    may_in(c, interior, sizeof interior);
    number(c, 1 + random_below(variables));
    number(c, 0);
}

void snapshot_field_declared(struct call *c)
{
    char name[20];
    snprintf(name, sizeof name, "f%u", random_below(1000000));
    number(c, a_writer());
    text(c, name);
    text(c, "kg/m3");
    in(c, states(), sizeof(double) * nx * ny * nz * variables);
    declared(c);
    number(c, 0);
}

void snapshot_blocks(struct call *c)
{
    tidy(); /* once a file */
    number(c, a_writer());
    number(c, 1);
    in(c, box, sizeof box);
    may_in(c, &zero, 4);
}

void snapshot_attribute(struct call *c)
{
    char name[20];
    snprintf(name, sizeof name, "n%u", random_below(1000000));
    number(c, a_writer());
    text(c, name);
    text(c, "words");
    if (!world.careful && random_below(2)) may_in(c, few, 8);
    else may_in(c, NULL, 8);
}

void snapshot_open(struct call *c)
{
    char path[300];
    a_reader();
    snprintf(path, sizeof path, "%s/read.hdf", world.work);
    text(c, path);
    out(c, 12);
    out(c, 24);
    out(c, 24);
    out(c, 8);
    out(c, 4);
    out(c, 4);
}

void after_open(const struct call *c, int code)
{
    if (code == 0) drawbridge_snapshot_close(written(c, 6));
}

void snapshot_read(struct call *c)
{
    number(c, a_reader());
    text(c, "P");
    in_out(c, states(), sizeof(double) * nx * ny * nz * variables);
    in(c, shape, sizeof shape);
    may_in(c, interior, sizeof interior);
    number(c, 1 + random_below(variables));
    in(c, first, sizeof first);
}

void snapshot_read_declared(struct call *c)
{
    number(c, a_reader());
    text(c, "P");
    in_out(c, states(), sizeof(double) * nx * ny * nz * variables);
    declared(c);
    in(c, first, sizeof first);
}

void snapshot_close(struct call *c) { number(c, random_below(2) ? a_writer() : a_reader()); }

void after_close(const struct call *c, int code)
{
    if (code != 0) return;
    forget(world.writer, (int)c->argument[0]);
    forget(world.reader, (int)c->argument[0]);
}

/* 10. Fields */

void field_create(struct call *c)
{
    need_frame();
    drawbridge_field_destroy("new", 3);
    text(c, "new");
    in(c, extents, sizeof extents);
    number(c, 3);
    number(c, 1);
    text(c, "double");
}

void field_create_components(struct call *c)
{
    field_create(c);
    number(c, 2);
}

void field_create_at(struct call *c)
{
    field_create_components(c);
    may_in(c, extents, sizeof extents);
}

void field_destroy(struct call *c)
{
    need_frame();
    drawbridge_field_create("old", 3, extents, 3, 0, "float", 5);
    text(c, "old");
}

/* A field and an array, in or out. */
static void field_and_array(struct call *c)
{
    const int to_host = (int)random_below(2);
    need_fields();
    text(c, "u");
    number(c, to_host);
    if (to_host) out(c, 8 * 16 * 16 * 16);
    else in(c, states(), 8 * 16 * 16 * 16);
    number(c, 8);
    in(c, cube, sizeof cube);
    may_in(c, whole, sizeof whole);
    number(c, 1);
}

void field_copy(struct call *c)
{
    field_and_array(c);
    number(c, 0);
}

void field_part(struct call *c)
{
    static const int place[3] = {1, 1, 1};
    field_and_array(c);
    in(c, place, sizeof place);
}

void field_copy_declared(struct call *c)
{
    need_fields();
    text(c, "a");
    number(c, 0);
    in(c, states(), sizeof(double) * 16 * 16 * 16);
    number(c, 8);
    number(c, 4);
    in(c, cube, sizeof cube);
    may_in(c, whole, sizeof whole);
    number(c, 1);
    text(c, "i,j,k,var");
    number(c, 4);
    in(c, ones, sizeof ones);
    number(c, 0);
    may_in(c, first, sizeof first);
}

void field_points(struct call *c)
{
    const int read = (int)random_below(2);
    need_fields();
    text(c, "a");
    number(c, read);
    in(c, inner, 24); /* two points */
    number(c, 2);
    if (read) in_out(c, few, 16);
    else in(c, few, 16);
}

void field_reduce(struct call *c)
{
    const int is_dot = (int)random_below(2);
    need_fields();
    text(c, is_dot ? "dot" : "max");
    text(c, "a");
    text(c, is_dot ? "b" : "");
    out(c, 8);
}

void sequence_create(struct call *c)
{
    need_frame();
    text(c, "again");
    out(c, 4);
}

void after_sequence(const struct call *c, int code)
{
    if (code == 0) remember(world.sequence, written(c, 1), drawbridge_sequence_destroy);
}

void sequence_apply(struct call *c)
{
    need_fields();
    static const struct {
        const char *operator_name, *reads, *writes, *options;
        int numbers;
    } steps[] = {{"laplacian", "a", "b", "", 3}, {"combine", "a b", "a", "", 2}, {"pointwise", "a + 0.5*b", "a", "", 0},
                 {"combine", "a b", "a", "names=one/dt", 2}, {"fill", "", "a", "kind=periodic faces=all", 0}, {"copy", "b", "a", "", 0}, {"swap", "", "a b", "", 0},
                 {"reduce", "a b", "ab", "dot", 0}};
    const unsigned i = random_below(sizeof steps / sizeof *steps);
    number(c, a_sequence());
    text(c, steps[i].operator_name);
    text(c, steps[i].reads);
    text(c, steps[i].writes);
    in(c, few, 8 * (size_t)steps[i].numbers);
    number(c, steps[i].numbers);
    text(c, steps[i].options);
}

void after_apply(const struct call *c, int code)
{
    static int many; /* sequences do not grow for ever */
    if (code != 0 || ++many % 8 != 0) return;
    drawbridge_sequence_destroy((int)c->argument[0]);
    forget(world.sequence, (int)c->argument[0]);
}

void sequence_run(struct call *c)
{
    need_fields();
    number(c, a_sequence());
    number(c, 1 + random_below(2));
}

void sequence_set(struct call *c)
{
    need_fields();
    number(c, a_sequence());
    text(c, random_below(2) ? "dt" : "one");
    real_number(c, 0.5);
}

void sequence_get(struct call *c)
{
    need_fields();
    number(c, a_sequence());
    text(c, "ab");
    out(c, 8);
}

/* A domain for the rows below; they forget it when its Frame is gone. */
static int a_domain(void)
{
    static const int periodic[3] = {1, 1, 1};
    int domain = 0;
    need_fields();
    return drawbridge_domain_create(extents, periodic, 3, NULL, NULL, &domain) == 0 ? domain : 0;
}

void domain_create(struct call *c)
{
    static const int periodic[3] = {0, 1, 0}, ones[3] = {1, 1, 1};
    need_frame();
    in(c, extents, sizeof extents);
    in(c, periodic, sizeof periodic);
    number(c, 3);
    may_in(c, ones, sizeof ones); /* null of these two together divides the grid; of one it is refused as an argument */
    may_in(c, extents, sizeof extents);
    out(c, 4);
}

void domain_create_blocks(struct call *c)
{
    static const int periodic[3] = {0, 1, 0}, froms[6] = {1, 1, 1, 1, 1, 9}, sizes[6] = {16, 16, 8, 16, 16, 8};
    need_frame();
    in(c, extents, sizeof extents);
    in(c, periodic, sizeof periodic);
    number(c, 3);
    number(c, 2);
    may_in(c, froms, sizeof froms);
    may_in(c, sizes, sizeof sizes);
    number(c, 0);
    out(c, 4);
}

void domain_block(struct call *c)
{
    number(c, a_domain());
    number(c, 1);
    out(c, 12);
    out(c, 12);
    out(c, 24);
}

void domain_cartesian(struct call *c)
{
    may_in(c, NULL, 4);
    in(c, extents, sizeof extents);
    number(c, 3);
    out(c, 12);
    out(c, 12);
    out(c, 12);
}

void domain_place(struct call *c)
{
    number(c, a_domain());
    out(c, 12);
    out(c, 12);
    out(c, 24);
}

void domain_destroy(struct call *c) { number(c, a_domain()); }

void field_on_domain(struct call *c)
{
    need_frame();
    text(c, "a");
    number(c, a_domain());
}

void sequence_exchange(struct call *c)
{
    number(c, a_sequence());
    number(c, a_domain());
    text(c, "a");
    number(c, 1);
}

void sequence_destroy(struct call *c) { number(c, a_sequence()); }

void after_sequence_destroy(const struct call *c, int code)
{
    if (code == 0) forget(world.sequence, (int)c->argument[0]);
}

void poisson(struct call *c)
{
    need_fields();
    text(c, "u");
    text(c, "f");
    in(c, few, 24);
    number(c, 3);
    text(c, "dirichlet");
    real_number(c, world.careful || random_below(2) ? 1e30 : 1e-3);
    number(c, 3);
    out(c, 4);
    out(c, 8 * 4);
}
