package evidence

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/dsp/window"
	"gonum.org/v1/gonum/stat"
)

// shortest is the fewest cells in a line whose spectrum says anything.
const shortest = 8

// gridScale is the wavelength, in cells, up to which a difference lives at the grid scale.
const gridScale = 4

// Spectrum is the amplitude of the waves in one direction of a plane, a mean over its lines.
// Wavelength[k] is in cells, the longest first.
type Spectrum struct {
	Axis       string
	Wavelength []float64
	Diff, Ref  []float64 // root of the mean power of new - ref and of ref, in the field's unit
	GridShare  float64   // part of the difference's power at wavelengths of 4 cells and less
}

// Spectra answers one spectrum for each direction of the plane that is long enough and holds lines
// without NaN. Each line loses its mean and is tapered by Hann's window, since it need not be periodic.
func (p *Plane) Spectra() []*Spectrum {
	var out []*Spectrum
	for _, s := range []*Spectrum{p.spectrum(p.Across, p.Columns, 1, p.Rows, p.Columns), p.spectrum(p.Up, p.Rows, p.Columns, p.Columns, 1)} {
		if s != nil {
			out = append(out, s)
		}
	}
	return out
}

// spectrum takes `lines` lines of n cells: cell i of line k is number k*apart + i*stride.
func (p *Plane) spectrum(axis string, n, stride, lines, apart int) *Spectrum {
	if n < shortest {
		return nil
	}
	diff, okDiff := power(p.Diff, n, stride, lines, apart)
	ref, okRef := power(p.Ref, n, stride, lines, apart)
	if !okDiff || !okRef {
		return nil
	}
	s := &Spectrum{Axis: axis}
	total, fine := 0.0, 0.0
	for k := 1; k <= n/2; k++ {
		length := float64(n) / float64(k)
		s.Wavelength = append(s.Wavelength, length)
		s.Diff, s.Ref = append(s.Diff, math.Sqrt(diff[k])), append(s.Ref, math.Sqrt(ref[k]))
		total += diff[k]
		if length <= gridScale {
			fine += diff[k]
		}
	}
	if total == 0 || math.IsInf(total, 0) || math.IsNaN(total) {
		return nil
	}
	s.GridShare = fine / total
	return s
}

// power is the mean of |coefficient|^2 over the lines that hold numbers only, as amplitudes squared.
func power(values []float64, n, stride, lines, apart int) ([]float64, bool) {
	transform := fourier.NewFFT(n)
	line, sum, used := make([]float64, n), make([]float64, n/2+1), 0
	for i := range line {
		line[i] = 1
	}
	gain := stat.Mean(window.Hann(line), nil) // of the window on a wave's amplitude
	for k := range lines {
		for i := range line {
			line[i] = values[k*apart+i*stride]
		}
		mean := stat.Mean(line, nil)
		if math.IsNaN(mean) || math.IsInf(mean, 0) {
			continue
		}
		used++
		for i := range line {
			line[i] -= mean
		}
		for i, c := range transform.Coefficients(nil, window.Hann(line)) {
			amplitude := 2 * math.Hypot(real(c), imag(c)) / (float64(n) * gain) // 2: both signs of the wave number
			sum[i] += amplitude * amplitude
		}
	}
	for i := range sum {
		sum[i] /= float64(max(used, 1))
	}
	return sum, used > 0
}

// Verdict says in words where the difference lives: in few cells, or at which scale. Noise without a
// scale has half of its power at the grid scale.
func (p *Plane) Verdict(spectra []*Spectrum) string {
	cells := p.carriers()
	if cells > 0 && 100*cells <= len(p.Diff) {
		return fmt.Sprintf("The difference sits in few places: %d of the %d cells of this plane hold 90 %% of it. "+
			"Likely causes are an index, the edge of a block, or single wrong points.", cells, len(p.Diff))
	}
	touched := 0
	for _, d := range p.Diff {
		if d != 0 {
			touched++
		}
	}
	if touched > 0 && 2*touched <= len(p.Diff) {
		return fmt.Sprintf("The difference lies in %d of the %d cells of this plane; the others have the same values. "+
			"Likely causes are a wrong halo, the bounds of a loop, or the edge of a block. A cause that has not spread yet looks the same.", touched, len(p.Diff))
	}
	if len(spectra) == 0 {
		return ""
	}
	share := 0.0
	for _, s := range spectra {
		share = max(share, s.GridShare)
	}
	words := "is smooth and follows the flow, as a wrong coefficient or tolerance does"
	switch {
	case share > .8:
		words = "lives at the grid scale: it changes its sign from cell to cell"
	case share > .3:
		words = "is spread over all scales, as round-off and jumps are"
	}
	return fmt.Sprintf("The difference %s (%.0f %% of its power at wavelengths of %d cells and less).", words, 100*share, gridScale)
}

// carriers counts the fewest cells that hold 90 % of the squared difference; 0 where nothing differs.
func (p *Plane) carriers() int {
	var squares []float64
	total := 0.0
	for _, d := range p.Diff {
		if square := d * d; square > 0 && !math.IsInf(square, 0) {
			squares = append(squares, square)
			total += square
		}
	}
	slices.Sort(squares)
	sum := 0.0
	for i := len(squares) - 1; i >= 0; i-- {
		if sum += squares[i]; sum >= .9*total {
			return len(squares) - i
		}
	}
	return 0
}
