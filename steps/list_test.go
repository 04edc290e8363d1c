package steps

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

// maker makes a list of three units and keeps what is asked of it.
type maker struct {
	log    []string
	fails  int // the unit that fails in its second run; 0: none
	absent error
	runs   int
}

func (m *maker) Alive() error { return m.absent }

func (m *maker) Units() (units []Unit, err error) {
	m.log = append(m.log, "prepare")
	for i := range 3 {
		units = append(units, Unit{Entries: []Entry{{At: 2 * i}}, Run: func(last bool) error {
			if i == 0 {
				m.runs++
			}
			if i+1 == m.fails && m.runs == 2 {
				return errors.New("broken")
			}
			m.log = append(m.log, fmt.Sprint(i, last))
			return nil
		}})
	}
	return units, nil
}

func (m *maker) Place(entry, turn int, err error) error {
	return fmt.Errorf("run %d, entry %d: %w", turn, entry, err)
}
func (m *maker) Failed(err error) error        { m.log = append(m.log, "failed"); return err }
func (m *maker) Done(int, float64, bool) error { return nil }
func (m *maker) Forget()                       {}
func (m *maker) expect(t *testing.T, w ...string) {
	t.Helper()
	if !slices.Equal(m.log, w) {
		t.Errorf("%q, %q expected", m.log, w)
	}
	m.log = nil
}

// A list is prepared before its first run and after it was forgotten, and its units know which run is the last.
func TestListsRunTheirUnitsInOrder(t *testing.T) {
	m := &maker{}
	l := NewList("list", m)
	for _, run := range []func(int) error{l.Run, l.Start, l.Proceed} {
		if err := run(2); err != nil {
			t.Fatal(err)
		}
	}
	two := []string{"0 false", "1 false", "2 false", "0 true", "1 true", "2 true"}
	m.expect(t, slices.Concat([]string{"prepare"}, two, two, two)...)
	l.Forget()
	if err := l.Run(1); err != nil {
		t.Fatal(err)
	}
	m.expect(t, "prepare", "0 true", "1 true", "2 true")
	if err := l.Run(0); err != nil || len(m.log) > 0 {
		t.Errorf("no run asked: %v, %q", err, m.log)
	}
}

// A unit that fails ends the call; the maker names its entry and the run, and nothing behind it runs.
func TestListsNameTheUnitThatFails(t *testing.T) {
	m := &maker{fails: 2}
	l := NewList("list", m)
	if err := l.Run(3); err == nil || err.Error() != "run 2, entry 2: broken" {
		t.Errorf("%v", err)
	}
	m.expect(t, "prepare", "0 false", "1 false", "2 false", "0 false", "failed")
}

// What is refused before a run, or asked a negative number of times, runs nothing.
func TestListsThatMayNotRun(t *testing.T) {
	m := &maker{absent: errors.New("field u was destroyed")}
	l := NewList("list", m)
	if err := l.Run(1); err != m.absent {
		t.Errorf("%v", err)
	}
	m.expect(t, "failed")
	if err := l.Run(-1); err == nil || err.Error() != "list: -1 runs asked" {
		t.Errorf("%v", err)
	}
	m.expect(t)
}
