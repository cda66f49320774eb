package spec

import (
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
)

// What a race in a spec has told, and how it ended.

func (l *laid) pushEvents() int {
	list := l.box.NewTable(len(l.events), 0)
	for i := range l.events {
		list.Append(l.eventTable(&l.events[i]).Value())
	}
	l.box.Push(list.Value())
	return 1
}

// eventTable is an event as specs see it.
func (r *runner) eventTable(e *race.Event) luabox.Table {
	t := r.box.NewTable(0, 8)
	t.SetField("type", luabox.Str(e.Type))
	t.SetField("step", luabox.Str(e.Step))
	t.SetField("where", luabox.Str(e.Where))
	if e.Car != "" {
		t.SetField("car", luabox.Str(e.Car))
	}
	for _, f := range e.Fields {
		switch v := f.Value.(type) {
		case []int:
			list := r.box.NewTable(len(v), 0)
			for _, n := range v {
				list.Append(luabox.Num(n))
			}
			t.SetField(f.Name, list.Value())
		case []race.Modifier:
			list := r.box.NewTable(len(v), 0)
			for _, m := range v {
				row := r.box.NewTable(0, 2)
				row.SetField("name", luabox.Str(m.Name))
				row.SetField("value", luabox.Num(m.Value))
				list.Append(row.Value())
			}
			t.SetField(f.Name, list.Value())
		default:
			t.SetField(f.Name, luabox.Of(v))
		}
	}
	return t
}

func (l *laid) result() int {
	list, h := l.box.NewTable(8, 0), l.rulesNow()
	for _, p := range l.now().Classification() {
		t := l.box.NewTable(0, 4)
		t.SetField("place", luabox.Num(p.Place))
		t.SetField("car", luabox.Str(p.Car))
		t.SetField("status", luabox.Str(p.Status.String()))
		t.SetField("points", luabox.Num(h.Points(p)))
		list.Append(t.Value())
	}
	l.box.Push(list.Value())
	return 1
}
