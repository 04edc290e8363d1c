package tree

import "strings"

var intrinsicNames = map[string]bool{}

func init() {
	for _, n := range strings.Fields(`abs achar acos acosh adjustl adjustr aimag aint all allocated anint any asin asinh associated atan atan2
		atanh bessel_j0 bessel_j1 bessel_jn bessel_y0 bessel_y1 bessel_yn bge bgt bit_size ble blt btest ceiling char cmplx
		command_argument_count conjg cos cosh count cpu_time cshift date_and_time dble digits dim dot_product dprod dshiftl dshiftr
		eoshift epsilon erf erfc erfc_scaled exp exponent extends_type_of findloc floor fraction gamma get_command get_command_argument
		get_environment_variable huge hypot iachar iall iand iany ibclr ibits ibset ichar ieor image_index index int ior iparity ishft
		ishftc is_contiguous is_iostat_end is_iostat_eor kind lbound leadz len len_trim lge lgt lle llt log log_gamma log10 logical
		maskl maskr matmul max maxexponent maxloc maxval merge merge_bits min minexponent minloc minval mod modulo move_alloc mvbits
		nearest new_line nint norm2 not null num_images pack parity popcnt poppar precision present product radix random_number
		random_seed range real repeat reshape rrspacing same_type_as scale scan selected_char_kind selected_int_kind
		selected_real_kind set_exponent shape shifta shiftl shiftr sign sin sinh size spacing spread sqrt sum system_clock tan tanh
		this_image tiny trailz transfer transpose trim ubound unpack verify
		alog alog10 amax0 amax1 amin0 amin1 amod cabs ccos cexp clog csin csqrt dabs dacos dasin datan datan2 dcos dcosh ddim dexp dint
		dlog dlog10 dmax1 dmin1 dmod dnint dsign dsin dsinh dsqrt dtan dtanh float iabs idim idint idnint ifix isign max0 max1 min0
		min1 sngl dfloat dcmplx dimag dreal dconjg isnan derf derfc dgamma dlgama lgamma etime second secnds loc sizeof`) {
		intrinsicNames[n] = true
	}
}

// IsIntrinsic says whether a name means an intrinsic procedure where it is called in the procedure.
func (p *Procedure) IsIntrinsic(name string) bool {
	x := p.Scope.Known(name)
	if x == nil {
		return intrinsicNames[name]
	}
	if x.Intrinsic {
		return true
	}
	return intrinsicNames[name] && x.Home == p.Scope && x.Declared && !x.External && !x.Argument && !x.Array() && !x.Parameter
}
