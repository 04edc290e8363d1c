package stencils

import (
	"math"
	"strings"

	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// MostRadius is the widest stencil.
const MostRadius = 8

// Operator is one line of the list: what it reads and writes, and what its numbers mean.
type Operator struct {
	Name        string
	Least, Most int    // fields read
	Writes      int    // fields written
	Reaches     int    // the first so many of the fields read are read beyond the point
	InPlace     bool   // the field written may be one of those read
	Relaxes     bool   // the field written is read too, with its neighbours
	Numbers     string // for documents
	Meaning     string
	kernel      string                                                // its name in kernels/stencils, without suffixes
	radius      func(numbers []float64, dims, reads int) (int, error) // checks the count of the numbers
}

// Operators is every operator that a sequence may apply.
var Operators = []*Operator{
	{Name: "derivative_x", Least: 1, Most: 1, Writes: 1, Reaches: 1, Numbers: "c(-R:R)", Meaning: "d(i,j,k) = sum over m of c(m) u(i+m,j,k)", kernel: "derivative", radius: odd},
	{Name: "derivative_y", Least: 1, Most: 1, Writes: 1, Reaches: 1, Numbers: "c(-R:R)", Meaning: "d(i,j,k) = sum over m of c(m) u(i,j+m,k)", kernel: "derivative", radius: odd},
	{Name: "derivative_z", Least: 1, Most: 1, Writes: 1, Reaches: 1, Numbers: "c(-R:R)", Meaning: "d(i,j,k) = sum over m of c(m) u(i,j,k+m)", kernel: "derivative", radius: odd},
	{Name: "laplacian", Least: 1, Most: 1, Writes: 1, Reaches: 1, Numbers: "c(axes)", Meaning: "l = sum over the axes of c (u(-1) - 2 u + u(+1))", kernel: "laplacian", radius: perAxis},
	{Name: "laplacian_high", Least: 1, Most: 1, Writes: 1, Reaches: 1, Numbers: "c(0:R, axes)", Meaning: "l = sum over the axes of c(0) u + sum over m of c(m) (u(-m) + u(+m))", kernel: "laplacian_high", radius: half},
	{Name: "stencil7", Least: 1, Most: 1, Writes: 1, Reaches: 1, Numbers: "c(0:1)", Meaning: "d = c(0) u + c(1) (sum of the neighbours that share a face)", kernel: "stencil7", radius: exactly(2, 2)},
	{Name: "stencil27", Least: 1, Most: 1, Writes: 1, Reaches: 1, Numbers: "c(0:3), in 2-D c(0:2)", Meaning: "d = sum over the distance classes centre, faces, edges, corners of c (sum of the class)", kernel: "stencil27", radius: exactly(3, 4)},
	{Name: "gauss_seidel", Least: 1, Most: 1, Writes: 1, Relaxes: true, Numbers: "c(axes)", Meaning: "one sweep of laplacian(u) = f, red points (i+j+k even) first, then black", kernel: "relax", radius: positive},
	{Name: "gauss_seidel_red", Least: 1, Most: 1, Writes: 1, Relaxes: true, Numbers: "c(axes)", Meaning: "the red half of a sweep", kernel: "relax", radius: positive},
	{Name: "gauss_seidel_black", Least: 1, Most: 1, Writes: 1, Relaxes: true, Numbers: "c(axes)", Meaning: "the black half of a sweep", kernel: "relax", radius: positive},
	{Name: "residual", Least: 2, Most: 2, Writes: 1, Reaches: 1, Numbers: "c(axes)", Meaning: "r = f - laplacian(u)", kernel: "residual", radius: perAxis},
	{Name: "gray_scott", Least: 2, Most: 2, Writes: 2, Reaches: 2, Numbers: "Du Dv F k dt", Meaning: "one step of u' = Du lap u - u v v + F (1 - u), v' = Dv lap v + u v v - (F + k) v, spacing 1, 2-D. Option steps=n: n steps in one launch", kernel: "gray_scott", radius: grayScott},
	{Name: "constant", Least: 0, Most: 0, Writes: 1, Numbers: "a", Meaning: "z = a", kernel: "constant", radius: exactly(1, 1)},
	{Name: "combine", Least: 1, Most: 4, Writes: 1, InPlace: true, Numbers: "a(1:reads)", Meaning: "z = sum over i of a(i) x(i)", kernel: "combine", radius: asRead},
	{Name: "combine_product", Least: 4, Most: 4, Writes: 1, InPlace: true, Numbers: "a b c", Meaning: "z = a x + b y + c v w", kernel: "combine_product", radius: exactly(3, 3)},
	{Name: "multiply", Least: 2, Most: 2, Writes: 1, InPlace: true, Numbers: "a", Meaning: "z = a x y", kernel: "multiply", radius: exactly(1, 1)},
	{Name: "divide", Least: 2, Most: 2, Writes: 1, InPlace: true, Numbers: "a", Meaning: "z = a x / y", kernel: "divide", radius: exactly(1, 1)},
	{Name: "pointwise", Least: 0, Most: 6, Writes: 1, InPlace: true, Numbers: "of the names", Meaning: "z = an expression of fields and named numbers", kernel: "own", radius: asNamed},
	{Name: "copy", Least: 1, Most: 1, Writes: 1, Numbers: "-", Meaning: "z = x, halo and all, by the device's own copy", radius: exactly(0, 0)},
	{Name: "swap", Least: 0, Most: 0, Writes: 2, Numbers: "-", Meaning: "the two names exchange their contents; nothing is copied", radius: exactly(0, 0)},
	{Name: "fill", Least: 0, Most: 1, Writes: 1, Numbers: "value", Meaning: "halo cells; options kind=, faces=, layers=", radius: atMostOne},
}

// Find gives an operator by name.
func Find(name string) (*Operator, error) {
	var names []string
	for _, o := range Operators {
		if o.Name == name {
			return o, nil
		}
		names = append(names, o.Name)
	}
	return nil, status.Errorf(status.UnknownName, "operator '%s' is not known; operators are %s%s", name, strings.Join(names, " "), nearest.Question(name, names))
}

// check refuses numbers that are not finite in a field's precision or not as many as expected, and answers the radius.
func (o *Operator) check(numbers []float64, f *views.Field, reads int) (int, error) {
	dims := f.Dims
	for i, c := range numbers {
		if math.IsNaN(c) || math.IsInf(c, 0) || f.Bytes == 4 && math.Abs(c) > math.MaxFloat32 {
			return 0, status.Errorf(status.Argument, "%s: number %d is %g, a finite one (%s) expected", o.Name, i+1, c, f.Precision())
		}
	}
	r, err := o.radius(numbers, dims, reads)
	if err != nil {
		return 0, status.Errorf(status.Argument, "%s: numbers given in %d-D: %d; %v: %s", o.Name, dims, len(numbers), err, o.Numbers)
	}
	if r > MostRadius {
		return 0, status.Errorf(status.Argument, "%s: a radius of %d (numbers given: %d), 1 to %d expected", o.Name, r, len(numbers), MostRadius)
	}
	return r, nil
}

type sentence string

func (s sentence) Error() string { return string(s) }

func odd(numbers []float64, _, _ int) (int, error) {
	if n := len(numbers); n < 3 || n%2 == 0 {
		return 0, sentence("an odd count of at least 3 expected")
	}
	return len(numbers) / 2, nil
}

func perAxis(numbers []float64, dims, _ int) (int, error) {
	if len(numbers) != dims {
		return 0, sentence("one per axis expected")
	}
	return 1, nil
}

// positive is perAxis for an equation that is divided by the sum of its numbers.
func positive(numbers []float64, dims, reads int) (int, error) {
	sum := 0.0
	for _, c := range numbers {
		sum += c
		if c < 0 {
			return 0, sentence("numbers of 0 or more expected")
		}
	}
	if len(numbers) == dims && !(sum > 0) {
		return 0, sentence("numbers whose sum is above 0 expected")
	}
	return perAxis(numbers, dims, reads)
}

func half(numbers []float64, dims, _ int) (int, error) {
	if n := len(numbers); n%dims != 0 || n/dims < 2 {
		return 0, sentence("R+1 per axis, R at least 1, expected")
	}
	return len(numbers)/dims - 1, nil
}

func exactly(flat, deep int) func([]float64, int, int) (int, error) {
	return func(numbers []float64, dims, _ int) (int, error) {
		if want := map[int]int{2: flat, 3: deep}[dims]; len(numbers) != want {
			return 0, sentence("another count expected")
		}
		return 1, nil
	}
}

func grayScott(numbers []float64, dims, _ int) (int, error) {
	if dims != 2 {
		return 0, sentence("2-D fields expected")
	}
	return exactly(5, 5)(numbers, dims, 0)
}

func asRead(numbers []float64, _, reads int) (int, error) {
	if len(numbers) != reads {
		return 0, sentence("one per field that is read expected")
	}
	return 0, nil
}

// asNamed was compared with the names before.
func asNamed([]float64, int, int) (int, error) { return 0, nil }

func atMostOne(numbers []float64, _, _ int) (int, error) {
	if len(numbers) > 1 {
		return 0, sentence("at most one expected")
	}
	return 0, nil
}
