/* Operators of one point that run behind another operator, in its kernel (FUSED). The text after the headers defines give(): it gets
 * each result of that operator, computes theirs from it and from what it reads of other fields at the point, and stores what is kept.
 * All fields have the strides of the operator's output, so that one offset leads to a point of them all; but those with one point along
 * an axis. */

/* What the operator's first field holds at the point: given by it, or read again. */
template <class V, class T> function V centre_of(absent, const T *p) { return plain<V>(p); }
template <class V, class T> function V centre_of(V centre, const T *) { return centre; }
