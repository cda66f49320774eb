package luabox

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"sandbox/scripts/internal/source"
)

// things are two cars and four spaces.
type things struct{ list []named }

type named struct {
	Thing
	table Table
}

func (s things) Thing(t Table) (Thing, bool) {
	for _, one := range s.list {
		if one.table == t {
			return one.Thing, true
		}
	}
	return Thing{}, false
}

func (s things) Named(sort Sort, name string) (Table, bool) {
	for _, one := range s.list {
		if one.Sort == sort && one.Name == name {
			return one.table, true
		}
	}
	return Table{}, false
}

// noteBox is a box that knows cars and spaces.
func noteBox() *Box {
	b := New(NewUnits(source.Roots{}), Hooks{})
	var s things
	for i, name := range []string{"A", "Mark | Webber\""} {
		s.list = append(s.list, named{Thing{TheCar, i, name}, b.NewTable(0, 0)})
	}
	for i, name := range []string{"1/1", "2/1", "3/1", "4/1"} {
		s.list = append(s.list, named{Thing{TheSpace, i, name}, b.NewTable(0, 0)})
	}
	b.Bind(s)
	return b
}

// note writes a value as a field would be written.
func note(b *Box, v Value) (string, error) { return b.NewNotes().Value("f", v) }

func TestNoteForms(t *testing.T) {
	b := noteBox()
	for _, test := range []struct{ name, text, want string }{
		{"nil", "nil", "nil"},
		{"true", "true", "true"},
		{"number", "3", "3"},
		{"fraction", "-0.25", "-0.25"},
		{"minus nothing", "-0", "0"},
		{"large", "1e300", "1e+300"},
		{"text", `"soft"`, `"soft"`},
		{"text with a bar", `"a | b"`, `"a \x7c b"`},
		{"text with lines", `"a\nb"`, `"a\nb"`},
		{"text with bytes", `"\xff\x00"`, `"\xff\x00"`},
		{"car", `@"A"`, `@"A"`},
		{"car in one word", `@A`, `@"A"`},
		{"car with a bar", `@"Mark \x7c Webber\""`, `@"Mark \x7c Webber\""`},
		{"space", `#"3/1"`, `#"3/1"`},
		{"empty", "[]", "{}"},
		{"list", "[1 2 3]", "[1 2 3]"},
		{"list with holes", "[nil 2 nil nil 5]", "[nil 2 nil nil 5]"},
		{"holes at the end", "[1 nil nil]", "[1]"},
		{"names are sorted", "{b=2 a=1}", "{a=1 b=2}"},
		{"names that are no words", `{"a b"=1 "2"=2 ""=3 "é"=4}`, `{""=3 "2"=2 "a b"=1 "é"=4}`},
		{"a name without its value", "{a=nil}", "{}"},
		{"tables in tables", `[{a=[1 {b=#"1/1"}]} [] @"A"]`, `[{a=[1 {b=#"1/1"}]} {} @"A"]`},
		{"twenty deep", strings.Repeat("[", 20) + "1" + strings.Repeat("]", 20), strings.Repeat("[", 20) + "1" + strings.Repeat("]", 20)},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, err := b.ReadValue(test.text)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := note(b, v); got != test.want || err != nil {
				t.Errorf("got %s (%v), want %s", got, err, test.want)
			}
		})
	}
}

func TestNotesNotRead(t *testing.T) {
	b := noteBox()
	for _, test := range []struct{ name, text, want string }{
		{"no name", "=3", `a word is missing before "=3"`},
		{"no equals sign", "f 3", `a = is missing after "f"`},
		{"no value", "f=", "a value is missing"},
		{"word", "f=soft", `"soft" is no value; texts stand in quotes`},
		{"not a number", "f=NaN", `"NaN" is no value; texts stand in quotes`},
		{"infinite", "f=Inf", `"Inf" is no value; texts stand in quotes`},
		{"beyond", "f=1e999", `"1e999" is no value; texts stand in quotes`},
		{"open text", `f="a`, `a quote is not closed in "\"a"`},
		{"open list", "f=[1 2", "a value is missing"},
		{"open names", "f={a=1", `a word is missing before ""`},
		{"wrong bracket", "f=[1}", `a word is missing before "}"`},
		{"car", `f=@"B"`, `no car is called "B"`},
		{"space", `f=#"9/1"`, `the track has no space "9/1"`},
		{"too deep", "f=" + strings.Repeat("[", 21) + strings.Repeat("]", 21), "tables lie more than 20 deep"},
		{"far too deep", "f=" + strings.Repeat("{a=", 1e6), "tables lie more than 20 deep"},
		{"twice", "f=1 f=2", `"f" stands twice`},
		{"twice inside", "f={a=1 a=2}", `"a" stands twice`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := b.ReadFields(test.text); err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// anyValue makes a random value that can be kept.
func anyValue(b *Box, r *rand.Rand, depth int) Value {
	switch n := r.IntN(8 + depth); {
	case n == 0:
		return Bool(r.IntN(2) == 0)
	case n < 3:
		list := b.things.(things).list
		return list[r.IntN(len(list))].table.Value()
	case n == 3:
		return Num(r.IntN(5000) - 2500)
	case n == 4:
		return Num(math.Ldexp(r.Float64()-0.5, r.IntN(200)-100))
	case n < 8:
		return Str(anyText(r))
	case n%2 == 0:
		t := b.NewTable(0, 0)
		for i := 1; i <= r.IntN(6); i++ {
			if r.IntN(4) > 0 {
				t.SetItem(i, anyValue(b, r, depth-1))
			}
		}
		return t.Value()
	}
	t := b.NewTable(0, 0)
	for range r.IntN(5) {
		t.SetField(anyText(r), anyValue(b, r, depth-1))
	}
	return t.Value()
}

func anyText(r *rand.Rand) string {
	letters := []string{"a", "b", "_", "1", " ", "=", "|", "\"", "\\", "{", "}", "[", "]", "@", "#", "é", "\xff", "\n", "\x00", "nil"}
	text := ""
	for range r.IntN(5) {
		text += letters[r.IntN(len(letters))]
	}
	return text
}

// What can be kept is read back as it was, whatever it holds.
func TestNotesRoundTrip(t *testing.T) {
	b, r := noteBox(), rand.New(rand.NewPCG(1, 2))
	for i := range 5000 {
		v := anyValue(b, r, 8)
		text, err := note(b, v)
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if strings.ContainsAny(text, "\n") || strings.Contains(text, "|") {
			t.Fatalf("%d: a bar or a line break in %s", i, text)
		}
		back, err := b.ReadValue(text)
		if err != nil {
			t.Fatalf("%d: %s: %v", i, text, err)
		}
		if !same(b, v, back) {
			t.Fatalf("%d: %s is read as something else", i, text)
		}
		if again, _ := note(b, back); again != text {
			t.Fatalf("%d: %s became %s", i, text, again)
		}
	}
}

// same compares tables by what is in them; cars and spaces are themselves.
func same(b *Box, v, w Value) bool {
	x, ok1 := v.Table()
	y, ok2 := w.Table()
	if !ok1 || !ok2 || x == y {
		return v == w
	}
	if _, thing := b.things.Thing(x); thing {
		return false
	}
	count, equal := 0, true
	x.Each(func(k, v Value) { count++; equal = equal && same(b, v, y.Get(k)) })
	y.Each(func(_, _ Value) { count-- })
	return equal && count == 0
}

// guarded does what runs under rules and says whether it was stopped. That it
// panics for any other reason is a bug.
func guarded(t *testing.T, b *Box, do func()) (stopped bool) {
	t.Helper()
	var err error
	func() {
		defer b.Rescue(&err)
		do()
	}()
	if err != nil && strings.Contains(err.Error(), "bug in the program") {
		t.Fatal(err)
	}
	return err != nil
}

func FuzzReadFields(f *testing.F) {
	for _, seed := range []string{
		`f=3 g="soft"`, `f=[1 nil {a=@"A"}] g=#"1/1"`, `"a b"={"c"=-0 d=1e-9}`, `f={}`, `f=[[[]]]`, `f=@A`, `=`, `f="\x7c"`, "f=[}", "f=0x1p-2", "nil=nil",
	} {
		f.Add(seed)
	}
	b := noteBox()
	f.Fuzz(func(t *testing.T, text string) {
		values, err := b.ReadFields(text)
		if err != nil {
			return
		}
		table, names := b.NewTable(0, len(values)), source.SortedKeys(values)
		keys := make([]string, len(names))
		for i, name := range names {
			keys[i] = QuoteKey(name)
			table.SetField(name, values[name])
		}
		b.Refill(Stepping)
		printed, err := "", error(nil)
		if guarded(t, b, func() { printed, err = b.NewNotes().Fields("f", table, names, keys, make([]Known, len(names))) }) {
			return
		}
		if err != nil {
			if strings.Contains(err.Error(), "holes") {
				return
			}
			t.Fatalf("%q is read but cannot be kept: %v", text, err)
		}
		again, err := b.ReadFields(printed)
		if err != nil {
			t.Fatalf("%q was printed as %q: %v", text, printed, err)
		}
		if len(again) != len(values) {
			t.Fatalf("%q became %q", text, printed)
		}
		for name, v := range values {
			if !same(b, v, again[name]) {
				t.Fatalf("%q became %q: %s differs", text, printed, name)
			}
		}
	})
}
