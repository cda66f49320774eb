package scripts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/dice"
)

// Forecast is a row of a weather chart: what comes up on these faces.
type Forecast struct {
	From, To int
	Weather  string // "good", "changeable" or "rain"
}

// weatherDice choose a row of a weather chart.
var weatherDice = dice.Dice{Count: 1, Sides: 20}

// weathers are what a chart may say.
var weathers = []string{"good", "changeable", "rain"}

// weather reads weather = { ["1-8"] = "good", ... }, whose keys are those of
// racing.table.
func (d *drawer) weather() []Forecast {
	v := d.table.RawGetString("weather")
	if v == lua.LNil {
		return nil
	}
	t, ok := v.(*lua.LTable)
	if !ok {
		d.flaw("weather", "weather is a table for a %s, { [\"1-12\"] = \"good\", [\"13-20\"] = \"rain\" }, not %s", weatherDice, article(v))
		return nil
	}
	if k := d.oddKey(t); k != nil {
		d.flaw("weather", "it has %s as a key; use names and numbers as keys", article(k))
		return nil
	}
	rt := &rollTable{dice: weatherDice}
	list := d.spans(rt, t)
	last := 0
	for _, r := range list {
		if r.from > last+1 && len(rt.wrong) == 0 {
			rt.wrong = append(rt.wrong, noRow(last+1, weatherDice))
		}
		last = max(last, r.to)
	}
	if last < weatherDice.Max() && len(rt.wrong) == 0 {
		rt.wrong = append(rt.wrong, noRow(last+1, weatherDice))
	}
	for _, f := range rt.wrong {
		d.flaw(join("weather", f.at), "weather: %s", f.msg)
	}
	return d.forecasts(list)
}

func (d *drawer) forecasts(list []span) []Forecast {
	var chart []Forecast
	for _, r := range list {
		text, ok := r.row.(lua.LString)
		if !ok || !contains(weathers, string(text)) {
			d.flaw(join("weather", r.key), "weather: %s is no weather%s", article(r.row), suggestOrList(r.row.String(), weathers))
		}
		chart = append(chart, Forecast{r.from, r.to, string(text)})
	}
	return chart
}

// Data is a table of a track's own data. Its values are float64, string, bool
// and *Data.
type Data struct {
	List  []any
	Named []Datum // by name
}

// Datum is a value with a name.
type Datum struct {
	Name  string
	Value any
}

// Values are the values of a track's data, each under its path: "chips.wreck";
// a list of single values is one, "wreck, crash". None for no data.
func (data *Data) Values() []Value {
	var list []Value
	var walk func(path string, v any)
	walk = func(path string, v any) {
		data, ok := v.(*Data)
		if !ok || data.flat() {
			list = append(list, Value{Path: path, Text: datumText(v)})
			return
		}
		for i, item := range data.List {
			walk(join(path, strconv.Itoa(i+1)), item)
		}
		for _, d := range data.Named {
			walk(join(path, d.Name), d.Value)
		}
	}
	if data != nil {
		walk("", data)
	}
	return list
}

// flat says that data is a list of single values.
func (data *Data) flat() bool {
	return len(data.List) > 0 && len(data.Named) == 0 &&
		!slices.ContainsFunc(data.List, func(v any) bool { _, table := v.(*Data); return table })
}

// datumText is a single value, or a list of such.
func datumText(v any) string {
	data, ok := v.(*Data)
	if !ok {
		return fmt.Sprint(v)
	}
	texts := make([]string, len(data.List))
	for i, item := range data.List {
		texts[i] = fmt.Sprint(item)
	}
	return strings.Join(texts, ", ")
}

// data reads data = { ... }.
func (d *drawer) data() *Data {
	v := d.table.RawGetString("data")
	if v == lua.LNil {
		return nil
	}
	t, ok := v.(*lua.LTable)
	if !ok {
		d.flaw("data", "data is a table, { chips = 12 }, not %s", article(v))
		return nil
	}
	return d.dataTable("data", t, map[*lua.LTable]bool{})
}

func (d *drawer) dataTable(path string, t *lua.LTable, seen map[*lua.LTable]bool) *Data {
	if seen[t] {
		d.flaw(path, "%s: this table stands in the data already; each has one place", path)
		return nil
	}
	seen[t] = true
	if k := d.oddKey(t); k != nil {
		d.flaw(path, "it has %s as a key; use names and numbers as keys", article(k))
		return nil
	}
	data := &Data{}
	for i := 1; t.RawGetInt(i) != lua.LNil; i++ {
		data.List = append(data.List, d.datum(join(path, strconv.Itoa(i)), t.RawGetInt(i), seen))
	}
	for _, k := range d.keys(t) {
		at := join(path, k.String())
		if name, ok := k.(lua.LString); ok {
			data.Named = append(data.Named, Datum{string(name), d.datum(at, t.RawGet(k), seen)})
		} else if n, ok := wholeNumber(k); !ok || n < 1 || n > len(data.List) {
			d.flaw(at, "%s: %s cannot be a key here: use names, or a list without holes", path, article(k))
		}
	}
	slices.SortFunc(data.Named, func(a, b Datum) int { return cmp.Compare(a.Name, b.Name) })
	return data
}

func (d *drawer) datum(path string, v lua.LValue, seen map[*lua.LTable]bool) any {
	switch v := v.(type) {
	case *lua.LTable:
		return d.dataTable(path, v, seen)
	case lua.LString:
		return string(v)
	case lua.LBool:
		return bool(v)
	case lua.LNumber:
		if n := float64(v); !math.IsNaN(n) && !math.IsInf(n, 0) {
			return n
		}
	}
	d.flaw(path, "%s: %s cannot be kept: data is finite numbers, texts, true, false, and tables of them", path, article(v))
	return nil
}

// luaData is a new Lua table with a track's data; nil for none.
func (s *state) luaData(data *Data) lua.LValue {
	if data == nil {
		return lua.LNil
	}
	t := s.L.NewTable()
	for _, v := range data.List {
		t.Append(s.luaDatum(v))
	}
	for _, v := range data.Named {
		t.RawSetString(v.Name, s.luaDatum(v.Value))
	}
	return t
}

func (s *state) luaDatum(v any) lua.LValue {
	if data, ok := v.(*Data); ok {
		return s.luaData(data)
	}
	return luaValue(v)
}
