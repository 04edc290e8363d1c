package stencils

import (
	"strings"
	"testing"

	"drawbridge/device/host"
	kernels "drawbridge/kernels/stencils"
)

// merges makes a list of entries on fields of n points along each axis, and gives the first group's program in words; "" where there is none.
func merges(t *testing.T, temporary string, entries ...[3]string) string {
	t.Helper()
	d, err := host.Open(1, kernels.ISAs()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s, err := New(d, kernels.ISAs()[0], "first", silent{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, name := range []string{"u", "v", "w", "l", "x", "y", "z", "g"} {
		if err := s.fields.Create(name, []int{8, 6, 5}, 4, "double", 1); err != nil {
			t.Fatal(err)
		}
		f, _ := s.fields.Find(name)
		f.Temporary = strings.Contains(temporary, name)
	}
	q := s.NewSequence("list")
	for _, e := range entries {
		numbers := map[string][]float64{"laplacian": {1, 1, 1}, "combine": {1, 0.5}, "multiply": {2}, "laplacian_high": make([]float64, 15), "derivative_x": {1, 2, 3},
			"derivative_y": {1, 2, 3}, "derivative_z": {1, 2, 3}, "stencil27": {1, 2, 3, 4}}[e[0]]
		if err := q.Apply(e[0], e[1], e[2], numbers, ""); err != nil {
			t.Fatal(err)
		}
	}
	parts := q.divided()
	defer q.Close()
	if parts[0].group == nil {
		t.Fatalf("the list has no group")
	}
	m := parts[0].group.merged
	if m == nil {
		return ""
	}
	return strings.Join(instructions(t, m.words), "; ")
}

// A group runs as few instructions: what only the next operator reads stays in the accumulator, what several read in the nearest cache.
func TestGroupsAreOneProgram(t *testing.T) {
	heat := [][3]string{{"laplacian", "u", "l"}, {"combine", "u l", "u"}}
	for _, c := range []struct {
		temporary, want string
		entries         [][3]string
	}{
		{"l", "laplacian_3d s0; scale_onto_product n4 n3 f0; put_home f1 1", heat},
		{"", "laplacian_3d s0; put_home f0 1; scale_onto_product n4 n3 f1; put_home f2 1", heat},
		{"l", "product_minus f0 n16 f1; keep t0; laplacian_high_3d_r4 s0; multiply n16; add t0; multiply f2; multiply n15; put_home f1",
			[][3]string{{"laplacian_high", "u", "l"}, {"pointwise", "2*u - v + 2*l", "v"}, {"multiply", "w v", "v"}}},
		{"xyz", "derivative_r1 s0; keep t0; derivative_r1 s1; keep t1; derivative_z_r1 s2; multiply t1; add t0; add f0; put_home f0",
			[][3]string{{"derivative_x", "u", "x"}, {"derivative_y", "u", "y"}, {"derivative_z", "u", "z"}, {"pointwise", "v + (x + y*z)", "v"}}},
		{"", "sum f0 f1; put_home f2; product f2 f2; put_home f3 1", [][3]string{{"pointwise", "u + v", "x"}, {"pointwise", "x*x", "y"}}},
		{"", "", [][3]string{{"stencil27", "u", "x"}, {"combine", "u x", "y"}}},
	} {
		if got := merges(t, c.temporary, c.entries...); got != c.want {
			t.Errorf("%v, temporary '%s':\n%s\n%s expected", c.entries, c.temporary, got, c.want)
		}
	}
}
