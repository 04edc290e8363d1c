package measure

import "testing"

func TestExpressionsHaveTheGoalOfTheirSize(t *testing.T) {
	for line, want := range map[string]float64{
		`{"bench":"expressions","expression":"a","precision":"double","shape":[16,16,16],"plain_ns":0.2,"ns":0.26,"apart":0}`:   1.35,
		`{"bench":"expressions","expression":"a","precision":"float","shape":[128,128,128],"plain_ns":0.2,"ns":0.26,"apart":0}`: 1.15,
		`{"bench":"expressions","expression":"a","precision":"double","shape":[512,512,16],"plain_ns":0.2,"ns":0.26,"apart":0}`: 0.95,
	} {
		e, err := ParseExpression([]byte(line))
		if err != nil || e.Goal != want || e.Met() != (want > 1.3) || e.Ratio < 1.29 || e.Ratio > 1.31 {
			t.Errorf("%s: %+v, %v", line, e, err)
		}
	}
	for _, line := range []string{`{}`, `x`, `{"bench":"expressions","expression":"a","plain_ns":0,"ns":1}`} {
		if _, err := ParseExpression([]byte(line)); err == nil {
			t.Errorf("%s was taken", line)
		}
	}
}
