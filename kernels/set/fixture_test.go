package set

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"sync"
	"testing"
)

// What the tests need of tests/golden/golden.json: states evaluated with 40 digits, species data.

type species struct {
	Name  string
	W     float64
	Tc    float64
	Pc    float64
	Omega float64
	Nasa7 struct {
		Tlow, Tmid, Thigh float64
		Low, High         [7]float64
	}
}

type goldenState struct {
	ID        int
	NS        int
	Mechanism string `json:"mech"`
	T, P      float64
	Y         []float64
	Kij       string
	Opts      map[string]string
	Out       goldenOut
}

type branch struct{ Rho, H, Cp, Cv, C float64 }

type goldenOut struct {
	W, Z, Rho, H, E, Cp, Cv, Gamma, C float64
	RhoP                              float64 `json:"rho_p"`
	RhoT                              float64 `json:"rho_T"`
	HP                                float64 `json:"h_p"`
	HT                                float64 `json:"h_T"`
	EP                                float64 `json:"e_p"`
	ET                                float64 `json:"e_T"`
	S, G, A, B                        float64
	HIdeal                            float64   `json:"h_ideal"`
	CpIdeal                           float64   `json:"cp_ideal"`
	AT                                float64   `json:"da_dT"`
	ATT                               float64   `json:"d2a_dT2"`
	Tcrit                             float64   `json:"Tpc_eos"`
	Pcrit                             float64   `json:"Ppc_eos"`
	Vcrit                             float64   `json:"Vpc_eos"`
	Tkay                              float64   `json:"Tpc_kay"`
	Pkay                              float64   `json:"Ppc_kay"`
	X                                 []float64 `json:"x"`
	Lnphi, Vhat, Hhat                 []float64
	RhoY                              []float64 `json:"rho_Y"`
	HY                                []float64 `json:"h_Y"`
	Zroots                            []float64
	Gres                              []float64 `json:"gres_over_RT"`
	Nroots                            int
	RootIndex                         int `json:"root_index"`
	Rtol                              map[string]float64
	Class                             string
	Liquid                            *branch `json:"liquid_branch"`
	Vapour                            *branch `json:"vapour_branch"`
}

type goldenFile struct {
	Species    []species
	Mechanisms map[string][]string
	Kij        map[string][][]float64
	States     []goldenState
}

// readGolden reads the file once for all tests.
var readGolden = sync.OnceValues(func() (g goldenFile, err error) {
	text, err := os.ReadFile("../../tests/golden/golden.json")
	if err == nil {
		err = json.Unmarshal(text, &g)
	}
	return g, err
})

func golden(t testing.TB) goldenFile {
	t.Helper()
	g, err := readGolden()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func (g goldenFile) species(t testing.TB, names []string) []species {
	t.Helper()
	var list []species
	for _, name := range names {
		i := slices.IndexFunc(g.Species, func(s species) bool { return s.Name == name })
		if i < 0 {
			t.Fatalf("golden.json has no species %q", name)
		}
		list = append(list, g.Species[i])
	}
	return list
}

// options of the parameter block, as the tests vary them.
type options struct {
	signed, clip bool
	root         float64
	kij          [][]float64
}

const (
	gasConstant = 8.31446261815324 // J/mol/K
	omegaA      = 0.45723552892138218938
	omegaB      = 0.07779607390388845597
)

// fillBlock computes a parameter block from raw species data by the formulas of parameters.h, on
// its own: production has another implementation in properties.
func fillBlock(list []species, o options) []float64 {
	layout, ns := BuiltIn().Layout(), len(list)
	var pairs [][2]int
	for i := range o.kij {
		for j := i + 1; j < ns; j++ {
			if o.kij[i][j] != 0 {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	block := make([]float64, layout.Size(ns, len(pairs)))
	at := func(name string, row int) []float64 { return block[layout.Offset(name, row, ns):] }
	header := map[string]float64{"ns": float64(ns), "pairs": float64(len(pairs)), "R": gasConstant,
		"pressure_reference": 101325, "root": o.root, "kink_least": 1e30, "low_from": 0, "low_to": 1e30, "mid_common": 1000, "first_other": float64(ns),
		"high_from": 0, "high_to": 1e30, "limit_least": 0, "limit_greatest": 1e30, "bracket_least": 10, "bracket_greatest": 5000,
		"omega_a": omegaA, "omega_b": omegaB, "cubic_half_u": 1, "cubic_w": -1, "cubic_g": 4, "cubic_s": 2, "cubic_series": 1,
		"cubic_p1": 4.0 / 9, "cubic_p2": 10.0 / 9, "cubic_q1": 2.0 / 9, "cubic_q2": 2.0 / 9, "cubic_q3": 28.0 / 27, "cubic_q4": 2.0 / 3}
	for i, s := range list {
		fillSpecies(at, i, s, o, header)
	}
	for i := ns - 1; i >= 0; i-- { // those with another T_mid than 1000 K, linked
		if list[i].Nasa7.Tmid != header["mid_common"] {
			at("next_other", i)[0], header["first_other"] = header["first_other"], float64(i)
		}
	}
	for name, value := range header {
		at(name, 0)[0] = value
	}
	for row, p := range pairs {
		i, j, k := p[0], p[1], o.kij[p[0]][p[1]]
		Ai, Aj, Bi, Bj := at("A_over_W", i)[0], at("A_over_W", j)[0], at("B_over_W", i)[0], at("B_over_W", j)[0]
		at("first", row)[0], at("second", row)[0] = float64(i), float64(j)
		at("q0", row)[0], at("q1", row)[0], at("q2", row)[0] = 2*k*Ai*Aj, k*(Ai*Bj+Aj*Bi), 2*k*Bi*Bj
		at("critical", row)[0] = 2 * k * at("root_ac_over_W", i)[0] * at("root_ac_over_W", j)[0]
	}
	return block
}

func fillSpecies(at func(string, int) []float64, i int, s species, o options, header map[string]float64) {
	ac := omegaA * gasConstant * gasConstant * s.Tc * s.Tc / s.Pc
	w := s.Omega
	m := 0.37464 + 1.54226*w - 0.26992*w*w
	if w > 0.491 {
		m = 0.379642 + 1.48503*w - 0.164423*w*w + 0.016666*w*w*w
	}
	kink := 1e30
	if m > 0 && !o.signed {
		kink = s.Tc * (1 + 1/m) * (1 + 1/m)
	}
	n := s.Nasa7
	below, above, low, high := n.Low, n.High, 0.0, 1e30
	if o.clip {
		below, above, low, high = extension(n.Low, n.Tlow), extension(n.High, n.Thigh), n.Tlow, n.Thigh
	}
	for name, value := range map[string]float64{"inverse_W": 1 / s.W, "b_over_W": omegaB * gasConstant * s.Tc / s.Pc / s.W,
		"A_over_W": math.Sqrt(ac) * (1 + m) / s.W, "B_over_W": math.Sqrt(ac/s.Tc) * m / s.W, "kink": kink,
		"T_low": low, "T_mid": n.Tmid, "T_high": high, "root_ac_over_W": math.Sqrt(ac) / s.W, "Tc": s.Tc, "Pc": s.Pc} {
		at(name, i)[0] = value
	}
	for name, a := range map[string][7]float64{"nasa_low": n.Low, "nasa_high": n.High, "nasa_below": below, "nasa_above": above} {
		for k := range a {
			at(name, i)[k] = gasConstant * a[k] / s.W
		}
	}
	header["kink_least"] = min(header["kink_least"], kink)
	header["low_from"], header["low_to"] = max(header["low_from"], low), min(header["low_to"], n.Tmid)
	header["high_from"], header["high_to"] = max(header["high_from"], n.Tmid), min(header["high_to"], high)
}

// extension is the set of constant cp beyond the end of a polynomial.
func extension(a [7]float64, T float64) [7]float64 {
	c := a[0] + T*(a[1]+T*(a[2]+T*(a[3]+T*a[4])))
	h := a[5] + T*(a[0]+T*(a[1]/2+T*(a[2]/3+T*(a[3]/4+T*a[4]/5))))
	s := a[6] + a[0]*math.Log(T) + T*(a[1]+T*(a[2]/2+T*(a[3]/3+T*a[4]/4)))
	return [7]float64{c, 0, 0, 0, 0, h - c*T, s - c*math.Log(T)}
}
