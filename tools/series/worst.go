package series

import (
	"cmp"
	"slices"

	"drawbridge/tools/compare"
)

// Worst is the field that differs most for its size; nil where there is none.
func Worst(one *compare.Result) *compare.Field {
	if fields := WorstFirst(one); len(fields) > 0 {
		return fields[0]
	}
	return nil
}

// WorstFirst orders the fields: those beyond tolerance first, of these the ones whose values differ (and not their unit
// or type alone), then by the largest normalised difference.
func WorstFirst(one *compare.Result) []*compare.Field {
	fields := slices.Clone(one.Fields)
	holds := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(fields, func(a, b *compare.Field) int {
		return cmp.Or(holds(a.Same)-holds(b.Same), holds(b.Unequal > 0)-holds(a.Unequal > 0), cmp.Compare(b.Linf, a.Linf))
	})
	return fields
}
