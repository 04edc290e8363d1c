package stencils

// contest finds how many runs go with one exchange. It holds the best n so far against the next one. All ranks hold the same one.
type contest struct {
	best, rival int          // rival 0: it is over
	most        int          // the last rival
	lost        int          // rivals that have lost one after the other
	tried       [2][]float64 // seconds a run: of the best, of the rival
}

// losses is after how many lost rivals one after the other larger ones are not tried any more.
const losses = 2

// turn is how many runs a time is of: whole periods of both, so that each waits for its end as often.
func (c *contest) turn() int {
	a, b := c.best, c.rival
	for b > 0 {
		a, b = b, a%b
	}
	return c.best / a * c.rival
}

// settle takes the rival if it is faster, and goes on to the next one.
func (c *contest) settle(best, rival float64) {
	c.lost++
	if rival < best {
		c.best, c.lost = c.rival, 0
	}
	c.tried = [2][]float64{}
	if c.rival++; c.rival > c.most || c.lost == losses {
		c.rival = 0
	}
}
