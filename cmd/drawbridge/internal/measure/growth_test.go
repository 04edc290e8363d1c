package measure

import (
	"math"
	"testing"
)

// measured makes results whose kernel costs 3 species^power ns and whose routines cost 5 species^2 ns.
func measured(collection string, power float64, species ...int) (list []Properties) {
	for _, s := range species {
		list = append(list, Properties{Collection: collection, ISA: "avx2", Species: s, Kernel: 3 * math.Pow(float64(s), power), Reference: 5 * float64(s*s)})
	}
	return list
}

func TestGrowth(t *testing.T) {
	for power, met := range map[float64]bool{0.7: true, 1.2: false} {
		list := GrowthOf(append(measured("preosthermalproperties", power, 5, 10, 20, 50), measured("chungcalctransprop", 2, 10, 20, 50)...))
		if len(list) != 2 {
			t.Fatal(list)
		}
		g := list[0]
		if math.Abs(g.Exponent-power) > 1e-12 || math.Abs(g.Factor-3) > 1e-11 || math.Abs(g.Textbook-2) > 1e-12 || g.Met() != met {
			t.Errorf("power %g: %+v", power, g)
		}
		if d := list[1]; math.Abs(d.Exponent-2) > 1e-12 || !d.Met() {
			t.Errorf("diffusion may be quadratic: %+v", d)
		}
	}
	bent := measured("preosthermalproperties", 0.5, 10, 20, 50)
	bent[2].Kernel *= 3
	if g := GrowthOf(bent)[0]; g.Between != [2]int{20, 50} || math.Abs(g.Steepest-(0.5+math.Log(3)/math.Log(2.5))) > 1e-12 {
		t.Errorf("%+v", g)
	}
}

func TestTooLittleToFit(t *testing.T) {
	for _, species := range [][]int{{5, 10, 20}, {10, 20}, {20, 10, 50}, {10, 10, 10}} {
		if list := GrowthOf(measured("preosthermalproperties", 1, species...)); len(list) != 0 {
			t.Errorf("%v: %+v", species, list)
		}
	}
}
