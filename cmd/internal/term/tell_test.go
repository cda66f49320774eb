package term

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"sandbox/core/race"
)

var words = map[string]string{
	"roll move":    "rolls {total}",
	"roll action":  "action roll {face}",
	"roll qualify": "rolls {face}",
	"qualified":    "{units} units",
	"answer gear":  "shifts to {option}",
	"session":      "{text}",
	"lost":         "{nothing} is lost",
	"tyres":        "on {kind}",
	"answer pit":   "comes in: {option}",

	"answer pit no":  "",
	"roll collision": "",
}

// A wording that names a long field often is cut: it costs no more than what is
// read of it.
func TestLongWordings(t *testing.T) {
	tell := Teller{Words: map[string]string{"note": strings.Repeat("{s}", 5000)}}
	event := race.Event{Type: "note", Fields: []race.Field{race.Text("s", strings.Repeat("xy ", 5000))}}
	if text := tell.words(&event); len(text) > MaxWording+3 || !strings.HasSuffix(text, "…") {
		t.Errorf("%d bytes", len(text))
	}
}

func TestTell(t *testing.T) {
	events := append([]race.Event{
		event("", "session", 0, text("text", "it rains")),
		qualifying("Vettel", "Red Bull", 5, 3),
		event("Vettel", "qualified", 0, whole("units", 8)),
		qualifying("Pérez", "Sauber", 4, 0),
		event("Pérez", "qualified", 0, whole("units", 4)),
		event("佐藤", "answer", 0, text("ask", "gear"), text("option", "third")),
		event("佐藤", "finish", 0, whole("place", 1)),
		event("Massa", "retire", 0, text("why", "blown engine"), text("space", "10/1")),
	}, turn.Events...)
	golden(t, "tell", func(w io.Writer, style Style) { Teller{Words: words, Style: style}.Tell(w, events) })
}

// What has an empty wording is not told, and neither is a car of which nothing
// is.
func TestTellKeepsQuiet(t *testing.T) {
	for _, c := range []struct {
		name, want string
		events     []race.Event
	}{
		{"option", "", []race.Event{event("A", "answer", 0, text("ask", "pit"), text("option", "no"))}},
		{"other option", "A             comes in: fast\n", []race.Event{event("A", "answer", 0, text("ask", "pit"), text("option", "fast"))}},
		{"between", "A             comes in: fast · on studs\n", []race.Event{
			event("A", "answer", 0, text("ask", "pit"), text("option", "fast")),
			event("B", "roll", 0, text("purpose", "collision"), whole("face", 9), whole("total", 9)),
			event("A", "tyres", 0, text("kind", "studs")),
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			Teller{Words: words}.Tell(&out, c.events)
			if out.String() != c.want {
				t.Errorf("got %q, want %q", out.String(), c.want)
			}
		})
	}
}

// Cars to which the same happens share lines, unless that saves few.
func TestTellSharesLines(t *testing.T) {
	golden(t, "tell_shared", func(w io.Writer, style Style) {
		style.Width = 44
		var events []race.Event
		for _, car := range []string{"Vettel", "Pérez", "佐藤", "Massa", "Button", "Trulli"} {
			events = append(events, event(car, "tyres", 0, text("kind", "studs")))
		}
		Teller{Words: words, Style: style}.Tell(w, events)
		Teller{Words: words, Style: style}.Tell(w, append(events[:3:3], event("佐藤", "finish", 0, whole("place", 1))))
		style.Width = 28
		Teller{Words: words, Style: style}.Tell(w, events[:3])
	})
}

func TestTellWrapsLongLines(t *testing.T) {
	golden(t, "tell_wrapped", func(w io.Writer, style Style) {
		style.Width = 44
		Teller{Words: words, Style: style}.Tell(w, turn.Events)
	})
}

func TestTellWords(t *testing.T) {
	teller := Teller{Words: words}
	mods := race.Field{Name: "modifiers", Value: []race.Modifier{{Name: "tyres", Value: -1}, {Name: "rain", Value: 2}, {Name: "fuel", Value: 0}}}
	dice := race.Field{Name: "faces", Value: []int{2, 5}}
	typed := race.Field{Name: "typed", Value: true}
	move := func(rows int, more ...race.Field) race.Event {
		return event("A", "move", 0, append([]race.Field{text("from", "9/1"), text("to", "12/2"), whole("rows", rows)}, more...)...)
	}
	for _, c := range []struct {
		name  string
		event race.Event
		want  string
	}{
		{"typed in", event("A", "roll", 0, text("purpose", "move"), whole("face", 4), whole("total", 4), typed), "rolls 4 (typed in)"},
		{"typed in, modified", event("A", "roll", 0, text("purpose", "move"), dice, mods, whole("total", 8), typed), "rolls 2+5 -1 (tyres) +2 (rain) = 8 (typed in)"},
		{"typed in, no wording", event("A", "roll", 0, whole("n", 4), typed), "roll n=4 (typed in)"},
		{"typed, but no roll", event("A", "letter", 0, typed), "letter typed=true"},
		{"purpose", event("A", "roll", 0, text("purpose", "move"), whole("face", 4), whole("total", 4)), "rolls 4"},
		{"no purpose", event("A", "roll", 0, text("purpose", "pit"), text("dice", "2d6"), dice, whole("total", 7)), "pit 2d6: 7"},
		{"modified total", event("A", "roll", 0, text("purpose", "move"), dice, mods, whole("total", 8)), "rolls 2+5 -1 (tyres) +2 (rain) = 8"},
		{"modified face", event("A", "roll", 0, text("purpose", "action"), whole("face", 5), mods, whole("total", 6)), "action roll 5 -1 (tyres) +2 (rain) = 6"},
		{"no wording", event("A", "weather", 0, text("sky", "light rain"), whole("wind", 3), race.Field{Name: "dry", Value: 0.5}), `weather sky="light rain" wind=3 dry=0.5`},
		{"missing field", event("A", "lost", 0, whole("n", 1)), "lost n=1"},
		{"on", move(3), "9/1 to 12/2"},
		{"back", move(-3), "9/1 back to 12/2"},
		{"blocked", move(3, whole("aimed", 5)), "9/1 to 12/2 (blocked: 3 instead of 5)"},
		{"stuck", move(0, whole("aimed", 5)), "stays on 9/1 (blocked: 0 instead of 5)"},
		{"control characters", event("A", "session", 0, text("text", "\x1b[2Jgone")), `\u001b[2Jgone`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := teller.text(&c.event, true); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestTellFrom(t *testing.T) {
	all := turn.Events
	moved := append([]race.Event(nil), all...)
	moved[1] = event("Vettel", "move", 7, text("from", "96/1"), text("to", "100/1"), whole("rows", 4))
	other := append(append([]race.Event(nil), all[:4]...), event("Vettel", "move", 49, text("from", "100/1"), text("to", "98/1"), whole("rows", -2)))
	for _, c := range []struct {
		name            string
		events, already []race.Event
		want            string
	}{
		{"nothing shown", all[:2], nil, "Vettel        rolls 4 · 96/1 to 100/1\n"},
		{"goes on", all[:3], all[:2], "Vettel        action roll 2\n"},
		{"nothing new", all, all, ""},
		{"only a line moved", all, moved, ""},
		{"differs", other, all, "-- from here again --\nVettel        100/1 back to 98/1\n"},
		{"is gone", all[:1], all[:2], "-- from here again --\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			Teller{Words: words}.TellFrom(&out, c.events, c.already)
			if out.String() != c.want {
				t.Errorf("got %q, want %q", out.String(), c.want)
			}
		})
	}
}

func TestNamesLineUp(t *testing.T) {
	var out bytes.Buffer
	Teller{Words: words, Names: 8, Style: Style{Width: 40}}.Tell(&out, []race.Event{
		event("Pérez", "finish", 0, whole("place", 1)),
		event("佐藤", "finish", 0, whole("place", 2)),
		event("a name too long", "finish", 0, whole("place", 3)),
	})
	for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		before, _, _ := strings.Cut(line, "is home")
		if want := []int{10, 10, 16}[i]; width(before) != want {
			t.Errorf("%q: the words begin in column %d, want %d", line, width(before), want)
		}
	}
}

func TestWhy(t *testing.T) {
	golden(t, "why", func(w io.Writer, style Style) {
		Why(w, style, turn, "Vettel")
		Why(w, style, race.Commit{Step: "Q1", Events: []race.Event{
			qualifying("Vettel", "Red Bull", 5, 3),
			qualifying("Pérez", "Sauber", 4, 0),
			event("Pérez", "roll", 130, text("purpose", "escape"), text("dice", "2d6"), race.Field{Name: "faces", Value: []int{2, 5}}, whole("total", 7)),
			event("Pérez", "read", 130, text("as", "the lower"), whole("units", 2)),
			event("Pérez", "answer", 131, text("ask", "gear"), text("option", "third"), whole("of", 4)),
			event("Pérez", "roll", 0, text("purpose", "tyres"), text("dice", "d6"), whole("face", 2), whole("total", 2)),
			event("Pérez", "answer", 131, text("ask", "path"), text("option", "1R1"), whole("of", 3)),
			event("Pérez", "lost", 0, text("what", "grip")),
			event("Pérez", "move", 0, text("from", "9/1"), text("to", "1/2"), whole("rows", 2), whole("aimed", 5), whole("lap", 2)),
			event("Pérez", "row", 44, text("table", "trouble"), whole("face", 1), race.Field{Name: "retire", Value: true}),
			event("Pérez", "retire", 0, text("why", "blown engine"), text("space", "1/2")),
			event("Pérez", "pole", 0, whole("units", 4)),
		}}, "Pérez")
		Why(w, style, turn, "Webber")
		Why(w, style, race.Commit{Step: "R1 open", Events: []race.Event{
			event("", "weather", 9, text("sky", "rain")),
			event("Massa", "grid", 9, whole("place", 3), text("space", "99/1")),
			event("Massa", "finish", 9, whole("place", 1)),
			event("Massa", "move", 9, text("from", "9/1"), text("to", "9/1"), whole("rows", 0)),
		}}, "")
	})
}

// A car's name is written in its colour, where there are colours.
func TestLivery(t *testing.T) {
	events := []race.Event{{Type: "move", Car: "Alonso", Fields: []race.Field{race.Text("from", "1/1"), race.Text("to", "2/1"), race.Int("rows", 1)}}}
	for _, test := range []struct {
		style Style
		want  string
	}{
		{Style{Colour: true, Liveries: map[string]string{"Alonso": "red"}}, "\x1b[1;31mAlonso\x1b[0m        1/1 to 2/1\n"},
		{Style{Colour: true, Liveries: map[string]string{"Alonso": "reddish"}}, "\x1b[1mAlonso\x1b[0m        1/1 to 2/1\n"},
		{Style{Liveries: map[string]string{"Alonso": "red"}}, "Alonso        1/1 to 2/1\n"},
	} {
		var out strings.Builder
		Teller{Words: defaults, Names: 12, Style: test.style}.Tell(&out, events)
		if out.String() != test.want {
			t.Errorf("%+v: %q, want %q", test.style, out.String(), test.want)
		}
	}
}
