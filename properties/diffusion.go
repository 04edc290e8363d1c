package properties

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drawbridge/status"
)

// The fits of binary diffusion: polynomials of ln T between these temperatures, K.
const (
	fitFrom, fitTo  = 80.0, 4500.0
	fitCoefficients = 16
	fitBound        = 1e-5 // largest relative error that is admitted
)

// The values of diffusion_form.
const (
	formChapmanEnskog = iota
	formFuller
	formFit
)

// collisionDiffusion is Omega_D of Neufeld, Janzen, Aziz (1972): factors and exponents.
var collisionDiffusion = struct{ factor, exponent [4]float64 }{
	[4]float64{1.06036, 0.19300, 1.03587, 1.76474}, [4]float64{0.15610, 0.47635, 1.52996, 3.89411}}

// couple is what diffusion needs of two species.
type couple struct {
	inverseEps    float64    // 1/K
	chapmanEnskog [4]float64 // T^3/2/(P D) = c1 T^-0.1561 + sum c_k exp(-a_k T*)
}

// newCouple follows Chapman and Enskog at first approximation:
// D = (3/16) (2 pi (kT)^3/m)^1/2/(P pi sigma^2 Omega_D), m reduced mass, sigma arithmetic and eps
// geometric mean.
func newCouple(p PengRobinson, c Chung, i, j int) couple {
	mass := p.W[i] * p.W[j] / (p.W[i] + p.W[j]) / avogadro
	sigma, eps := (c.Sigma[i]+c.Sigma[j])/2, math.Sqrt(c.Eps[i]*c.Eps[j])
	inverse := 16.0 / 3 * math.Pi * sigma * sigma * math.Sqrt(mass/(2*math.Pi)) / math.Pow(boltzmann, 1.5)
	k := couple{inverseEps: 1 / eps}
	for n, factor := range collisionDiffusion.factor {
		k.chapmanEnskog[n] = inverse * factor
	}
	k.chapmanEnskog[0] *= math.Pow(eps, collisionDiffusion.exponent[0])
	return k
}

// at is T^3/2/(P D).
func (k couple) at(T float64) float64 {
	sum := k.chapmanEnskog[0] * math.Pow(T, -collisionDiffusion.exponent[0])
	for n := 1; n < 4; n++ {
		sum += k.chapmanEnskog[n] * math.Exp(-collisionDiffusion.exponent[n]*T*k.inverseEps)
	}
	return sum
}

// fullerInverse is T^1.75/(P D) in SI of Fuller's D = 0.00143 T^1.75/(P[bar] M^1/2 (v_i^1/3+v_j^1/3)^2) cm2/s,
// M = 2/(1/M_i+1/M_j) g/mol.
func fullerInverse(p PengRobinson, volume []float64, i, j int) float64 {
	mass := 2e3 * p.W[i] * p.W[j] / (p.W[i] + p.W[j])
	size := math.Cbrt(volume[i]) + math.Cbrt(volume[j])
	return math.Sqrt(mass) * size * size / (0.00143 * 1e5 * 1e-4)
}

// diffusion fills the rows of the couples and gives the largest relative error of the fits.
func (b filler) diffusion(p PengRobinson, c Chung, o Options) (float64, error) {
	form := o.Transport.form()
	if form == formFuller {
		if err := checkVolumes(c.FullerVolume, b.ns); err != nil {
			return 0, err
		}
	}
	var couples []couple
	for i := range b.ns {
		for j := i; j < b.ns; j++ {
			k := newCouple(p, c, i, j)
			b.set("inverse_eps", len(couples), k.inverseEps)
			b.set("chapman_enskog", len(couples), k.chapmanEnskog[:]...)
			if form == formFuller {
				b.set("fuller", len(couples), fullerInverse(p, c.FullerVolume, i, j))
			}
			couples = append(couples, k)
		}
	}
	b.set("diffusion_form", 0, float64(form))
	if form != formFit {
		return 0, nil
	}
	worst, err := b.fit(couples)
	if err == nil && worst > fitBound {
		err = status.Errorf(status.Argument, "option diffusion = fit: an error of %.1e, at most %.0e expected, for these Lennard-Jones depths; use diffusion = direct", worst, fitBound)
	}
	return worst, err
}

func checkVolumes(volume []float64, ns int) error {
	if volume == nil {
		return status.Errorf(status.Order, "option binary_diffusion = fuller needs the diffusion volumes: give species by name, or diffusion_volume of transport_data")
	}
	for i, v := range volume[:ns] {
		if !(v > 0) {
			return status.Errorf(status.Argument, "option binary_diffusion = fuller: species %d has no diffusion volume (%g)", i+1, v)
		}
	}
	return nil
}

// fit makes the polynomials of all couples by one least-squares solve and gives their largest
// relative error on a grid four times as fine.
func (b filler) fit(couples []couple) (worst float64, err error) {
	const nodes = 4 * fitCoefficients
	middle, scale := (math.Log(fitTo)+math.Log(fitFrom))/2, 2/(math.Log(fitTo)-math.Log(fitFrom))
	temperature := func(u float64) float64 { return math.Exp(middle + u/scale) }
	powers, values := mat.NewDense(nodes, fitCoefficients, nil), mat.NewDense(nodes, len(couples), nil)
	for n := range nodes {
		u := math.Cos(math.Pi * (float64(n) + 0.5) / nodes)
		for k := range fitCoefficients {
			powers.Set(n, k, math.Pow(u, float64(k)))
		}
		for m, c := range couples {
			values.Set(n, m, c.at(temperature(u))/c.chapmanEnskog[0])
		}
	}
	var solution mat.Dense
	if err := solution.Solve(powers, values); err != nil {
		return 0, status.Errorf(status.Internal, "fits of binary diffusion: %v", err)
	}
	for m, c := range couples {
		a := mat.Col(nil, m, &solution)
		for n := range 4 * nodes {
			u := math.Cos(math.Pi * float64(n) / (4*nodes - 1))
			worst = max(worst, math.Abs(polynomial(a, u)*c.chapmanEnskog[0]/c.at(temperature(u))-1))
		}
		for k := range a {
			a[k] *= c.chapmanEnskog[0]
		}
		b.set("fit", m, a...)
	}
	b.set("fit_from", 0, fitFrom)
	b.set("fit_to", 0, fitTo)
	b.set("fit_middle", 0, middle)
	b.set("fit_scale", 0, scale)
	return worst, nil
}

func polynomial(a []float64, u float64) (sum float64) {
	for k := len(a) - 1; k >= 0; k-- {
		sum = sum*u + a[k]
	}
	return sum
}
