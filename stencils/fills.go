package stencils

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"drawbridge/device"
	"drawbridge/kernels/stencils/gpu"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// Kinds of halo cells, in the order of kernels/stencils/operators/fill.h. u(1-k) is layer k beyond a low face,
// u(n+k) beyond a high one, where the same holds mirrored.
var kinds = []string{
	"periodic",     // u(1-k) = u(n+1-k)
	"mirror",       // u(1-k) = u(k)
	"mirror_point", // u(1-k) = u(1+k)
	"dirichlet",    // u(1-k) = 2 value - u(k): value on the face
	"constant",     // u(1-k) = value
	"neumann",      // u(1-k) = u(k) + (2k-1) value: value is the outward slope times the spacing
	"given",        // u(1-k) = g(1-k) of another field
}

// face is one side of the interior along an axis.
type face struct{ axis, side int }

// fill is halo cells of one field.
type fill struct {
	stencils *Stencils
	request  *request
	kind     int
	faces    []face
	layers   int
	value    float64
	sweeps   []device.Sweep // once made, for the faces joined
	joined   [3][2]bool
}

func (s *Stencils) newFill(r *request) (*fill, error) {
	f := &fill{stencils: s, request: r, kind: slices.Index(kinds, r.options["kind"]), layers: r.writes[0].Halo}
	u := r.writes[0]
	if f.kind < 0 {
		return nil, status.Errorf(status.UnknownName, "fill %s: kind '%s' is not known%s", u.Name, r.options["kind"], nearest.Known(r.options["kind"], "kinds are", kinds, ""))
	}
	if len(r.numbers) > 0 {
		f.value = r.numbers[0]
	}
	if slices.Contains([]string{"dirichlet", "constant", "neumann"}, kinds[f.kind]) && len(r.numbers) == 0 {
		return nil, status.Errorf(status.Argument, "fill %s: kind %s needs its value (value=0d0, say)", u.Name, kinds[f.kind])
	}
	if given := kinds[f.kind] == "given"; given != (len(r.reads) == 1) {
		return nil, status.Errorf(status.Argument, "fill %s: kind %s and %d fields to copy from; only 'given' copies, from one field", u.Name, kinds[f.kind], len(r.reads))
	}
	if text, said := r.options["layers"]; said {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, status.Errorf(status.Argument, "fill %s: layers is '%s', 1 or more expected", u.Name, text)
		}
		f.layers = n
	}
	for i, g := range r.all() { // the one that is copied from, then the one that is filled
		a := views.Access{Field: g, Layers: g.AllAround(max(1, f.layers))}
		if i == len(r.reads) {
			a.Mode = views.Fills
		}
		if err := a.Check("fill " + u.Name); err != nil {
			return nil, err
		}
	}
	var err error
	faces, given := r.options["faces"]
	if !given {
		faces = "all"
	}
	if f.faces, err = facesOf(u, faces); err != nil {
		return nil, err
	}
	if err := f.wrapsWhole(u); err != nil {
		return nil, err
	}
	for _, at := range f.faces {
		if need := f.needs(); u.Shape[at.axis] < need {
			return nil, status.Errorf(status.Shape, "fill %s: %d layers of kind %s need %d points along %c, %s has %d", u.Name, f.layers, kinds[f.kind], need, 'x'+rune(at.axis), u.Describe(), u.Shape[at.axis])
		}
	}
	return f, nil
}

// wrapsWhole refuses a periodic fill along an axis that ranks or blocks divide: it would wrap each part in itself.
func (f *fill) wrapsWhole(u *views.Field) error {
	if kinds[f.kind] != "periodic" || u.Domain == 0 {
		return nil
	}
	for _, at := range f.faces {
		for _, rank := range u.Beyond[at.axis] {
			if rank >= 0 {
				return status.Errorf(status.Argument, "fill %s: kind periodic along %c, which is divided: beyond this box lies one of rank %d. Make the domain with periodic= true along %c, and put %s in place of the fill",
					u.Set(), 'x'+rune(at.axis), rank, 'x'+rune(at.axis), exchangeOf(u.Whole()))
			}
		}
	}
	return nil
}

// needs is how many interior points are read inwards from a face.
func (f *fill) needs() int {
	switch kinds[f.kind] {
	case "constant", "given":
		return 0
	case "mirror_point":
		return f.layers + 1
	}
	return f.layers
}

// edgesOf is the end of a list of faces of a field that lies on a domain.
func edgesOf(u *views.Field) string {
	if u.Domain == 0 {
		return ""
	}
	return ", and edges, those of the domain's grid"
}

// facesOf reads x-/x+/y/z/all, and puts them into the order x, y, z, which makes corners right.
func facesOf(u *views.Field, text string) ([]face, error) {
	var list []face
	if text == "edges" {
		if u.Domain == 0 {
			return nil, status.Errorf(status.Argument, "fill %s: faces 'edges' are those of a domain's grid, and the field is on no domain; create it by the domain's create_field", u.Name)
		}
		for axis := range u.Dims {
			for side := range 2 {
				if u.Open(axis, side) {
					list = append(list, face{axis, side})
				}
			}
		}
		return list, nil
	}
	for _, word := range strings.Split(text, "/") {
		for axis := range u.Dims {
			name := string(rune('x' + axis))
			for side, sign := range []string{"-", "+"} {
				if word == "all" || word == name || word == name+sign {
					list = append(list, face{axis, side})
				}
			}
		}
		if len(list) == 0 || !known(word, u.Dims) {
			return nil, status.Errorf(status.UnknownName, "fill %s: face '%s' is not known; faces of a %d-D field are %s all%s", u.Name, word, u.Dims,
				[]string{"x- x+ y- y+ x y", "x- x+ y- y+ z- z+ x y z"}[u.Dims-2], edgesOf(u))
		}
	}
	if len(list) == 0 {
		return nil, status.Errorf(status.UnknownName, "fill %s: no face was named", u.Name)
	}
	slices.SortFunc(list, func(a, b face) int { return 2*(a.axis-b.axis) + a.side - b.side })
	return slices.Compact(list), nil
}

func known(word string, dims int) bool {
	axis := strings.TrimRight(word, "+-")
	return word == "all" || len(word) <= 2 && len(axis) == 1 && axis[0] >= 'x' && int(axis[0]-'x') < dims
}

// run fills face by face.
func (f *fill) run(to device.Stream) error {
	s := f.stencils
	begin, points := time.Now(), 0
	s.fields.HaloChanges(f.request.writes[0])
	for _, w := range f.launches() {
		points += w.Extent[0] * w.Extent[1] * w.Extent[2]
		w.Fields[0], w.Fields[1] = f.fields()[0], f.fields()[1]
		if err := to.Sweep(w); err != nil {
			return err
		}
	}
	u := f.request.writes[0]
	if s.about.Compiles {
		return nil
	}
	s.account.Kernel("fill", int64(points), 2*int64(points*u.Bytes), time.Since(begin).Seconds())
	return nil
}

// launches are one per face, or a single one of a GPU for several.
func (f *fill) launches() []device.Sweep {
	u := f.request.writes[0]
	if f.sweeps != nil && f.joined == u.Joined() {
		return f.sweeps
	}
	f.joined = u.Joined()
	if f.stencils.about.Compiles && len(f.faces) > 1 {
		f.sweeps = []device.Sweep{f.stencils.shell(u, f.from(), f.faces, f.fields(), f.layers, f.kind, f.value)}
		return f.sweeps
	}
	f.sweeps = f.byFaces(f.faces)
	return f.sweeps
}

// from is the field that is copied from; the one that is filled where its own values are.
func (f *fill) from() *views.Field {
	if len(f.request.reads) > 0 {
		return f.request.reads[0]
	}
	return f.request.writes[0]
}

// fields are the one that is filled, and the one that is copied from.
func (f *fill) fields() []device.Array {
	u := f.request.writes[0]
	return []device.Array{u.Argument(true), f.from().Argument(len(f.request.reads) == 0)}
}

// shell is all halo cells of some faces of so many layers at once, on a GPU.
func (s *Stencils) shell(u, from *views.Field, faces []face, fields []device.Array, layers, kind int, value float64) device.Sweep {
	const lanesOfEnds = 8 // of a row's two ends; of one that is halo as a whole all lanes: shell.h
	w := device.Sweep{Fields: fields, Extent: u.Shape, Number: []float64{value}}
	all, inner := 1, 1 // rows
	w.Option[6] = int64(layers)
	for axis := range 3 {
		n := min(layers, u.Layer(axis))
		for side := range 2 {
			if u.Joins(axis, side) {
				n = reachOf(u, from, axis)
				w.Option[5] |= 1 << (2*axis + side)
			}
		}
		w.Option[axis] = int64(n)
		if axis > 0 {
			all *= u.Shape[axis] + 2*n
			inner *= u.Shape[axis]
		}
	}
	w.Option[3] = int64(kind)
	for _, at := range faces {
		w.Option[4] |= 1 << (2*at.axis + at.side)
	}
	w = textual(w, "halo", "shell<"+u.Precision()+">(s)", gpu.Shape{Across: threads}, 1, 0)
	w.Blocks = [3]int{above((all-inner)*s.lanes()+inner*lanesOfEnds, threads), 1, 1}
	return w
}

// copyHalo copies all halo cells of a field to its second memory, unless they are there already.
func (s *Stencils) copyHalo(u *views.Field, second device.Memory, stream device.Stream) error {
	if u.Halo == 0 || u.HalosAgree() {
		return nil
	}
	from, to := u.Argument(false), u.Argument(true)
	to.Memory = second
	copies, ok := s.halos[u.Name]
	if form := formOf(u); !ok || copies.form != form {
		copies = haloCopies{form, s.haloSweeps(u, []device.Array{to, from})}
		s.halos[u.Name] = copies
	}
	u.CopyingHalo()
	for _, w := range copies.list {
		w.Fields[0], w.Fields[1] = to, from
		if err := stream.Sweep(w); err != nil {
			return err
		}
	}
	u.HaloCopied()
	return nil
}

// haloCopies are the sweeps that copy all halo cells of a field, and the form of the field that they were made for.
type haloCopies struct {
	form form
	list []device.Sweep
}

// form is what a field of the same name may have otherwise when it was made anew.
type form struct {
	shape                         [3]int
	dims, halo, bytes, row, plane int
}

func formOf(u *views.Field) form {
	a := u.Argument(false)
	return form{u.Shape, u.Dims, u.Halo, a.Bytes, a.Row, a.Plane}
}

// haloSweeps are one of a GPU, one for each face on a host.
func (s *Stencils) haloSweeps(u *views.Field, fields []device.Array) []device.Sweep {
	given := slices.Index(kinds, "given")
	faces, _ := facesOf(u, "all")
	if s.about.Compiles {
		return []device.Sweep{s.shell(u, u, faces, fields, u.Halo, given, 0)}
	}
	f := &fill{stencils: s, request: &request{op: mustFind("fill"), writes: []*views.Field{u}}, kind: given, layers: u.Halo}
	list := f.byFaces(faces)
	for i := range list {
		list[i].Fields = slices.Clone(fields)
	}
	return list
}

// byFaces are one sweep for each face; on a host one for both faces along x, whose cells lie in the same rows.
func (f *fill) byFaces(faces []face) (list []device.Sweep) {
	for i, at := range faces {
		if i > 0 && at == (face{0, 1}) && !f.stencils.about.Compiles {
			both := &list[0]
			both.Option[1], both.Extent[0] = 2, 2*f.layers
			continue
		}
		list = append(list, f.sweep(at))
	}
	return list
}

// reachOf is how many layers of the halo along an axis a fill reaches where a block lies beyond: all that both fields have.
func reachOf(u, from *views.Field, axis int) int { return min(u.Layer(axis), from.Layer(axis)) }

// besides are the layers that the fill of a face reaches along another axis. Beyond a wall these are none along later axes. What a block
// beyond has is the interior of the one grid, and is reached along all axes: so the order of fills and exchanges changes no corner.
func (f *fill) besides(axis, other int) (layers [2]int) {
	u := f.request.writes[0]
	for side := range layers {
		switch {
		case u.Joins(other, side):
			layers[side] = reachOf(u, f.from(), other)
		case other < axis:
			layers[side] = min(f.layers, u.Layer(other))
		}
	}
	return layers
}

// sweep covers the layers beyond one face: along later axes the interior, along earlier ones the halo too, and what blocks beyond have.
func (f *fill) sweep(at face) device.Sweep {
	r, u := f.request, f.request.writes[0]
	w := device.Sweep{Program: f.stencils.program(r.hostKernel("faces", 1)), Number: []float64{f.value, float64(u.Shape[at.axis])}}
	w.Fields = f.fields()
	w.Option[0], w.Option[1], w.Option[2] = int64(at.axis), int64(at.side), int64(f.kind)
	for axis := range 3 {
		first, extent := 0, u.Shape[axis]
		switch {
		case axis == at.axis && at.side == 0:
			first, extent = -f.layers, f.layers
		case axis == at.axis:
			first, extent = u.Shape[axis], f.layers
		default:
			layers := f.besides(at.axis, axis)
			first, extent = -layers[0], extent+layers[0]+layers[1]
		}
		w.Option[3+axis], w.Extent[axis] = int64(first), extent
	}
	w.Option[kernels.OptionTile], w.Option[kernels.OptionPlanes] = int64(w.Extent[1]), 1
	w.Items, w.Chunk = w.Extent[2], max(1, w.Extent[2]/(2*f.stencils.about.Threads))
	return f.stencils.compiled(w, "fill", r.gpuCall("points", false, false, false))
}
