package properties

import "math"

// Options are the conventions of the equation of state that codes differ in; all enter the
// parameter block, so kernels need no recompilation to follow them.
type Options struct {
	R                 float64 // gas constant, J/mol/K
	OmegaA, OmegaB    float64 // of Peng and Robinson
	PressureReference float64 // of the NASA entropies, Pa
	SignedAlpha       bool    // g_i keeps its sign above T0_i instead of |g_i|
	PR78Above         float64 // acentric factor above which the 1978 polynomial of m holds
	Clip              bool    // outside the temperature limits cp is constant, instead of extrapolated
	Root              int     // where three volumes exist: 0 stable, 1 liquid, 2 vapour
}

// Defaults are CODATA 2018, exact Omega_a and Omega_b (Peng & Robinson 1976), and the conventions
// that most open codes share.
func Defaults() Options {
	cube := func(sign float64) float64 { return math.Cbrt(6*math.Sqrt2 + sign*8) }
	x := (-1 + cube(1) - cube(-1)) / 3
	return Options{R: 8.31446261815324, OmegaA: 8 * (5*x + 1) / (49 - 37*x), OmegaB: x / (x + 3),
		PressureReference: 101325, PR78Above: 0.491}
}

// slope is m_i of alpha: Peng & Robinson (1976), above PR78Above Robinson & Peng, GPA RR-28 (1978).
func (o Options) slope(omega float64) float64 {
	if omega <= o.PR78Above {
		return 0.37464 + omega*(1.54226-0.26992*omega)
	}
	return 0.379642 + omega*(1.48503+omega*(-0.164423+0.016666*omega))
}
