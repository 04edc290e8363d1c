package stencils

import (
	"math"
	"math/rand"
	"strings"
	"testing"
	"unsafe"

	"drawbridge/device/host"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/views"
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
		err := error(nil)
		if e[0] == "reduce" {
			err = q.Reduce(e[2], e[1], e[2])
		} else {
			err = q.Apply(e[0], e[1], e[2], numbers, "")
		}
		if err != nil {
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
		{"l", "laplacian_high_3d_r4 s0; multiply n16; product_minus_add f0 n16 f1; multiply f2; multiply n15; put_home f1",
			[][3]string{{"laplacian_high", "u", "l"}, {"pointwise", "2*u - v + 2*l", "v"}, {"multiply", "w v", "v"}}},
		{"xyz", "derivative_r1 s0; keep t0; derivative_r1 s1; keep t1; derivative_z_r1 s2; multiply t1; add t0; add f0; put_home f0",
			[][3]string{{"derivative_x", "u", "x"}, {"derivative_y", "u", "y"}, {"derivative_z", "u", "z"}, {"pointwise", "v + (x + y*z)", "v"}}},
		{"", "sum f0 f1; put_home f2 1; multiply f0; total s0", [][3]string{{"pointwise", "u + v", "x"}, {"reduce", "x u", "dot"}}},
		{"", "sum f0 f1; put_home f2 1; square; total s0", [][3]string{{"pointwise", "u + v", "x"}, {"reduce", "x", "norm2"}, {"reduce", "u", "max"}}},
		{"", "sum f0 f1; put_home f2; product f2 f0; total s0; load f2; total s1", [][3]string{{"pointwise", "u + v", "x"}, {"reduce", "x u", "dot"}, {"reduce", "x", "sum"}}},
		{"", "", [][3]string{{"pointwise", "u + v", "x"}, {"reduce", "x", "min"}}},
		{"", "sum f0 f1; put_home f2; product f2 f2; put_home f3 1", [][3]string{{"pointwise", "u + v", "x"}, {"pointwise", "x*x", "y"}}},
		{"", "", [][3]string{{"stencil27", "u", "x"}, {"combine", "u x", "y"}}},
	} {
		if got := merges(t, c.temporary, c.entries...); got != c.want {
			t.Errorf("%v, temporary '%s':\n%s\n%s expected", c.entries, c.temporary, got, c.want)
		}
	}
}

// Every way to run a group gives the bits of its operators one by one, on every instruction set.
func TestEveryWayOfAGroupHasTheSameBits(t *testing.T) {
	lists := [][][3]string{
		{{"laplacian", "u", "l"}, {"combine", "u l", "u"}},
		{{"laplacian_high", "u", "l"}, {"pointwise", "2*u - v + 2*l", "v"}, {"multiply", "w v", "v"}},
		{{"derivative_x", "u", "x"}, {"derivative_y", "u", "y"}, {"derivative_z", "u", "z"}, {"pointwise", "x*x + y*y + z", "g"}, {"combine", "v g", "v"}},
		{{"laplacian_high", "u", "l"}, {"combine", "v l", "v"}, {"reduce", "v u", "dot"}, {"reduce", "l", "norm1"}, {"reduce", "v", "max"}},
	}
	for _, isa := range kernels.ISAs() {
		for _, precision := range []string{"double", "float"} {
			for i, entries := range lists {
				for _, workers := range []int{1, 3} {
					waysAgree(t, isa, precision, workers, i, entries)
				}
			}
		}
	}
}

func waysAgree(t *testing.T, isa, precision string, workers, number int, entries [][3]string) {
	t.Helper()
	d, err := host.Open(workers, isa)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s, err := New(d, isa, "first", silent{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n := [3]int{37, 21, 11}
	r := rand.New(rand.NewSource(1))
	array, small := make([]float64, n[0]*n[1]*n[2]), make([]float32, n[0]*n[1]*n[2])
	lent := views.HostArray{Address: uintptr(unsafe.Pointer(&array[0])), Shape: [4]int{n[0], n[1], n[2], 1}, Interior: [6]int{1, n[0], 1, n[1], 1, n[2]}, Var: 1}
	if precision == "float" {
		lent.Address, lent.Single = uintptr(unsafe.Pointer(&small[0])), true
	}
	names := []string{"u", "v", "w", "l", "x", "y", "z", "g"}
	for _, name := range names {
		if err := s.fields.Create(name, n[:], 4, precision, 1); err != nil {
			t.Fatal(err)
		}
	}
	q := s.NewSequence("list")
	defer q.Close()
	for _, e := range entries {
		numbers := map[string][]float64{"laplacian": {1, 0.3, 0.7}, "combine": {0.9, 0.1}, "multiply": {1.1}, "derivative_x": {1, 2, 3, 4, 5}, "derivative_y": {1, 2, 3}, "derivative_z": {1, 2, 3}}[e[0]]
		if e[0] == "laplacian_high" {
			for k := range 15 {
				numbers = append(numbers, 1/float64(k+3))
			}
		}
		err := error(nil)
		if e[0] == "reduce" {
			err = q.Reduce(e[2], e[1], e[2])
		} else {
			err = q.Apply(e[0], e[1], e[2], numbers, "")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p := q.divided()[0]
	if p.group == nil || p.group.merged == nil {
		t.Fatalf("list %d is no program", number)
	}
	list := s.ways(p.group)
	p.group.settled = true
	values := map[string][]float64{}
	for _, name := range names {
		values[name] = make([]float64, len(array))
		for i := range array {
			values[name][i] = r.Float64() - 0.5
		}
	}
	after := func(way string) (all []float64) {
		for _, name := range names {
			copy(array, values[name])
			for i, v := range array {
				small[i] = float32(v)
			}
			if err := s.fields.Upload(name, lent, 0); err != nil {
				t.Fatal(err)
			}
		}
		p.group.take(list, way)
		if err := q.runGroup(p, true, s.device); err != nil {
			t.Fatalf("%s: %v", way, err)
		}
		for _, name := range names {
			if err := s.fields.Download(name, lent, 0); err != nil {
				t.Fatal(err)
			}
			for i, v := range small {
				if lent.Single {
					array[i] = float64(v)
				}
			}
			all = append(all, array...)
		}
		for _, e := range p.group.ends {
			n, err := q.Get(e.what)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, n)
		}
		return all
	}
	want := after(oneByOne)
	for _, w := range list {
		for i, v := range after(w.name) {
			if math.Float64bits(v) != math.Float64bits(want[i]) {
				t.Fatalf("%s, %s, list %d, %d workers, %s: value %d of %s is %g, %g one by one", isa, precision, number, workers, w.name, i%len(array), append(names, "the numbers")[i/len(array)], v, want[i])
			}
		}
	}
}
