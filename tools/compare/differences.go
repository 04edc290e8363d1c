package compare

// Differences are the figures of one field. Sums and maxima leave out pairs in which either value
// is NaN or infinite; those are counted by themselves.
type Differences struct {
	Count     int64  `json:"count"`       // pairs compared
	Unequal   int64  `json:"unequal"`     // pairs that are not the same number
	Beyond    int64  `json:"beyond"`      // pairs outside the tolerance, NaN and infinity included
	MaxAbs    Figure `json:"max_abs"`     // largest |new - ref|
	MaxRel    Figure `json:"max_rel"`     // largest |new - ref| / max(|ref|,|new|)
	RMS       Figure `json:"rms"`         // root mean square of new - ref
	L1        Figure `json:"norm_l1"`     // sum|new - ref| / sum|ref|
	L2        Figure `json:"norm_l2"`     // sqrt(sum(new - ref)^2 / sum ref^2)
	Linf      Figure `json:"norm_linf"`   // max|new - ref| / max|ref|
	ULP       uint64 `json:"max_ulp"`     // most representable numbers between a pair
	OneNaN    int64  `json:"one_nan"`     // NaN against a number
	BothNaN   int64  `json:"both_nan"`    // NaN against NaN
	Infinite  int64  `json:"infinite"`    // infinity against anything but itself
	Reference Figure `json:"max_abs_ref"` // largest |ref|
	// Pearson's correlation of new and ref; NaN where one of them does not vary
	Correlation Figure `json:"correlation"`
	// how many pairs have 2^k <= |new - ref| < 2^(k+1)
	Octaves map[int]int64 `json:"octaves,omitempty"`
}

// Figure is a number that JSON can carry: infinity and NaN go as text.
type Figure float64

// MarshalJSON writes a number, or "inf" and "nan".
func (f Figure) MarshalJSON() ([]byte, error) { return realNumber(float64(f), 64).MarshalJSON() }

// OnlyNaN says that nothing but NaN and infinities parts the two: the largest difference of the other pairs is 0.
func (f *Field) OnlyNaN() bool { return f.FirstNaN != nil && f.MaxAbs == 0 }
