package board

// wave is the memory of a search for the fewest spaces.
type wave struct {
	here, next []ID
	seen       []int32 // by space: the search that came to it last
	search     int32
}

// Fewest is how many spaces a car alone on the track drives at least from one
// space to another, into the side lane too; ok is false when they are more than
// most.
func (t *Traffic) Fewest(from, to ID, most int) (spaces int, ok bool) {
	w := &t.wave
	w.begin(from, len(t.car))
	for ; spaces <= most && len(w.here) > 0; spaces++ {
		w.next = w.next[:0]
		for _, id := range w.here {
			if id == to {
				return spaces, true
			}
			for _, n := range t.board.spaces[id].Next {
				if w.seen[n] != w.search {
					w.seen[n] = w.search
					w.next = append(w.next, n)
				}
			}
		}
		w.here, w.next = w.next, w.here
	}
	return 0, false
}

// begin is where the search stands before it has driven a space.
func (w *wave) begin(from ID, spaces int) {
	if w.search++; w.seen == nil || w.search < 0 {
		w.seen, w.search = make([]int32, spaces), 1
	}
	w.seen[from] = w.search
	w.here = append(w.here[:0], from)
}
