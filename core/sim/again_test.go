package sim

import (
	"strings"
	"testing"
)

// Which races are played again follows from their numbers.
func TestWhichRacesArePlayedAgain(t *testing.T) {
	job, got := Job{Races: 3000}, []int64{}
	for n := int64(1); n <= job.Races; n++ {
		if job.again(n) {
			got = append(got, n)
		}
	}
	if len(got) != 3 || got[0] != 16 || got[1] != 256 || got[2] != 3000 {
		t.Error(got)
	}
	if short := (&Job{Races: 15}); short.again(15) {
		t.Error("a short run takes longer for it")
	}
}

// Rules that remember one race in the next are found out, whoever plays which
// race; others are not.
func TestRulesThatRemember(t *testing.T) {
	wears := plain
	wears.wears = true
	for _, workers := range []int{1, 3} {
		job := Job{Seed: "worn", Races: 130, From: 1, To: 130, Workers: workers, A: wears.variant()}
		r, err := Run(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		differ := r.Counts[0].Differ
		if differ.Races == 0 || differ.First[0].Race != 16 || !strings.Contains(differ.First[0].Message, "in fresh rules ") {
			t.Errorf("%d workers: %+v", workers, differ)
		}
		text, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := Decode(text); err != nil || back.Counts[0].Differ.Races != differ.Races {
			t.Errorf("%v, read back as %+v", err, back)
		}
	}
	if c := whole(t, "clean", 200, plain, nil).Counts[0]; c.Differ.Races != 0 {
		t.Errorf("%+v", c.Differ)
	}
	if c := whole(t, "troubled", 200, troubled, nil).Counts[0]; c.Differ.Races != 0 {
		t.Errorf("%+v", c.Differ)
	}
}
