// Package doctor checks whether a solver that links the library can run on this machine: the library, MPI, the GPU, limits
// of the system, settings.
//
// Here lives judging: what is right, what is wrong, and the cure. Never here: layout (console).
package doctor

import "drawbridge/frame"

// State is the verdict on one check.
type State string

const (
	OK      State = "ok"
	Warning State = "warning" // a run works, and may be slow or not what was meant
	Problem State = "problem" // a run fails, or runs elsewhere than asked for
)

// Check is one line of the answer.
type Check struct {
	Name    string `json:"check"`
	State   State  `json:"state"`
	Finding string `json:"finding"`
	Cure    string `json:"cure,omitempty"` // only where something is wrong
}

// Patient is what is examined.
type Patient struct {
	Environment map[string]string
	Program     string // a solver, or "": the library alone
	Command     string // this command's own file: the library lies beside it in an install tree
}

// Examine makes every check, in the order in which a run would meet them.
func (p Patient) Examine() []Check {
	library, checks := p.library()
	checks = append(checks, p.mpi(library)...)
	checks = append(checks, p.settings()...)
	checks = append(checks, p.instructions(), p.cpus())
	place := frame.Place(p.Environment)
	checks = append(checks, p.gpu(place)...)
	checks = append(checks, p.sharing(place), p.cache(place))
	checks = append(checks, limits(place)...)
	return append(checks, hdf5())
}

// Count tells how many checks have a state.
func Count(checks []Check, state State) (n int) {
	for _, c := range checks {
		if c.State == state {
			n++
		}
	}
	return n
}

func good(name, finding string) Check { return Check{name, OK, finding, ""} }

func warn(name, finding, cure string) Check { return Check{name, Warning, finding, cure} }

func bad(name, finding, cure string) Check { return Check{name, Problem, finding, cure} }
