package race

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// The game that is replayed is the game that was played: its commits, the
// answers to the step under way, and what it asks next.
func TestReplayIsPlay(t *testing.T) {
	g, journal := eventfulGame(t)
	again := replayed(t, journal.Bytes())
	if diff := sameGame(g, again); diff != "" {
		t.Fatal(diff)
	}
	_, err := g.Play()
	_, err2 := again.Play()
	if !errors.Is(err, ErrPending) || !errors.Is(err2, ErrPending) || asked(g) != asked(again) || !reflect.DeepEqual(g.Events(), again.Events()) {
		t.Errorf("asked %s (%v), when replayed %s (%v)", asked(g), err, asked(again), err2)
	}
}

// A race that was interrupted in the middle of a line goes on in the same
// journal, which then holds both parts as one race.
func TestContinue(t *testing.T) {
	_, journal := eventfulGame(t)
	all := lines(journal)
	for n := 4; n < len(all); n += 3 {
		records, whole, err := ReadJournal([]byte(strings.Join(all[:n], "") + all[n][:len(all[n])/2]))
		if err != nil {
			t.Fatal(err)
		}
		g, err := Replay(records, openHouse, nil)
		if err != nil {
			t.Fatalf("%d lines: %v", n, err)
		}
		out := bytes.NewBuffer(append([]byte(nil), journal.Bytes()[:whole]...))
		g.Continue(out)
		if err := g.Amend("goes on", g.State()); err != nil {
			t.Fatal(err)
		}
		eventful(t, g)
		if diff := sameGame(g, replayed(t, out.Bytes())); diff != "" {
			t.Fatalf("%d lines: %s", n, diff)
		}
		if source := strings.Count(out.String(), `"source":{"hash":"`+hashOf("lib\n-- \"shared\" <by> all\n")); source != 1 {
			t.Fatalf("%d lines: a source stands there %d times", n, source)
		}
	}
}

func TestReplayStops(t *testing.T) {
	g, journal := eventfulGame(t)
	records, _, err := ReadJournal(journal.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	again, err := Replay(records, openHouse, func(g *Game, next *Record) bool {
		return next.Commit != nil && len(commitsOf(g)) == 3
	})
	if err != nil || len(commitsOf(again)) != 3 || !reflect.DeepEqual(commitsOf(again)[:2], commitsOf(g)[:2]) {
		t.Errorf("%v, %d commits", err, len(commitsOf(again)))
	}
}

func TestReplayRefuses(t *testing.T) {
	_, journal := eventfulGame(t)
	all := lines(journal)
	first := func(part string) int { // the number of the first line with a part
		for i, line := range all {
			if strings.Contains(line, `"`+part+`":`) {
				return i + 1
			}
		}
		t.Fatalf("no line has %s", part)
		return 0
	}
	for _, c := range []struct {
		say      string
		line     int
		old, new string
		err      string
	}{
		{"another seed", 1, "seed 1", "seed 2", "Q1: the state differs from the one recorded"},
		{"another face", first("commit"), `"faces":[`, `"faces":[9,`, "Q1: the events differ from those recorded"},
		{"another state", first("commit"), `"state":"`, `"state":"0`, "Q1: the state differs from the one recorded; it is now\nround 0 sessions 1"},
		{"another step", first("commit"), `"step":"Q1"`, `"step":"Q2"`, "Q2 was played here, but the rules now play Q1"},
		{"an answer to another step", first("answer"), `"R1 open"`, `"R9 open"`, "the answer is to R9 open, but R1 open comes here"},
		{"an answer by another", first("answer"), `"who":"`, `"who":"x`, `is not asked "bid" now`},
		{"an answer that is no choice", first("answer"), `"option":"`, `"option":"9`, "is not among the choices: 0, 1, 2"},
		{"an answer left out", first("answer"), `"answer":`, `"x":`, "R1 open: a question is waiting for its answer"},
		{"an answer to nothing", first("commit"), `"commit":{"step":"Q1"`, `"answer":{"step":"Q1","who":"A","ask":"gear"`, `Q1 does not ask A "gear" here`},
		{"too many steps taken back", first("undo"), `"undo":2`, `"undo":9`, "it takes back 9 steps of 5"},
		{"a state that is none", first("amend"), `"state":"`, `"state":"x `, `unknown word "x"`},
		{"rules that do not open", 3, `"text":"`, `"text":"x`, "the embedded rules: invalid character"},
		{"rules that are not there", 4, `"files":["`, `"files":["0`, "which the journal does not hold"},
		{"settings that do not fit", 4, `]}`, `],"set":["bonus=x"]}`, "the embedded rules: expected integer"},
		{"steps before the rules", 2, `"source":`, `"undo":1,"x":`, "it stands before the rules"},
	} {
		l := append([]string(nil), all...)
		i := c.line - 1
		if !strings.Contains(l[i], c.old) {
			t.Fatalf("%s: line %d is %s", c.say, c.line, l[i])
		}
		l[i] = strings.Replace(l[i], c.old, c.new, 1)
		var records []Record
		for _, line := range l {
			var rec Record
			if err := json.Unmarshal([]byte(line), &rec); err != nil {
				t.Fatalf("%s: %v", c.say, err)
			}
			records = append(records, rec)
		}
		_, err := Replay(records, openHouse, nil)
		if err == nil || !strings.HasPrefix(err.Error(), "line ") || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.say, err, c.err)
		}
	}
	records, _, _ := ReadJournal([]byte(strings.Join(all[:3], "")))
	if _, err := Replay(records, openHouse, nil); !errors.Is(err, ErrEmpty) {
		t.Errorf("a journal without rules in force: %v", err)
	}
}
