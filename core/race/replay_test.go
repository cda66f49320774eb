package race

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sandbox/core/dice"
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
		records, whole, err := readJournal([]byte(strings.Join(all[:n], "") + all[n][:len(all[n])/2]))
		if err != nil {
			t.Fatal(err)
		}
		g, err := replay(nextOf(records), openHouse, nil)
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
	records, _, err := readJournal(journal.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	again, err := replay(nextOf(records), openHouse, func(g *Game, next *Record) bool {
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
		_, err := replay(nextOf(records), openHouse, nil)
		if err == nil || !strings.HasPrefix(err.Error(), "line ") || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.say, err, c.err)
		}
	}
	records, _, _ := readJournal([]byte(strings.Join(all[:3], "")))
	if _, err := replay(nextOf(records), openHouse, nil); !errors.Is(err, ErrEmpty) {
		t.Errorf("a journal without rules in force: %v", err)
	}
}

// A throw that does not belong where it stands is refused with its line.
func TestReplayRefusesThrows(t *testing.T) {
	_, journal := typedRace(t)
	all := lines(journal)
	first := slices.IndexFunc(all, func(line string) bool { return strings.Contains(line, `"throw":`) })
	for _, c := range []struct {
		say, old, new, err string
	}{
		{"another car's", `"who":"A"`, `"who":"B"`, `the throw of B for "start" in Q1 is not what the rules wait for here`},
		{"another step's", `"step":"Q1"`, `"step":"Q2"`, `the throw of A for "start" in Q2 is not`},
		{"for something else", `"purpose":"start"`, `"purpose":"stare"`, `the throw of A for "stare" in Q1 is not`},
		{"another number", `"nth":1`, `"nth":2`, "is not what the rules wait for here"},
		{"a face that is none", `"faces":[`, `"faces":[9`, "a d6 has no face 9"},
		{"too few", `"faces":[2,3]`, `"faces":[2]`, "2d6 needs two faces"},
		{"none", `"faces":[2,3]`, `"faces":null`, "2d6 needs two faces"},
		{"left out", `"throw":{"step":"Q1","who":"A","purpose":"start","nth":1,"faces":[2,3]}`, `"answer":{}`, "the answer is to , but Q1 comes here"},
	} {
		if !strings.Contains(all[first], c.old) {
			t.Fatalf("%s: line %d is %s", c.say, first+1, all[first])
		}
		l := append([]string(nil), all...)
		l[first] = strings.Replace(l[first], c.old, c.new, 1)
		records, _, err := readJournal(chained([]byte(strings.Join(l, ""))))
		if err != nil {
			t.Fatalf("%s: %v", c.say, err)
		}
		_, err = replay(nextOf(records), openHouse, nil)
		if want := fmt.Sprintf("line %d: ", first+1); err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.say, err, want+c.err)
		}
	}
	// Where no dice are typed in, no throw belongs.
	_, fast := eventfulGame(t)
	l := lines(fast)[:4]
	records, _, err := readJournal(chained([]byte(strings.Join(l, "") + all[first])))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = replay(nextOf(records), openHouse, nil); err == nil || !strings.Contains(err.Error(), "line 5: Q1 has no dice of A to be typed in here") {
		t.Errorf("a throw in a race of fast dice: %v", err)
	}
	// The kind of dice is in the first line.
	l = lines(fast)
	for kind, want := range map[string]string{"loaded": `line 1: "loaded" is no kind of dice`, dice.KindSealed: "the events differ from those recorded", dice.KindFast: ""} {
		l[0] = strings.Replace(lines(fast)[0], `"seed":`, `"dice":"`+kind+`","seed":`, 1)
		records, _, err := readJournal(chained([]byte(strings.Join(l, ""))))
		if err != nil {
			t.Fatal(err)
		}
		_, err = replay(nextOf(records), openHouse, nil)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "the state differs") {
			t.Errorf("%s dice: error %v, want %q", kind, err, want)
		}
	}
}
