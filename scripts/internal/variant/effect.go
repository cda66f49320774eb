package variant

import (
	"fmt"

	"sandbox/scripts/internal/faces"
	"sandbox/scripts/internal/luabox"
)

// Effect is what a row does to a car: the fields that have a meaning.
type Effect struct {
	Spaces int // rows forward or, negative, back
	Retire bool
	Why    string          // why it retires
	Fn     luabox.Function // function(self, race, car, row); none when the row has none
}

// effectFields are the fields of a row that have a meaning to the program.
var effectFields = map[string]bool{"text": true, "spaces": true, "retire": true, "effect": true}

// ReadEffect reads the fields of a row that have a meaning.
func ReadEffect(row luabox.Table) (e Effect, wrong []faces.Flaw) {
	if v := row.Field("spaces"); !v.IsNil() {
		n, ok := v.Whole()
		if !ok || n < -1000 || n > 1000 {
			wrong = append(wrong, faces.Flaw{Of: "spaces", Msg: fmt.Sprintf("spaces is a whole number of rows, forward or (negative) back, not %s", v.Article())})
		}
		e.Spaces = n
	}
	switch v := row.Field("retire"); v.Kind() {
	case luabox.Nothing:
	case luabox.Boolean:
		e.Retire, e.Why = v.True(), row.TextField("text")
	case luabox.Text:
		e.Retire, e.Why = true, v.String()
	default:
		wrong = append(wrong, faces.Flaw{Of: "retire", Msg: "retire is true, or a text that says why"})
	}
	if v := row.Field("effect"); !v.IsNil() {
		fn, ok := v.Function()
		if !ok {
			wrong = append(wrong, faces.Flaw{Of: "effect", Msg: "effect is a function(self, race, car, row)"})
		}
		e.Fn = fn
	}
	return e, wrong
}
