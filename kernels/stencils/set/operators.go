// Written by make generate from the rows in kernels/stencils/operators. Change those, not this file.

package set

import "drawbridge/kernels/stencils/rows"

// Operators are the rows of all operators.
var Operators = []rows.Operator{
	{
		Name: "combine", Family: "combine",
		Meaning: "z = sum over i of a(i) x(i)",
		Numbers: "a(1:reads)", Count: "one per field", Least: 1, Most: 4, Writes: 1,
		InPlace: true,
		Kernel:  "combine<T, N, S>",
		Host: []rows.Way{
			{Name: "rows"},
		},
	},
	{
		Name: "combine_product", Family: "combine_product",
		Meaning: "z = a x + b y + c v w",
		Numbers: "a b c", Count: "3", Least: 4, Most: 4, Writes: 1,
		InPlace: true,
		Kernel:  "combine_product<T, S>",
		Host: []rows.Way{
			{Name: "rows"},
		},
	},
	{
		Name: "constant", Family: "constant",
		Meaning: "z = a",
		Numbers: "a", Count: "1", Least: 0, Most: 0, Writes: 1,
		Kernel: "constant<T>",
		Host: []rows.Way{
			{Name: "rows"},
		},
	},
	{
		Name: "copy", Family: "copy",
		Meaning: "z = x, halo and all, by the device's own copy",
		Numbers: "-", Count: "0", Least: 1, Most: 1, Writes: 1,
	},
	{
		Name: "derivative_x", Family: "derivative",
		Meaning: "d(i,j,k) = sum over m of c(m) u(i+m,j,k)",
		Numbers: "c(-R:R)", Count: "odd", Least: 1, Most: 1, Writes: 1,
		Reaches: 1,
		Axis:    1,
		Kernel:  "derivative<T, R, false, S>",
		Host: []rows.Way{
			{Name: "tiles"},
			{Name: "shifted", Calls: []string{"derivative<T, R, true, true>"}},
		},
		GPU: []rows.Way{
			{Name: "points", Calls: []string{"points<derivative<T, R, true, S>, V>(s)"}},
			{Name: "rows", Calls: []string{"rows<derivative<T, R, true, true>, V>(s)"}},
		},
	},
	{
		Name: "derivative_y", Family: "derivative",
		Meaning: "d(i,j,k) = sum over m of c(m) u(i,j+m,k)",
		Numbers: "c(-R:R)", Count: "odd", Least: 1, Most: 1, Writes: 1,
		Reaches: 1,
		Axis:    2,
		Kernel:  "derivative<T, R, false, S>",
		Host: []rows.Way{
			{Name: "tiles"},
		},
		GPU: []rows.Way{
			{Name: "window", Calls: []string{"window<T, R, V, A, true>(s)"}},
		},
	},
	{
		Name: "derivative_z", Family: "derivative",
		Meaning: "d(i,j,k) = sum over m of c(m) u(i,j,k+m)",
		Numbers: "c(-R:R)", Count: "odd", Least: 1, Most: 1, Writes: 1,
		Reaches: 1,
		Dims:    3,
		Axis:    3,
		Kernel:  "derivative<T, R, false, S>",
		Host: []rows.Way{
			{Name: "tiles"},
			{Name: "narrow"},
			{Name: "stacked", Calls: []string{"sweep_stacked<stacked_derivative<T, R>>"}},
		},
		GPU: []rows.Way{
			{Name: "window", Calls: []string{"window<T, R, V, A, true>(s)"}},
		},
	},
	{
		Name: "divide", Family: "divide",
		Meaning: "z = a x / y",
		Numbers: "a", Count: "1", Least: 2, Most: 2, Writes: 1,
		InPlace: true,
		Kernel:  "quotient<T, S>",
		Host: []rows.Way{
			{Name: "rows"},
		},
	},
	{
		Name: "fill", Family: "fill",
		Meaning: "halo cells; options kind=, faces=, layers=",
		Numbers: "value", Count: "at most 1", Least: 0, Most: 1, Writes: 1,
		Options: []string{"kind", "faces", "layers"},
		Host: []rows.Way{
			{Name: "faces", Calls: []string{"fill_faces<T>"}},
		},
		GPU: []rows.Way{
			{Name: "points", Calls: []string{"points<boundary<T>, V>(s)"}},
		},
	},
	{
		Name: "gauss_seidel", Family: "gauss_seidel",
		Meaning: "one sweep of laplacian(u) = f, red points (i+j+k even, in the global grid) first, then black",
		Numbers: "c(axes)", Count: "positive, one per axis", Least: 1, Most: 1, Writes: 1,
		Colours: []int{0, 1},
		Kernel:  "relax<T, D3>",
		Host: []rows.Way{
			{Name: "colours"},
			{Name: "fused", Calls: []string{"fused_colours<T>", "fused_seams<T>"}},
		},
		GPU: []rows.Way{
			{Name: "colours"},
			{Name: "fused", Calls: []string{"relax_planes<T>(s)"}},
		},
	},
	{
		Name: "gauss_seidel_red", Family: "gauss_seidel",
		Meaning: "the red half of a sweep",
		Numbers: "c(axes)", Count: "positive, one per axis", Least: 1, Most: 1, Writes: 1,
		Colours: []int{0},
		Kernel:  "relax<T, D3>",
		Host: []rows.Way{
			{Name: "colours"},
		},
		GPU: []rows.Way{
			{Name: "colours"},
		},
	},
	{
		Name: "gauss_seidel_black", Family: "gauss_seidel",
		Meaning: "the black half of a sweep",
		Numbers: "c(axes)", Count: "positive, one per axis", Least: 1, Most: 1, Writes: 1,
		Colours: []int{1},
		Kernel:  "relax<T, D3>",
		Host: []rows.Way{
			{Name: "colours"},
		},
		GPU: []rows.Way{
			{Name: "colours"},
		},
	},
	{
		Name: "gray_scott", Family: "gray_scott",
		Meaning: "one step of u' = Du lap u - u v v + F (1 - u), v' = Dv lap v + u v v - (F + k) v, spacing 1, 2-D. Option steps=n: n steps in one launch",
		Numbers: "Du Dv F k dt", Count: "5", Least: 2, Most: 2, Writes: 2,
		Reaches: 2,
		Dims:    2,
		Options: []string{"fuse", "names", "region", "steps", "variant"},
		Kernel:  "gray_scott<T, S>",
		Host: []rows.Way{
			{Name: "tiles"},
			{Name: "strips", Calls: []string{"gray_scott_steps<T>"}},
		},
		GPU: []rows.Way{
			{Name: "strips", Calls: []string{"gray_scott_strips<T>(s)"}},
			{Name: "shared", Calls: []string{"gray_scott_shared<T, I>(s)"}},
		},
	},
	{
		Name: "laplacian", Family: "laplacian",
		Meaning: "l = sum over the axes of c (u(-1) - 2 u + u(+1))",
		Numbers: "c(axes)", Count: "one per axis", Least: 1, Most: 1, Writes: 1,
		Reaches: 1,
		Kernel:  "laplacian<T, D3, S>",
		Host: []rows.Way{
			{Name: "tiles"},
			{Name: "narrow"},
		},
		GPU: []rows.Way{
			{Name: "march", Calls: []string{"march<T, V, true>(s, star_of_laplacian<T>(s))"}},
		},
	},
	{
		Name: "laplacian_high", Family: "laplacian_high",
		Meaning: "l = sum over the axes of c(0) u + sum over m of c(m) (u(-m) + u(+m))",
		Numbers: "c(0:R, axes)", Count: "half", Least: 1, Most: 1, Writes: 1,
		Reaches: 1,
		Kernel:  "laplacian_high<T, R, D3, S>",
		Host: []rows.Way{
			{Name: "tiles"},
			{Name: "narrow"},
			{Name: "stacked", Calls: []string{"sweep_stacked<stacked_laplacian<T, R>>"}},
		},
		GPU: []rows.Way{
			{Name: "march", Calls: []string{"march<T, V, true>(s, star_of_laplacian_high<T, R>(s))"}},
			{Name: "planes", Calls: []string{"star_planes<T>(s, star_of_laplacian_high<T, R>(s))"}},
		},
	},
	{
		Name: "multiply", Family: "multiply",
		Meaning: "z = a x y",
		Numbers: "a", Count: "1", Least: 2, Most: 2, Writes: 1,
		InPlace: true,
		Kernel:  "product<T, S>",
		Host: []rows.Way{
			{Name: "rows"},
		},
	},
	{
		Name: "pointwise", Family: "pointwise",
		Meaning: "z = an expression of fields and named numbers",
		Numbers: "of the names", Count: "as named", Least: 0, Most: 6, Writes: 1,
		InPlace: true,
		Host: []rows.Way{
			{Name: "program", Calls: []string{"expression<T>"}},
		},
		GPU: []rows.Way{
			{Name: "points", Calls: []string{"points<own<T, N, users_own>, V>(s)"}},
			{Name: "beside", Calls: []string{"points<own_beside<T, N, M, users_own>, V>(s)"}},
		},
	},
	{
		Name: "residual", Family: "residual",
		Meaning: "r = f - laplacian(u)",
		Numbers: "c(axes)", Count: "one per axis", Least: 2, Most: 2, Writes: 1,
		Reaches: 1,
		Kernel:  "residual<T, D3, S>",
		Host: []rows.Way{
			{Name: "tiles"},
			{Name: "narrow"},
		},
	},
	{
		Name: "stencil27", Family: "stencil27",
		Meaning: "d = sum over the distance classes centre, faces, edges, corners of c (sum of the class)",
		Numbers: "c(0:3), in 2-D c(0:2)", Count: "3 in 2-D, 4 in 3-D", Least: 1, Most: 1, Writes: 1,
		Reaches: 1,
		Kernel:  "box<T, D3, S>",
		Host: []rows.Way{
			{Name: "tiles"},
			{Name: "narrow"},
		},
		GPU: []rows.Way{
			{Name: "points", Calls: []string{"points<stencil27<T, D3, S>, V>(s)"}},
			{Name: "march", Calls: []string{"march27<T, V, true>(s)"}},
		},
	},
	{
		Name: "stencil7", Family: "stencil7",
		Meaning: "d = c(0) u + c(1) (sum of the neighbours that share a face)",
		Numbers: "c(0:1)", Count: "2", Least: 1, Most: 1, Writes: 1,
		Reaches: 1,
		Kernel:  "stencil7<T, D3, S>",
		Host: []rows.Way{
			{Name: "tiles"},
			{Name: "narrow"},
		},
		GPU: []rows.Way{
			{Name: "march", Calls: []string{"march<T, V, true>(s, star_of_stencil7<T>(s))"}},
		},
	},
	{
		Name: "swap", Family: "swap",
		Meaning: "the two names exchange their contents; nothing is copied",
		Numbers: "-", Count: "0", Least: 0, Most: 0, Writes: 2,
		Options: []string{},
	},
}
