package species

import "math"

// Kij gives the interactions that Peng-Robinson entries state as binary-a: k_ij = 1 - a_ij/sqrt(a_i a_j),
// ns x ns; nil where there is none.
func (m *Mechanism) Kij(list []Species) ([]float64, error) {
	ns := len(list)
	var kij []float64
	stated := map[[2]int]*node{}
	for i, s := range list {
		entry, err := m.entry(s.Name)
		if err != nil {
			return nil, err
		}
		_, pairs, err := entry.pengRobinson()
		if err != nil {
			return nil, err
		}
		for _, pair := range pairs {
			aij, err := pair.quantity(attraction)
			if err != nil {
				return nil, err
			}
			for j, other := range list {
				if other.Name != pair.place || i == j {
					continue
				}
				if kij == nil {
					kij = make([]float64, ns*ns)
				}
				k := 1 - aij/math.Sqrt(attractionOf(s)*attractionOf(other))
				if from := stated[[2]int{j, i}]; from != nil && math.Abs(kij[i*ns+j]-k) > 1e-9 {
					return nil, pair.wrong("it makes k_ij = %g, and %s makes it %g: a symmetric one is expected", k, from.where(), kij[i*ns+j])
				}
				stated[[2]int{i, j}] = pair
				kij[i*ns+j], kij[j*ns+i] = k, k
			}
		}
	}
	return kij, nil
}

// attractionOf is a of the equation of state at the critical temperature, Pa m6/mol2.
func attractionOf(s Species) float64 {
	return omegaA * gasConstant * gasConstant * s.Tc * s.Tc / s.Pc
}
