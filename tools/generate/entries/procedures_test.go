package entries

import (
	"strings"
	"testing"
)

const cFace = "section A\ndrawbridge_plan_run\n  Runs.\n  handle: int = the plan\n  times: int = so many times\n" +
	"drawbridge_field_create\n  Creates.\n  fortran none\n  name: text = its name\n"

const fortranFace = "argument name: character(*), intent(in)\ntype plan_t\nby hand create\nrun([times = 1])\n  Runs it.\n  calls drawbridge_plan_run\n"

func proceduresOf(t *testing.T, text string) (*procedureTable, error) {
	t.Helper()
	list, err := readTable(cFace)
	if err != nil {
		t.Fatal(err)
	}
	return readProcedures(text, list)
}

func TestProcedureThatPassesOn(t *testing.T) {
	table, err := proceduresOf(t, fortranFace)
	if err != nil {
		t.Fatal(err)
	}
	const want = `
  ! Runs it.
  subroutine plan_run(self, times, stat, errmsg)
    class(plan_t), intent(in) :: self
    integer, intent(in), optional :: times
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer :: chosen_times
    chosen_times = 1
    if (present(times)) chosen_times = times
    call settle(c_plan_run(self%handle, narrow(chosen_times)), stat, errmsg)
  end subroutine
`
	if got := table.written(table.types[0]); got != want {
		t.Errorf("written is\n%s", got)
	}
}

func TestProceduresForRanks(t *testing.T) {
	table, err := proceduresOf(t, fortranFace+"argument var: integer, intent(in)\nread(q, var, stat, errmsg, name)\n  Reads.\n"+
		"  array intent(in), target: real(8) real(4), ranks 3 4\n  does call lend(self, q, {extents}, {var}, 'a b')\n")
	if err != nil {
		t.Fatal(err)
	}
	text := table.written(table.types[0])
	for _, want := range []string{
		"  subroutine plan_read_3(self, q, stat, errmsg, name)\n    class(plan_t), intent(in) :: self\n    real(c_double), intent(in), target :: q(:, :, :)\n",
		"    call lend(self, q, shape(q), 1, 'a b')\n",
		"  subroutine plan_read_4_real4(self, q, var, stat, errmsg, name)\n    class(plan_t), intent(in) :: self\n    real(c_float), intent(in), target :: q(:, :, :, :)\n",
		"    call lend(self, q, shape(q), var, 'a b')\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if list := table.types[0].bindings(); !strings.Contains(list, "generic :: read => plan_read_3, plan_read_4, plan_read_3_real4, plan_read_4_real4\n") {
		t.Errorf("bindings are\n%s", list)
	}
}

func TestWrongProcedures(t *testing.T) {
	const array = "  Reads.\n  array intent(in), target: real(8), ranks 3\n  does call lend(q)\n"
	for _, c := range []struct{ table, want string }{
		{"run()\n", "procedures.txt:1: 'run()' stands before the first type"},
		{fortranFace + "run()\n  Again.\n  calls drawbridge_plan_run\n", "procedures.txt:7: run of plan_t stands twice"},
		{fortranFace + "create()\n", "procedures.txt:7: create of plan_t stands twice"},
		{fortranFace + "stop()\n  calls drawbridge_plan_run\n", "procedures.txt:7: stop of plan_t: it has no meaning"},
		{fortranFace + "stop()\n  Stops.\n", "procedures.txt:7: stop of plan_t: it needs either 'calls FUNCTION' or 'does STATEMENT'"},
		{fortranFace + "stop()\n  Stops.\n  calls drawbridge_plan_stop\n", "procedures.txt:9: stop calls drawbridge_plan_stop, which the module does not bind"},
		{fortranFace + "stop()\n  Stops.\n  calls drawbridge_field_create\n", "drawbridge_field_create, which the module does not bind"},
		{fortranFace + "stop()\n  Stops.\n  calls drawbridge_plan_run\n", "drawbridge_plan_run does not get times"},
		{fortranFace + "stop(when)\n  Stops.\n  calls drawbridge_plan_run\n", "procedures.txt:7: stop of plan_t: when is no argument of drawbridge_plan_run"},
		{fortranFace + "stop(times)\n  Stops.\n  calls drawbridge_plan_run\n  with x = 1\n", "with x: it is no argument of drawbridge_plan_run"},
		{fortranFace + "type plan_t\n", "procedures.txt:7: the type plan_t stands twice"},
		{fortranFace + "stop[]\n", "procedures.txt:7: 'stop[]' is no procedure"},
		{fortranFace + "stop(a=1)\n", "procedures.txt:7: stop: 'a=1' is no argument"},
		{fortranFace + "by hand\n  Stops.\n", "procedures.txt:7: 'by hand' is no procedure"},
		{fortranFace + "by hand stop\n  Stops.\n", "procedures.txt:8: 'Stops.' belongs to no procedure"},
		{fortranFace + "argument x: number\n", "procedures.txt:7: 'argument x: number' is not 'argument NAME: TYPE'"},
		{fortranFace + "argument name: integer\n", "procedures.txt:7: the argument name stands twice"},
		{fortranFace + "read(q, where)\n" + array, "procedures.txt:7: read of plan_t: no line 'argument where: TYPE'"},
		{fortranFace + "read(name)\n" + array, "it has no argument q"},
		{fortranFace + "read(q, [name = 'x'])\n" + array, "name: a default needs 'calls'"},
		{fortranFace + "read(q)\n  Reads.\n  array intent(in): real(2), ranks 3\n", "procedures.txt:9: 'array intent(in): real(2), ranks 3' is not"},
		{fortranFace + "read(q)\n  Reads.\n  does call lend(q)\n", "'array' and 'does' belong together"},
	} {
		if _, err := proceduresOf(t, c.table); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, expected %q", c.table, err, c.want)
		}
	}
}
