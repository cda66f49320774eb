package variant

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"sandbox/scripts/internal/luabox"
)

// scored is an item of a list with its score.
type scored struct {
	item  luabox.Value
	score float64
}

// racingLevels is racing.levels(list, score): the list taken apart by score, the
// highest first.
func (r *Reader) racingLevels() int {
	list, score := r.box.TableArg(1, "racing.levels"), r.box.TableArg(2, "racing.levels")
	items := make([]scored, list.Len())
	r.box.Charge(len(items) * (1 + bits.Len(uint(len(items)))) / 2)
	for i := range items {
		item := list.Item(i + 1)
		n, ok := score.Get(item).Number()
		if !ok || math.IsNaN(n) {
			luabox.Raise("racing.levels: item %d of the list has no score that is a number", i+1)
		}
		items[i] = scored{item, n}
	}
	slices.SortStableFunc(items, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	levels := r.box.NewTable(len(items), 0)
	for from := 0; from < len(items); {
		to := from + 1
		for to < len(items) && items[to].score == items[from].score {
			to++
		}
		level := r.box.NewTable(to-from, 0)
		for _, one := range items[from:to] {
			level.Append(one.item)
		}
		levels.Append(level.Value())
		from = to
	}
	r.box.Push(levels.Value())
	return 1
}
