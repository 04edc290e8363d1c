/* Every instruction form of a user's expression on the CPU, in the order of their numbers. C++ makes a handler of each, and Go reads
 * the same lines (forms.go), so that the compiler in stencils/program.go knows what there is.
 *
 *   FORM(name, (kinds, ...), value)
 *
 * value is computed from the accumulator a, the operands x, y, z, w and the whole number n of the instruction. A form has one
 * handler for each of its kinds, which say where its operands are:
 *
 *   F   a row of a field           N   one number, the same at all points
 *   P   four places: a temporary, or a field whose strides differ from those of most others
 *   O   no operand
 *
 * A product in times() is rounded before something is added to it, as two instructions would do it: an expression has the same bits on
 * all instruction sets. OWN_FORM has a handler of its own. The last instruction of a program has the number of its form plus the count of
 * all forms. */

FORM(load, (F, N, P), x)
FORM(negated, (F, P), -x)
FORM(squared, (F, P), x * x)

FORM(sum, (FF, FN), x + y)
FORM(difference, (FF, FN, NF), x - y)
FORM(product, (FF, FN), x * y)
FORM(quotient, (FF, FN, NF), x / y)

FORM(add, (F, N, P), a + x)
FORM(subtract, (F, N, P), a - x)
FORM(subtract_from, (F, N, P), x - a)
FORM(multiply, (F, N, P), a * x)
FORM(divide, (F, N, P), a / x)
FORM(divide_into, (F, N, P), x / a)

FORM(product_plus, (FFF, FFN, FNF, FNN), times(x, y) + z)
FORM(product_minus, (FFF, FFN, FNF, FNN), times(x, y) - z)
FORM(minus_product, (FFF, FFN, FNF, FNN), z - times(x, y))
FORM(add_product, (FF, FN), a + times(x, y))
FORM(subtract_product, (FF, FN), a - times(x, y))
FORM(subtract_from_product, (FF, FN), times(x, y) - a)
FORM(multiply_plus, (FF, FN, NF, NN), times(a, x) + y)
FORM(multiply_minus, (FF, FN, NF, NN), times(a, x) - y)
FORM(minus_multiply, (FF, FN, NF, NN), y - times(a, x))
FORM(products_sum, (FFFF, FNFN), times(x, y) + times(z, w))
FORM(products_difference, (FFFF, FNFN), times(x, y) - times(z, w))
FORM(product_plus_add, (FFF), times(x, y) + z + a)
FORM(product_plus_subtract, (FFF), times(x, y) + z - a)

FORM(scaled_sum, (FFF, NFF), x * (y + z))
FORM(add_scaled_sum, (FFF, NFF), a + times(x, y + z))
FORM(subtract_scaled_sum, (FFF, NFF), a - times(x, y + z))
FORM(scaled_difference, (FFF, NFF), x * (y - z))
FORM(add_scaled_difference, (FFF, NFF), a + times(x, y - z))
FORM(subtract_scaled_difference, (FFF, NFF), a - times(x, y - z))

FORM(least, (F, N, P), smaller(a, x))
FORM(least_of, (F, N, P), smaller(x, a))
FORM(greatest, (F, N, P), larger(a, x))
FORM(greatest_of, (F, N, P), larger(x, a))

FORM(less, (F, N, P), TRUTH(a < x))
FORM(greater, (F, N, P), TRUTH(x < a))
FORM(less_equal, (F, N, P), TRUTH(a <= x))
FORM(greater_equal, (F, N, P), TRUTH(x <= a))
FORM(equal, (F, N, P), TRUTH(a == x))
FORM(unequal, (F, N, P), TRUTH(a != x))
FORM(both, (P), a * x)
FORM(either, (P), TRUTH(a + x != nought<V>()))
FORM(is_not, (O), one<V>() - a)
FORM(choose, (FF, FN, FP, NF, NN, NP, PF, PN, PP), a != nought<V>() ? x : y)
FORM(choose_if_less, (FFFF, FFFN, FFNF, FNFF, FNFN, FNNF, NFFF, NFFN, NFNF), x < y ? z : w)
FORM(choose_if_less_equal, (FFFF, FNFF, FNFN, FNNF, NFFF, NFFN, NFNF), x <= y ? z : w)

FORM(negate, (O), -a)
FORM(size, (O), a < nought<V>() ? -a : a + nought<V>())
FORM(square, (O), a * a)
FORM(power, (O), power_of(a, n))
FORM(root, (O), root(a))
FORM(exponential, (O), exponential(a))
FORM(logarithm, (O), logarithm(a))
FORM(sine, (O), sine_of(a))
FORM(cosine, (O), cosine(a))
FORM(hyperbolic_tangent, (O), hyperbolic_tangent(a))
FORM(raised, (F, N, P), raised(a, x))
FORM(raises, (F, N, P), raised(x, a))

OWN_FORM(keep)
