package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// simmed is what the tests below read of `sim -o json`.
type simmed struct {
	Tables []struct {
		Name string           `json:"name"`
		Rows []map[string]any `json:"rows"`
	} `json:"tables"`
}

// winShare is the share of the races that a bot wins.
func (s *simmed) winShare(bot string) float64 {
	for _, table := range s.Tables {
		for _, row := range table.Rows {
			if share, ok := row["win_share"].(float64); ok && table.Name == "by_bot" && row["bot"] == bot {
				return share
			}
		}
	}
	return -1
}

// mean is the mean of a figure per race.
func (s *simmed) mean(figure string) float64 {
	for _, table := range s.Tables {
		for _, row := range table.Rows {
			if mean, ok := row["mean"].(float64); ok && table.Name == "races" && row["figure"] == figure {
				return mean
			}
		}
	}
	return -1
}

// wins is how many races somebody wins.
func (s *simmed) wins() (n int) {
	for _, table := range s.Tables {
		for _, row := range table.Rows {
			if wins, ok := row["wins"].(float64); ok && table.Name == "by_slot" {
				n += int(wins)
			}
		}
	}
	return n
}

// counted is how often the rules count something, in a race.
func (s *simmed) counted(what string) float64 {
	for _, table := range s.Tables {
		for _, row := range table.Rows {
			if times, ok := row["times_per_race"].(float64); ok && table.Name == "counted" && row["what"] == what {
				return times
			}
		}
	}
	return 0
}

// Drivers who look ahead come home most often, and are taken along by others. On most
// circuits 10 to 25 % of the cars are out; fewer where the race takes few rounds, and
// more on the two lanes of the skating ground. A few races more or less are chance;
// -epreuves plays more.
func TestDriversComeHome(t *testing.T) {
	unhurried(t)
	for _, c := range []struct {
		track       string
		from, to    float64 // percent of the cars
		deserted    int     // races without a finisher, in 500
		slipstreams float64 // at least, in a race
	}{
		{"avus", 8, 27, 1, 2}, {"donington", 8, 27, 1, 1}, {"hungaroring", 8, 27, 1, 2},
		{"indianapolis", 5, 27, 1, 2}, {"laxforsen", 8, 27, 1, 0.7}, {"monaco", 8, 27, 1, 1},
		{"monza_1933", 8, 27, 1, 3}, {"oval", 8, 27, 2, 1}, {"proving", 8, 27, 1, 2},
		{"skating", 8, 45, 10, 2}, {"valencia", 3, 27, 1, 0.4},
	} {
		t.Run(c.track, func(t *testing.T) {
			t.Parallel()
			races := max(40, *epreuves)
			got := simulatedOnce(t, "epreuve1934 --track %s -n %d --seed home", c.track, races)
			if share := 100 * got.mean("retired cars") / 8; share < c.from || share > c.to {
				t.Errorf("%.1f %% of the cars are out", share)
			}
			if n := races - got.wins(); n > 1+2*c.deserted*races/500 {
				t.Errorf("nobody comes home in %d races of %d", n, races)
			}
			if n := got.counted("slipstreams"); n < c.slipstreams {
				t.Errorf("%.2f slipstreams in a race", n)
			}
		})
	}
}

// One expert among three steady and four bold ones wins twice its share or more;
// by chance it may be an eighth less of it in 500 races, a quarter in few.
func TestExpertWins(t *testing.T) {
	unhurried(t)
	least := 1.5 / 8
	if *isloppets >= manyIsloppets {
		least = 1.75 / 8
	}
	for _, game := range []string{"isloppet", "epreuve1934 --track monaco", "epreuve1934 --track donington", "epreuve1934 --track avus"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			got := simulatedOnce(t, "%s --bots expert,steady,steady,steady,bold,bold,bold,bold -n %d --seed expert", game, *isloppets)
			if share := got.winShare("expert"); share < least {
				t.Errorf("the expert wins %.1f %% of the races", 100*share)
			}
		})
	}
}

// simulatedOnce is what `sim` says of these races.
func simulatedOnce(t *testing.T, format string, args ...any) (got simmed) {
	t.Helper()
	var out, errOut bytes.Buffer
	command := strings.Fields("sim " + fmt.Sprintf(format, args...) + " -o json")
	if code := new(program).run(context.Background(), command, strings.NewReader(""), &out, &errOut); code != 0 {
		t.Fatal(errOut.String())
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// Looking further ahead is charged, though most of what is seen was known.
func TestLookingFurtherIsCharged(t *testing.T) {
	t.Parallel()
	charged := func(turns int) (a int) {
		t.Helper()
		var out, wrong bytes.Buffer
		args := []string{"sim", "epreuve1934", "-n", "1", "--laps", "1", "--seed", "s", "--bots", "expert", "--profile", "--set", fmt.Sprintf("drivers.expert.turns=%d", turns)}
		if code := new(program).run(context.Background(), args, strings.NewReader(""), &out, &wrong); code != 0 {
			t.Fatalf("exit %d: %s", code, &wrong)
		}
		_, table, _ := strings.Cut(out.String(), "Where the work of the rules goes")
		for line := range strings.Lines(table) {
			if _, err := fmt.Sscanf(line, "%d instructions a turn", &a); err == nil {
				return a
			}
		}
		t.Fatal("nothing is said of it")
		return 0
	}
	if few, many := charged(1), charged(12); many < few+150 {
		t.Errorf("%d instructions a turn when one turn is looked at, %d with twelve", few, many)
	}
}
