//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// bowl is an empty folder with the variant and the track of the script about
// races without a board.
func bowl(t *testing.T) string {
	t.Helper()
	script, err := txtar.ParseFile("testdata/script/boardless.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range script.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, string(f.Data))
	}
	return dir
}

// People see the order after each turn, are asked for the race itself, look
// back, correct places, undo and resume.
func TestTerminalWithoutBoard(t *testing.T) {
	t.Parallel()
	dir := bowl(t)
	p := inTerminal(t, dir, "play", "pack", "--drive", "all", "--seed", "12")
	p.see("Pack on The Bowl, 12 turns, 7 cars, seed 12\n", "Enter plays a turn, a number that many", "grid comes next > ")
	p.tell("", "turn 1 comes next > ")
	p.send("")
	p.match(`trouble$`, `race: which trouble is it\?`, `race > `)
	p.tell("fall", `"fall" is not among the choices: crash, spin`, "race > ")
	p.send("spin")
	p.match(`^race +form: spin$`, `^1 #01  2 #02  3 #03`, `turn 2 comes next > `)

	// Back to the question, and the other answer.
	p.tell(":undo", "1 step taken back", "turn 1 comes next > ")
	p.send("")
	p.match(`race > `)
	p.tell("crash", "turn 2 comes next > ")

	// What there is to see.
	p.tell(":map", "The Bowl has no board; the cars in their order:\n1 #01  2 #02", "turn 2 comes next > ")
	p.tell(":board", "The Bowl has no board; the cars in their order:\n1 #01", "turn 2 comes next > ")
	p.send(":standings")
	p.match(`^#  car +luck( +status)?$`, `^1  #01`, `turn 2 comes next > `)

	// The game master.
	p.tell(":gm #07 space 1/1", "The Bowl has no board: a car there has a place and no space\n", "turn 2 comes next > ")
	p.tell(":gm #07 place 9", `"9" is no place of 1 to 7`, "turn 2 comes next > ")
	p.tell(":gm #07 place 1", "turn 2 comes next > ")
	p.tell(":map", "1 #07  2 #01  3 #02", "turn 2 comes next > ")
	p.tell(":gm #02 status out", "turn 2 comes next > ")
	p.tell(":map", "1 #07  2 #01  3 #03", "6 #06\nout: #02\n", "turn 2 comes next > ")
	p.tell(":gm #02 place 1", "#02 has no place: it is out; change its status to running first\n", "turn 2 comes next > ")
	p.tell(":state", "| #07 place 1 ", "turn 2 comes next > ")

	// A turn explained, and the rest of it another day.
	p.send("3")
	p.match(`^Turn 4 -+$`, `turn 5 comes next > `)
	p.send(":why")
	p.match(`: rolled d6 for surge: 4 +variants/pack.lua:\d+$`, `#03: went from place 4 to 1$`, `turn 5 comes next > `)
	p.tell(":quit", "saved in")
	p.ends(0)
	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("resumed after", "turn 5 comes next > ")
	p.send("99")
	for range 20 {
		if seen := p.match(`^Result -+$|race > `); seen[len(seen)-2:] != "> " {
			break
		}
		p.send("")
	}
	p.match(`out: the game master`)
	p.tell("", "")
	p.ends(0)
	verified(t, dir)
}

// Real d66 are typed in as two faces, or as the number that they show.
func TestTerminalTypedDigits(t *testing.T) {
	t.Parallel()
	dir := bowl(t)
	p := inTerminal(t, dir, "play", "pack", "--drive", "all", "--dice", "ask")
	p.see("grid comes next > ")
	p.tell("", "turn 1 comes next > ")
	p.tell("", "race rolls d20 for finder > ")
	p.tell("2", "race rolls d66 for event: 11-22 trouble, 23-66 a surge > ")
	p.tell("17", "a d6 has no face 7\n", "race rolls d66 for event: 11-22 trouble, 23-66 a surge > ")
	p.tell("1", "d66 needs two faces, such as 3 5\n", "race rolls d66 for event: 11-22 trouble, 23-66 a surge > ")
	p.tell("15", "trouble", "race > ")
	p.tell("", "#03 rolls d66 for escape > ")
	p.send("6 6")
	p.match(`^#03 +escape d66: 66 \(typed in\)`, `turn 2 comes next > `)
	p.tell(":quit", "saved in")
	p.ends(0)
	verified(t, dir)
}
