package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sandbox/cmd/internal/settings"
	"sandbox/cmd/internal/store"
)

// asProgram in the environment makes the test binary the program itself.
const asProgram = "SANDBOX_IS_THE_PROGRAM"

// quickEnd spares each program, when races of data are looked for, the second
// that it would wait at its end.
const quickEnd = "atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		beforeMain()
		main()
	}
	testscript.Main(unset{m}, map[string]func(){"sandbox": func() { beforeMain(); main() }})
}

// beforeMain is what happens in a program of the tests that does not happen in
// the program.
var beforeMain = func() {}

// unset is the tests without what the user of the machine has set.
type unset struct{ *testing.M }

func (tests unset) Run() int {
	os.Setenv("XDG_CONFIG_HOME", "not absolute, so that it is no folder")
	for _, s := range toolSettings() {
		os.Unsetenv(settings.Env(s.Key))
	}
	return tests.M.Run()
}

// The command, shown by scripts: each has a home of its own and no terminal.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("XDG_STATE_HOME", env.WorkDir+"/state")
			env.Setenv("GORACE", quickEnd)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "part": part, "forge": forge, "lines": countLines, "hold": hold,
		},
	})
}

// exits runs a command that has to end with an exit code, "exits 2 sandbox
// play", and looks at the manners of what it says on stderr.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("write: exits CODE COMMAND ...")
	}
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("it exits with %d, not %s", code, args[0])
	}
	said := ts.ReadFile("stderr")
	if (code == 0) != (said == "") {
		ts.Fatalf("exit %d, and stderr says %q", code, said)
	}
	if wrong := illMannered(said); wrong != "" {
		ts.Fatalf("a message starts in lower case and ends without a full stop, unlike %q", wrong)
	}
}

// Names at the beginning of a message keep their capitals.
var properName = regexp.MustCompile(`^(Paper Grand Prix|Geared|Dice) `)

// illMannered finds a message that starts with a capital or ends with a full
// stop; lines that are set in quote a file.
func illMannered(text string) string {
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		capital := line != "" && line[0] >= 'A' && line[0] <= 'Z' && !properName.MatchString(line)
		if !strings.HasPrefix(line, " ") && (capital || strings.HasSuffix(line, ".") && !strings.HasSuffix(line, "...")) {
			return line
		}
	}
	return ""
}

// hold is another program that writes to a file, until the script ends: hold
// FILE.
func hold(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("write: hold FILE")
	}
	file, err := store.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Defer(func() { ts.Check(file.Close()) })
}

// part copies the first lines of a file, and perhaps some bytes of the next:
// part FROM TO LINES [BYTES]. Negative lines are counted from the end.
func part(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("write: part FROM TO LINES [BYTES]")
	}
	lines := strings.SplitAfter(ts.ReadFile(args[0]), "\n")
	n := number(ts, args[2])
	if n < 0 {
		n += len(lines) - 1
	}
	text := strings.Join(lines[:n], "")
	if len(args) > 3 {
		text += lines[n][:number(ts, args[3])]
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// forge replaces a text in one line of a journal and
// gives the line its hash, as a cheat would: forge FILE LINE
// OLD NEW.
func forge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("write: forge FILE LINE OLD NEW")
	}
	lines := bytes.SplitAfter([]byte(ts.ReadFile(args[0])), []byte("\n"))
	line := &lines[number(ts, args[1])-1]
	changed := bytes.Replace(*line, []byte(args[2]), []byte(args[3]), 1)
	if bytes.Equal(changed, *line) {
		ts.Fatalf("line %s does not have %q: %s", args[1], args[2], *line)
	}
	_, body, found := bytes.Cut(bytes.TrimSuffix(changed, []byte("\n")), []byte(`",`))
	if !found {
		ts.Fatalf("line %s has no hash", args[1])
	}
	body = append([]byte("{"), body...)
	sum := sha256.Sum256(body)
	*line = fmt.Appendf(nil, "{\"hash\":\"%x\",%s\n", sum[:16], body[1:])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Join(lines, nil), 0o600))
}

// countLines says how many lines of a file match: lines FILE COUNT PATTERN.
func countLines(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("write: lines FILE COUNT PATTERN")
	}
	found := len(regexp.MustCompile("(?m)"+args[2]).FindAllString(ts.ReadFile(args[0]), -1))
	if (found == number(ts, args[1])) == neg {
		ts.Fatalf("%d lines of %s match %s", found, args[0], args[2])
	}
}

func number(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}

// contentsOf is a file as text.
func contentsOf(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
