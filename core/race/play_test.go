package race

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// newGame starts a game of these entries; journal may be nil.
func newGame(t testing.TB, b Book, journal io.Writer, entries ...string) *Game {
	t.Helper()
	head := Head{Variant: "house", Track: "ring", Seed: "seed 1"}
	for _, name := range entries {
		head.Entries = append(head.Entries, Entry{Name: name})
	}
	g, err := Start(b, head, journal)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// next plays one step; questions are answered by choose, or by their default.
func next(t testing.TB, g *Game, choose func(a Question) string) (*Commit, error) {
	t.Helper()
	for {
		c, err := g.Play()
		if !errors.Is(err, ErrPending) {
			return c, err
		}
		for len(g.Pending()) > 0 {
			a := g.Pending()[0]
			option := a.Options[a.Default].ID
			if choose != nil {
				option = choose(a)
			}
			if err := g.Answer(a.ID, option); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// commits plays n steps, or all that are left when n is below 0.
func commits(t testing.TB, g *Game, n int, choose func(a Question) string) {
	t.Helper()
	for i := 0; i != n; i++ {
		_, err := next(t, g, choose)
		if errors.Is(err, ErrOver) && n < 0 {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// atRandom chooses any option that can be chosen.
func atRandom(rnd *rand.Rand) func(a Question) string {
	return func(a Question) string {
		for {
			if o := a.Options[rnd.IntN(len(a.Options))]; o.No == "" {
				return o.ID
			}
		}
	}
}

// replayed plays a journal again.
func replayed(t testing.TB, journal []byte) *Game {
	t.Helper()
	records, whole, err := readJournal(journal)
	if err != nil {
		t.Fatal(err)
	}
	if whole != len(journal) {
		t.Fatalf("%d bytes of %d are whole", whole, len(journal))
	}
	g, err := replay(nextOf(records), openHouse, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sameGame says in which way two games differ, "" when they do not: in what
// was committed, and in what they ask for next.
func sameGame(a, b *Game) string {
	all, others := commitsOf(a), commitsOf(b)
	if len(all) != len(others) {
		return fmt.Sprintf("%d and %d commits", len(all), len(others))
	}
	for i := range all {
		if x, y := all[i], others[i]; !reflect.DeepEqual(x, y) {
			return fmt.Sprintf("commit %d:\n%+v\n%+v", i, x, y)
		}
	}
	if x, y := fmt.Sprint(a.given), fmt.Sprint(b.given); x != y {
		return fmt.Sprintf("answers %s and %s", x, y)
	}
	return ""
}

// lines are a journal's lines, each with its line break.
func lines(b *bytes.Buffer) []string {
	all := strings.SplitAfter(b.String(), "\n")
	return all[:len(all)-1]
}

// turnStep is a car's turn in a round that there is.
func turnStep(r *Race, car, round int) *Step {
	step, err := r.TurnStep(car, round)
	if err != nil {
		panic(err)
	}
	return step
}

// stands is the race of a game as last committed.
func stands(g *Game) *Race {
	r, err := g.Race()
	if err != nil {
		panic(err)
	}
	return r
}

// commitsOf lists the commits of a game, the start first.
func commitsOf(g *Game) []Commit {
	var list []Commit
	for i := range g.Steps() + 1 {
		c, err := g.Commit(i)
		if err != nil {
			panic(err)
		}
		list = append(list, c)
	}
	return list
}

// reply answers the first pending question of a key to somebody or, where none
// is pending, one of the step under way.
func reply(g *Game, who, key, option string) error {
	id := QuestionID{Step: g.under, Who: who, Key: key}
	for _, q := range g.Pending() {
		if q.ID.Who == who && q.ID.Key == key {
			id = q.ID
			break
		}
	}
	return g.Answer(id, option)
}

// rulesOf are the rules of a game, bound to the race that it stands at.
func rulesOf(g *Game) Rules {
	rules, err := g.Rules()
	if err != nil {
		panic(err)
	}
	return rules
}
