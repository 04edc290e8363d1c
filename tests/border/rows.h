/* Rows that are made in rows_data.c, and what both files remember handles by. */
#ifndef BORDER_ROWS_H
#define BORDER_ROWS_H
#include "calls.h"

void remember(int list[4], int handle, int (*destroy)(int)); /* keeps one handle in eight: it may replace a better one */
void forget(int list[4], int handle);

void snapshot_create(struct call *c);
void after_create(const struct call *c, int code);
void snapshot_field(struct call *c);
void snapshot_field_declared(struct call *c);
void snapshot_read_declared(struct call *c);
void snapshot_blocks(struct call *c);
void snapshot_attribute(struct call *c);
void snapshot_open(struct call *c);
void after_open(const struct call *c, int code);
void snapshot_read(struct call *c);
void after_close(const struct call *c, int code);
void field_create(struct call *c);
void field_create_components(struct call *c);
void field_create_at(struct call *c);
void field_destroy(struct call *c);
void field_copy(struct call *c);
void field_part(struct call *c);
void field_copy_declared(struct call *c);
void field_points(struct call *c);
void field_reduce(struct call *c);
void sequence_create(struct call *c);
void after_sequence(const struct call *c, int code);
void sequence_apply(struct call *c);
void after_apply(const struct call *c, int code);
void sequence_run(struct call *c);
void sequence_set(struct call *c);
void sequence_get(struct call *c);
void domain_create(struct call *c);
void domain_create_blocks(struct call *c);
void domain_block(struct call *c);
void domain_cartesian(struct call *c);
void domain_place(struct call *c);
void domain_destroy(struct call *c);
void field_on_domain(struct call *c);
void sequence_exchange(struct call *c);
void after_sequence_destroy(const struct call *c, int code);
void poisson(struct call *c);
void snapshot_close(struct call *c);
void sequence_destroy(struct call *c);

#endif
