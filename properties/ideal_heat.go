package properties

import (
	"math"
	"strings"

	"drawbridge/status"
)

// IdealHeat is the ideal-gas part where it is not that of the NASA polynomials. It becomes polynomials of the same form, so that kernels
// know nothing of it.
type IdealHeat struct {
	Form     int     // of idealForms
	Cp, Cv   numbers // J/kg/K: of all species, or of each; of a polynomial its coefficients of 1, T .. T^4
	Absolute bool    // h and s/cp - ln T are zero at 0 K, instead of those of the NASA polynomials at 298.15 K
}

// idealForms are the words of the option ideal_heat.
var idealForms = []string{"nasa", "constant", "polynomial"}

const (
	heatNASA = iota
	heatConstant
	heatPolynomial
)

// numbers are what an option was given, or none.
type numbers struct {
	count  int
	values [mostCoefficients * MaxSpecies]float64
}

const (
	mostCoefficients = 5      // of cp in a NASA polynomial
	standard         = 298.15 // K
)

// ownOrNumbers takes numbers that are parted by blanks or slashes.
func ownOrNumbers(field func(*Options) *numbers) func(*Options, string) bool {
	return func(o *Options, value string) bool {
		var given numbers
		words := strings.Fields(strings.ReplaceAll(value, "/", " "))
		if value == ownWord {
			words = nil
		} else if len(words) == 0 || len(words) > len(given.values) {
			return false
		}
		for i, word := range words {
			v, ok := readNumber(word)
			if !ok {
				return false
			}
			given.values[i] = v
		}
		given.count = len(words)
		*field(o) = given
		return true
	}
}

// conflict refuses figures that the form has not.
func (h IdealHeat) conflict() error {
	figures := h.Cp.count > 0 || h.Cv.count > 0
	switch {
	case h.Form == heatNASA && (figures || h.Absolute):
		return status.Errorf(status.Argument, "options ideal_cp, ideal_cv and ideal_zero=absolute belong to ideal_heat=constant or polynomial, and it is nasa; set ideal_heat first")
	case h.Form == heatPolynomial && h.Cv.count > 0:
		return status.Errorf(status.Argument, "option ideal_cv belongs to ideal_heat=constant, and it is polynomial; give the polynomial of cp by ideal_cp")
	case h.Cp.count > 0 && h.Cv.count > 0:
		return status.Errorf(status.Argument, "options ideal_cp and ideal_cv are both given; each follows from the other, one is expected")
	}
	return nil
}

// of gives species the polynomials of the form.
func (h IdealHeat) of(p PengRobinson, R float64) (PengRobinson, error) {
	if h.Form == heatNASA {
		return p, nil
	}
	ns := len(p.W)
	low := make([][7]float64, ns)
	for i := range ns {
		at, set := standard, p.Low[i]
		if at > p.Tmid[i] {
			set = p.High[i]
		}
		cp, err := h.heat(i, ns, p.W[i], R, constant(set, at))
		if err != nil {
			return p, err
		}
		_, enthalpy, entropy := evaluated(set, at)
		_, own, mixed := evaluated(cp, at)
		if !h.Absolute {
			cp[5], cp[6] = enthalpy-own, entropy-mixed
		}
		low[i] = cp
	}
	p.Low, p.High = low, low
	return p, nil
}

// heat is cp of species i as a polynomial, over R, with h and s zero at 0 K as far as they depend on it; own: where no figures are given.
func (h IdealHeat) heat(i, ns int, w, R float64, own [7]float64) (set [7]float64, err error) {
	option, given, each := "ideal_cp", h.Cp, 1
	if h.Cv.count > 0 {
		option, given = "ideal_cv", h.Cv
	}
	if h.Form == heatPolynomial {
		if each = given.count; each > mostCoefficients {
			each = given.count / ns
		}
		if given.count == 0 || each > mostCoefficients || each*ns != given.count && each != given.count {
			return set, status.Errorf(status.Argument, "option ideal_cp has %d numbers; ideal_heat=polynomial needs 1 to %d coefficients of cp for all species, or as many for each of the %d", given.count, mostCoefficients, ns)
		}
	} else if given.count == 0 {
		return [7]float64{own[0]}, nil // cp at 298.15 K
	} else if given.count != 1 && given.count != ns {
		return set, status.Errorf(status.Argument, "option %s has %d numbers; 1 for all species, or one for each of the %d expected", option, given.count, ns)
	}
	first := 0
	if given.count > each {
		first = i * each
	}
	for k := range each {
		set[k] = given.values[first+k] * w / R
	}
	if h.Cv.count > 0 {
		set[0]++ // cp = cv + R/W
	}
	for _, T := range []float64{100, standard, 1000, 3000} {
		if cp, _, _ := evaluated(set, T); !(cp > 0) || math.IsInf(cp, 0) {
			return set, status.Errorf(status.Argument, "option %s gives species %d a cp of %g J/kg/K at %g K; a positive one is expected", option, i+1, cp*R/w, T)
		}
	}
	return set, nil
}

// evaluated is cp/R, h/R and s/R of a NASA-7 set.
func evaluated(a [7]float64, T float64) (cp, h, s float64) {
	cp = a[0] + T*(a[1]+T*(a[2]+T*(a[3]+T*a[4])))
	h = T*(a[0]+T*(a[1]/2+T*(a[2]/3+T*(a[3]/4+T*a[4]/5)))) + a[5]
	s = a[0]*math.Log(T) + T*(a[1]+T*(a[2]/2+T*(a[3]/3+T*a[4]/4))) + a[6]
	return cp, h, s
}
