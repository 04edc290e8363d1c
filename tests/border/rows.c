/* A row for every public function: a call that should succeed. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../../bridge/entry.h"
#include "border.h"

static const int four[4] = {nx, ny, nz, 1};

void remember(int list[4], int handle, int (*destroy)(int))
{
    int *place = &list[random_below(4)];
    if (random_below(8) != 0) {
        destroy(handle);
        return;
    }
    if (*place) destroy(*place);
    *place = handle;
}

void forget(int list[4], int handle)
{
    for (int i = 0; i < 4; i++)
        if (list[i] == handle) list[i] = 0;
}

static void nothing(struct call *c) { (void)c; }

/* 1. Lifetime */

static void legacy_initialize(struct call *c)
{
    need_no_frame();
    const int values[5] = {-1, max_block, species, variables, 0};
    for (int i = 0; i < 5; i++) number(c, values[i]);
}

static void initialize(struct call *c)
{
    need_no_frame();
    number(c, max_block);
    number(c, species);
    may_in(c, "CH4O2 ", 6);
    number(c, 2);
    number(c, 3);
    number(c, variables);
    text(c, "threads=1\nlog=off");
    may_in(c, NULL, 4);
}

static void after_initialize(const struct call *c, int code)
{
    (void)c;
    if (code == 0) world.live = 1;
}

static void finalize(struct call *c)
{
    (void)c;
    need_frame();
    world.live = 0;
    memset(world.plan, 0, sizeof world.plan);
    memset(world.sequence, 0, sizeof world.sequence);
}

static void select_device(struct call *c)
{
    need_no_frame();
    text(c, "host");
}

/* 2. Failures */

static void status(struct call *c) { out(c, 4); }
static void message(struct call *c) { buffer(c, 200); }

static void onerror(struct call *c) { address_of_function(c, world.stop_returns || random_below(2) ? (void (*)(void))quiet_routine : NULL); }

static void refuse(struct call *c)
{
    number(c, 0);
    text(c, "a failure that the test found");
}

/* 3. Species data */

static const double W[2] = {0.016, 0.032}, Tc[2] = {190.6, 154.6}, Pc[2] = {4.6e6, 5.0e6}, omega[2] = {0.011, 0.022},
                    kij[4], Tmid[2] = {1000, 1000}, nasa[14] = {3.5, 0, 0, 0, 0, -1000, 4, 3.5, 0, 0, 0, 0, -1000, 4},
                    Tlow[2] = {200, 200}, Thigh[2] = {3500, 3500}, Vc[2] = {9.9e-5, 7.3e-5}, dipole[2], kappa[2],
                    sigma[2] = {3.75e-10, 3.46e-10}, eps[2] = {141, 107}, volumes[2] = {25, 16};

static void legacy_species_data(struct call *c)
{
    need_frame();
    const double *arrays[] = {W, Tc, Pc, omega};
    for (int i = 0; i < 4; i++) in(c, arrays[i], sizeof W);
    may_in(c, kij, sizeof kij);
    in(c, Tmid, sizeof Tmid);
    in(c, nasa, sizeof nasa);
    in(c, nasa, sizeof nasa);
}

static void species_data(struct call *c)
{
    legacy_species_data(c);
    may_in(c, Tlow, sizeof Tlow);
    may_in(c, Thigh, sizeof Thigh);
}

static void legacy_transport_data(struct call *c)
{
    need_frame();
    in(c, Vc, sizeof Vc);
    may_in(c, dipole, sizeof dipole);
    may_in(c, kappa, sizeof kappa);
    in(c, sigma, sizeof sigma);
    in(c, eps, sizeof eps);
}

static void transport_data(struct call *c)
{
    legacy_transport_data(c);
    may_in(c, volumes, sizeof volumes);
}

static void data_units(struct call *c)
{
    need_frame();
    number(c, 0);
}

static void species_count(struct call *c)
{
    need_frame();
    out(c, 4);
}

static void species_name(struct call *c)
{
    need_frame();
    number(c, 1 + random_below(species));
    buffer(c, 16);
}

static void load_kernels(struct call *c)
{
    static const char *const paths[] = {"libmine.so", "/dev/null", "/", "no/such/libmine.so"};
    need_frame();
    text(c, paths[random_below(4)]);
    c->pointer[0].optional = 2; /* no such file is a kernel set: refused for its contents, too */
}

static void option(struct call *c)
{
    static const char *const pairs[][2] = {{"root", "stable"}, {"root", "liquid"}, {"negative", "floor"}, {"alpha_sign", "signed"}};
    const unsigned i = random_below(4);
    need_frame();
    text(c, pairs[i][0]);
    text(c, pairs[i][1]);
}

static void units(struct call *c)
{
    static const double values[] = {1, 1, 1, 1, 1};
    static const char *const names[] = {"pressure temperature density length molar_mass", "pressure temperature", "pressure pressure"};
    const unsigned i = world.careful ? 0 : random_below(3);
    need_frame();
    text(c, names[i]);
    in(c, values, sizeof values);
    number(c, i == 0 ? 5 : 2);
}

/* 4. Stripes: the array begins with the first variable */

static void stripe(struct call *c, int is_output)
{
    static const char *const names[] = {"T", "P", "Yi", "rho", "h", "Q"};
    const int i = (int)random_below(is_output ? 3 : 6), last = i == 2 ? 2 : i == 5 ? 4 : 1;
    const int numbers[] = {nx, ny, nz, 3, 14, 3, 10, 2, 7, 1, last, 3, 3 + (int)random_below(max_block - 3)};
    const size_t bytes = sizeof(double) * nx * ny * nz * (size_t)last;
    need_frame();
    if (is_output) need_views();
    name8(c, names[i]);
    if (is_output) in_out(c, states(), bytes);
    else in(c, states(), bytes);
    c->pointer[1].partial = 1;
    for (int k = 0; k < 13; k++) number(c, k == 12 && is_output ? 3 + random_below(62) : (unsigned)numbers[k]);
}

static void input_stripe(struct call *c) { stripe(c, 0); }
static void output_stripe(struct call *c) { stripe(c, 1); }

/* 5. Collections */

static void collection(struct call *c)
{
    need_views();
    number(c, 1 + random_below(64));
}

/* 6. Plans */

static void plan_create(struct call *c)
{
    static const char *const names[] = {"preosrhohfromtpprop", "preosThermalProperties", "eosthermalandviscousproperties"};
    need_frame();
    text(c, names[random_below(3)]);
    in(c, shape, 12);
    in(c, interior, 24);
    out(c, 4);
}

static void after_plan(const struct call *c, int code)
{
    if (code == 0 && world.careful) drawbridge_plan_destroy(written(c, c->pointers - 1)); /* no arrays, which other rows need */
    else if (code == 0) remember(world.plan, written(c, c->pointers - 1), drawbridge_plan_destroy);
}

/* An array of a plan: binds an input or the output of one that is complete. */
static void plan_array(struct call *c)
{
    const int is_output = random_below(2) == 0;
    number(c, a_plan());
    number(c, 2);
    text(c, is_output ? "rho" : "T");
    if (is_output) in_out(c, states(), sizeof(double) * nx * ny * nz * variables);
    else in(c, states(), sizeof(double) * nx * ny * nz * variables);
    c->pointer[1].slot = slots - 1; /* where no other call lays an input: a run may write to it */
    in(c, shape, sizeof shape);
    may_in(c, interior, sizeof interior);
    number(c, 1);
}

/* The same in another order and unit, sometimes of real(4). */
static void plan_array_as(struct call *c)
{
    static const char *const orders[] = {"", "i,j,k,var", "var,i,j,k", "k,j", "i,i,i,var"};
    static const double scale = 2, offset = 0;
    const int careful = world.careful, is_output = random_below(2) == 0;
    number(c, a_plan());
    number(c, careful ? 2 : random_below(3) + 16 * (random_below(8) == 0));
    text(c, is_output ? "rho" : "T");
    if (is_output) in_out(c, states(), sizeof(double) * nx * ny * nz * variables);
    else in(c, states(), sizeof(double) * nx * ny * nz * variables);
    c->pointer[1].slot = slots - 1; /* where no other call lays an input: a run may write to it */
    number(c, careful || random_below(4) ? 8 : 4);
    number(c, careful || random_below(4) ? 4 : random_below(7));
    in(c, shape, sizeof shape);
    may_in(c, interior, sizeof interior);
    number(c, 1);
    text(c, orders[careful ? 1 : random_below(5)]);
    may_in(c, &scale, sizeof scale);
    may_in(c, &offset, sizeof offset);
}

/* A plan of arrays in some order, from lower bounds. */
static void plan_create_declared(struct call *c)
{
    static const char *const orders[] = {"", "i,j,k,var", "var,i,j,k", "k,j", "i,i,i,var"};
    static const int lower[5] = {1, 1, 1, 1, 1};
    const int careful = world.careful;
    need_frame();
    text(c, "preosrhohfromtpprop");
    number(c, careful || random_below(4) ? 4 : random_below(7));
    in(c, shape, sizeof shape);
    in(c, interior, sizeof interior);
    text(c, orders[careful ? 1 : random_below(5)]);
    number(c, careful ? 4 : random_below(7));
    may_in(c, lower, sizeof lower);
    out(c, 4);
}

/* An array whose lower bounds are said, which the plan's world has none of. */
static void plan_array_declared(struct call *c)
{
    static const int lower[5] = {1, 0, -3, 1, 1};
    plan_array_as(c);
    may_in(c, lower, sizeof lower);
}

static void plan_run(struct call *c) { number(c, a_plan()); }

static void plan_reference(struct call *c)
{
    number(c, a_plan());
    out(c, 12);
}

static void plan_follow(struct call *c)
{
    number(c, a_plan());
    may_in(c, NULL, 8);
}

/* No run is compared here: refused, whatever the address. */
static void plan_inputs(struct call *c)
{
    number(c, a_plan());
    out(c, 8);
    c->pointer[0].optional = 2;
}

static void plan_compare(struct call *c)
{
    static const double nothing = 0;
    number(c, a_plan());
    in(c, &nothing, 8);
    c->pointer[0].optional = 2;
}

static void plan_set(struct call *c)
{
    number(c, a_plan());
    text(c, random_below(2) ? "gamma" : "T");
    real_number(c, 1.4);
    c->pointer[0].optional = 2; /* only kernels of load_kernels have numbers: refused, whatever the address */
}

static void plan_resident(struct call *c)
{
    number(c, a_plan());
    number(c, world.careful ? 3 : 3 + random_below(3));
    text(c, random_below(2) ? "T" : "rho");
}

static void plan_destroy(struct call *c) { number(c, a_plan()); }

static void after_plan_destroy(const struct call *c, int code)
{
    if (code == 0) forget(world.plan, (int)c->argument[0]);
}

/* 6b. Pinned arrays */

static void pin(struct call *c)
{
    need_frame();
    in(c, states(), sizeof(double) * nx * ny * nz);
    in(c, four, sizeof four);
}

static void legacy_pin(struct call *c)
{
    need_frame();
    in(c, states(), sizeof(double) * nx * ny * nz);
    for (int i = 0; i < 4; i++) number(c, four[i]);
}

static __thread double pinned[8];

static void unpin(struct call *c)
{
    static const int one[4] = {8, 1, 1, 1};
    need_frame();
    drawbridge_pin(pinned, one);
    number(c, (long)(uintptr_t)pinned);
}

/* 7. Report, 9. About */

static void report_text(struct call *c)
{
    need_frame();
    buffer(c, 4000);
    out(c, 4);
}

static void version(struct call *c) { buffer(c, 24); }

#define ROW(name, make, weight, form, after) {#name, (void (*)(void))name, make, weight, form, after}
#define COLLECTION(name) ROW(frame_tvproperties_##name##_, collection, 5, LEGACY, NULL)

const struct symbol symbols[] = {
    ROW(frame_initialize_, legacy_initialize, 1, LEGACY, after_initialize),
    ROW(frame_finalize_, finalize, 1, LEGACY, NULL),
    ROW(drawbridge_select_device, select_device, 1, STATUS, NULL),
    ROW(drawbridge_initialize, initialize, 1, STATUS, after_initialize),
    ROW(drawbridge_finalize, finalize, 1, STATUS, NULL),
    ROW(frame_status_, status, 30, SILENT, NULL),
    ROW(frame_message_, message, 30, SILENT, NULL),
    ROW(frame_onerror_, onerror, 5, SILENT, NULL),
    ROW(drawbridge_refuse, refuse, 30, SILENT, NULL),
    ROW(drawbridge_stop, nothing, 5, SILENT, NULL),
    ROW(frame_castles_populatepreosshareddata_, legacy_species_data, 10, LEGACY, NULL),
    ROW(frame_castles_populatechungshareddata_, legacy_transport_data, 10, LEGACY, NULL),
    ROW(drawbridge_species_data, species_data, 10, STATUS, NULL),
    ROW(drawbridge_transport_data, transport_data, 10, STATUS, NULL),
    ROW(drawbridge_data_units, data_units, 5, STATUS, NULL),
    ROW(drawbridge_species_count, species_count, 60, STATUS, NULL),
    ROW(drawbridge_max_block, species_count, 60, STATUS, NULL),
    ROW(drawbridge_species_name, species_name, 60, STATUS, NULL),
    ROW(drawbridge_option, option, 20, STATUS, NULL),
    ROW(frame_castles_populateinputstripe_, input_stripe, 120, LEGACY, NULL),
    ROW(frame_castles_populateoutputstripe_, output_stripe, 20, LEGACY, NULL),
    COLLECTION(preosrhohfromtpprop),
    COLLECTION(eoscalcrhoh0fromtp),
    COLLECTION(preoscalctfromhp),
    COLLECTION(preoscalctpfromrhoe),
    COLLECTION(preoscalcsoundspeed),
    COLLECTION(preosthermalproperties),
    COLLECTION(eosgammajacobianproperties),
    COLLECTION(preoscriticalstate),
    COLLECTION(chungcalctransprop),
    COLLECTION(preosviscousproperties),
    COLLECTION(preosviscousfluxproperties),
    COLLECTION(eosthermalandviscousproperties),
    ROW(drawbridge_plan_create, plan_create, 30, STATUS, after_plan),
    ROW(drawbridge_plan_array, plan_array, 80, STATUS, NULL),
    ROW(drawbridge_plan_run, plan_run, 40, STATUS, NULL),
    ROW(drawbridge_plan_follow, plan_follow, 10, STATUS, NULL),
    ROW(drawbridge_plan_reference, plan_reference, 10, STATUS, NULL),
    ROW(drawbridge_plan_inputs, plan_inputs, 10, STATUS, NULL),
    ROW(drawbridge_plan_compare, plan_compare, 10, STATUS, NULL),
    ROW(drawbridge_plan_set, plan_set, 10, STATUS, NULL),
    ROW(drawbridge_plan_resident, plan_resident, 10, STATUS, NULL),
    ROW(drawbridge_plan_destroy, plan_destroy, 10, STATUS, after_plan_destroy),
    ROW(frame_castles_pin_, legacy_pin, 20, LEGACY, NULL),
    ROW(frame_castles_unpin_, unpin, 20, LEGACY, NULL),
    ROW(drawbridge_pin, pin, 20, STATUS, NULL),
    ROW(drawbridge_unpin, unpin, 20, STATUS, NULL),
    ROW(drawbridge_report_text, report_text, 5, STATUS, NULL),
    ROW(drawbridge_snapshot_create, snapshot_create, 3, STATUS, after_create),
    ROW(drawbridge_snapshot_field, snapshot_field, 4, STATUS, NULL),
    ROW(drawbridge_snapshot_field_declared, snapshot_field_declared, 4, STATUS, NULL),
    ROW(drawbridge_snapshot_blocks, snapshot_blocks, 2, STATUS, NULL),
    ROW(drawbridge_snapshot_attribute, snapshot_attribute, 4, STATUS, NULL),
    ROW(drawbridge_snapshot_open, snapshot_open, 3, STATUS, after_open),
    ROW(drawbridge_snapshot_read, snapshot_read, 4, STATUS, NULL),
    ROW(drawbridge_snapshot_read_declared, snapshot_read_declared, 4, STATUS, NULL),
    ROW(drawbridge_snapshot_close, snapshot_close, 2, STATUS, after_close),
    ROW(drawbridge_snapshot_abandon, snapshot_close, 2, STATUS, after_close),
    ROW(drawbridge_version, version, 60, STATUS, NULL),
    ROW(drawbridge_field_create, field_create, 10, STATUS, NULL),
    ROW(drawbridge_field_create_components, field_create_components, 10, STATUS, NULL),
    ROW(drawbridge_field_temporary, field_destroy, 10, STATUS, NULL),
    ROW(drawbridge_field_destroy, field_destroy, 10, STATUS, NULL),
    ROW(drawbridge_field_copy, field_copy, 20, STATUS, NULL),
    ROW(drawbridge_field_part, field_part, 10, STATUS, NULL),
    ROW(drawbridge_field_copy_declared, field_copy_declared, 20, STATUS, NULL),
    ROW(drawbridge_field_points, field_points, 40, STATUS, NULL),
    ROW(drawbridge_field_reduce, field_reduce, 20, STATUS, NULL),
    ROW(drawbridge_sequence_create, sequence_create, 20, STATUS, after_sequence),
    ROW(drawbridge_sequence_apply, sequence_apply, 40, STATUS, after_apply),
    ROW(drawbridge_sequence_run, sequence_run, 20, STATUS, NULL),
    ROW(drawbridge_sequence_start, sequence_run, 20, STATUS, NULL),
    ROW(drawbridge_wait, nothing, 10, STATUS, NULL),
    ROW(drawbridge_sequence_set, sequence_set, 10, STATUS, NULL),
    ROW(drawbridge_sequence_get, sequence_get, 10, STATUS, NULL),
    ROW(drawbridge_sequence_destroy, sequence_destroy, 10, STATUS, after_sequence_destroy),
    ROW(drawbridge_poisson, poisson, 3, STATUS, NULL),
    ROW(drawbridge_load_kernels, load_kernels, 20, STATUS, NULL),
    ROW(drawbridge_field_create_at, field_create_at, 10, STATUS, NULL),
    ROW(drawbridge_plan_array_as, plan_array_as, 40, STATUS, NULL),
    ROW(drawbridge_plan_create_declared, plan_create_declared, 20, STATUS, after_plan),
    ROW(drawbridge_plan_array_declared, plan_array_declared, 40, STATUS, NULL),
    ROW(drawbridge_units, units, 2, STATUS, NULL),
    ROW(drawbridge_domain_create, domain_create, 10, STATUS, NULL),
    ROW(drawbridge_domain_create_blocks, domain_create_blocks, 10, STATUS, NULL),
    ROW(drawbridge_domain_block, domain_block, 10, STATUS, NULL),
    ROW(drawbridge_domain_cartesian, domain_cartesian, 10, STATUS, NULL),
    ROW(drawbridge_domain_place, domain_place, 10, STATUS, NULL),
    ROW(drawbridge_domain_destroy, domain_destroy, 10, STATUS, NULL),
    ROW(drawbridge_field_on_domain, field_on_domain, 10, STATUS, NULL),
    ROW(drawbridge_sequence_exchange, sequence_exchange, 10, STATUS, NULL),
};
const int symbol_count = sizeof symbols / sizeof *symbols;
