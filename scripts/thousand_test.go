package scripts_test

import (
	"bytes"
	"flag"
	"fmt"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

var papers = flag.Int("papers", 40, "paper races of each variant that TestThousandRaces plays, and at most TestSameSeedSameJournal")

// thousand is how many paper races are played where a thousand would say most.
func thousand() int {
	if testing.Short() {
		return min(*papers, 4)
	}
	return *papers
}

// Up to a thousand races of each variant, as they are played by default: each
// ends, and its journal plays it again to the same states and events.
func TestThousandRaces(t *testing.T) {
	const shards = 4
	for _, variant := range []string{"paper_f1", "paper_f1_quick"} {
		for shard := range shards {
			t.Run(fmt.Sprintf("%s %d of %d", variant, shard+1, shards), func(t *testing.T) {
				t.Parallel()
				p := load(t, scripts.Options{Variant: variant}, nil)
				for i := shard; i < thousand(); i += shards {
					thousandth(t, p, fmt.Sprintf("thousand %d", i))
				}
			})
		}
	}
}

func thousandth(t *testing.T, p *scripts.Program, seed string) {
	t.Helper()
	journal, end := played(t, p, seed)
	lines := race.NewReader(bytes.NewReader(journal))
	g, err := race.Replay(lines, opener, nil)
	if err != nil || lines.Whole() != int64(len(journal)) {
		t.Fatalf("seed %s: %d of %d bytes: %v", seed, lines.Whole(), len(journal), err)
	}
	if g.State() != end || !standing(g).Over() {
		t.Fatalf("seed %s ends in\n%s\nreplayed in\n%s", seed, end, g.State())
	}
}
