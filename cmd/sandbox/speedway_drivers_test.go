package main

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// What the drivers of the speedway make of it: over a few races roughly, over as
// many as a sweep plays as docs/variants/speedway.md says.
func TestSpeedwayDrivers(t *testing.T) {
	unhurried(t)
	races, passes, share := 60, 80.0, 12.5
	if *speedways > usualSpeedways {
		races, passes, share = 500, 90.0, 25.0
	}
	field := speedwayTables(t, races)
	if made := column(t, field, `(?m)^force passes made +[\d,]+ +[\d.]+ +[\d.]+ +([\d.]+) `); made < passes {
		t.Errorf("a force pass is made in %.1f %% of the races, not in %.0f %%", made, passes)
	}
	if races == 500 && regexp.MustCompile(`(?m)^[A-Z]\w+ +500 +0 `).MatchString(field) {
		t.Errorf("somebody of the entry list never wins:\n%s", field)
	}
	mixed := speedwayTables(t, races, "--bots", "expert,steady,steady,steady,bold,bold,bold,bold")
	if low := column(t, mixed, `(?m)^expert +\d+ +\d+ +[\d.]+ +([\d.]+)-`); low <= share {
		t.Errorf("expert wins more than %.1f %% of the races for sure, not %.1f %%", low, share)
	}
}

// speedwayTables are the tables of a simulation of so many races.
func speedwayTables(t *testing.T, races int, more ...string) string {
	t.Helper()
	var out, errOut bytes.Buffer
	args := append([]string{"sim", "speedway", "-n", fmt.Sprint(races), "--seed", "drivers", "--workers", "1"}, more...)
	if code := new(program).run(context.Background(), args, strings.NewReader(""), &out, &errOut); code != 0 {
		t.Fatalf("exit %d: %s", code, errOut.String())
	}
	return out.String()
}

// column is the number that a pattern finds.
func column(t *testing.T, text, pattern string) float64 {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no %s in\n%s", pattern, text)
	}
	n, err := strconv.ParseFloat(found[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
