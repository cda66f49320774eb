package isolate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// asChild in the environment makes the test binary a child.
const asChild = "ISOLATE_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(asChild) == "" {
		os.Exit(m.Run())
	}
	c, err := Enter(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	work[c.Start().Args[0]](c)
}

// work is what children do.
var work = map[string]func(c *Child){
	"talk": func(c *Child) {
		fmt.Fprint(c.Out(), "out\xff", c.Out().Terminal(), c.Err().Terminal(), c.Input().Terminal(), c.Start().Word)
		fmt.Fprint(c.Err(), "err")
		c.End(3)
	},
	"echo": func(c *Child) {
		buffer := make([]byte, 100)
		for {
			c.Waits([]byte("> "))
			n, err := c.Input().Read(buffer)
			c.Goes(err == nil)
			if err == io.EOF {
				c.End(0)
				return
			}
			fmt.Fprintf(c.Out(), "[%s]", bytes.TrimSpace(buffer[:n]))
		}
	},
	"call": func(c *Child) {
		for _, what := range []string{"good", "bad", "missing"} {
			reply, err := c.Call([]byte(what))
			fmt.Fprintf(c.Out(), "%s %v %v\n", reply, err, errors.Is(err, fs.ErrNotExist))
		}
		c.End(0)
	},
	"slow": func(c *Child) {
		for range 40 {
			time.Sleep(40 * time.Millisecond)
			c.Alive()
		}
		c.End(0)
	},
	"hang":  func(c *Child) { fmt.Fprint(c.Out(), "before"); time.Sleep(time.Hour) },
	"spin":  func(*Child) { spin() },
	"panic": func(*Child) { panic("oh no") },
	"exit":  func(*Child) { os.Exit(7) },
	"kill": func(*Child) {
		if p, err := os.FindProcess(os.Getpid()); err == nil {
			_ = p.Kill()
		}
		time.Sleep(time.Hour)
	},
	"hoard": func(*Child) {
		for n := 1; ; n++ {
			kept = append(kept, bytes.Repeat([]byte{1}, 1<<20))
		}
	},
	"gulp": func(*Child) {
		kept = append(kept, bytes.Repeat([]byte{1}, 1<<33))
		time.Sleep(time.Hour)
	},
	"deep": func(*Child) { fmt.Println(deep(1)) },
	"thrifty": func(c *Child) { // what was let go does not count
		for range 500 {
			kept = [][]byte{bytes.Repeat([]byte{1}, 1<<20)}
			c.Alive() // on a busy machine it takes longer than a child may be silent
		}
		c.End(0)
	},
	"flood": func(*Child) {
		_, _ = os.Stdout.Write(append([]byte{byte(kindOut), 0xff, 0xff, 0xff, 0xff}, "rest"...))
		time.Sleep(time.Hour)
	},
}

var (
	kept [][]byte
	sum  int
)

func spin() {
	for {
		sum++
	}
}

func deep(n int) int {
	if n < 0 { // which it never is
		return 0
	}
	var room [1 << 10]byte
	room[n%len(room)] = 1
	return deep(n+1) + int(room[(n+1)%len(room)])
}

// parent is one of a child that does this work.
func parent(work string) (*Parent, *bytes.Buffer) {
	out := &bytes.Buffer{}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asChild+"=1")
	return &Parent{
		Command: cmd, Start: Start{Args: []string{work}, Memory: 64 << 20, ErrTerminal: true, Word: "!"}, Silence: 20 * time.Second, Out: out, Err: out,
		Serve: func(request []byte) ([]byte, error) {
			switch string(request) {
			case "bad":
				return nil, errors.New("it cannot be done")
			case "missing":
				return nil, &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}
			}
			return append(request, '!'), nil
		},
	}, out
}

// What a child says comes through, in order and byte by byte, and its exit code.
func TestTalk(t *testing.T) {
	for _, c := range []struct {
		work string
		code int
		want string
	}{
		{"talk", 3, "out\xfffalse true false!err"},
		{"call", 0, "good! <nil> false\n it cannot be done false\n open x: " + fs.ErrNotExist.Error() + " true\n"},
		{"thrifty", 0, ""},
	} {
		t.Run(c.work, func(t *testing.T) {
			p, out := parent(c.work)
			code, err := p.Run(context.Background())
			if err != nil || code != c.code || out.String() != c.want {
				t.Errorf("code %d, %v, it says %q, want %q", code, err, out, c.want)
			}
		})
	}
}

// Lines go to a child one at a time, when it waits for one; while it waits no
// time passes.
func TestLines(t *testing.T) {
	p, out := parent("echo")
	p.Silence = time.Second
	lines := []string{"a", "", "b c", "late"}
	p.Hear = func(_ context.Context, prompt []byte) (string, error) {
		if len(lines) == 0 {
			return "", io.EOF
		}
		line := lines[0]
		if lines = lines[1:]; line == "late" {
			time.Sleep(2 * p.Silence)
		}
		return line, nil
	}
	code, err := p.Run(context.Background())
	if err != nil || code != 0 || out.String() != "[a][][b c][late]" {
		t.Errorf("code %d, %v: %q", code, err, out)
	}
}

// A terminal that fails is asked once: nobody types any more.
func TestNobodyToAsk(t *testing.T) {
	p, out := parent("echo")
	asked := 0
	p.Hear = func(context.Context, []byte) (string, error) {
		if asked++; asked > 1 {
			return "", io.EOF
		}
		return "", errors.New("no terminal")
	}
	if code, err := p.Run(context.Background()); err != nil || code != 0 || asked != 1 {
		t.Errorf("code %d, %v, asked %d times: %q", code, err, asked, out)
	}
}

// A child that dies is outlived, and the cause is named.
func TestDeath(t *testing.T) {
	for _, c := range []struct {
		work    string
		silence time.Duration
		cause   Cause
		want    string
	}{
		{"hoard", time.Minute, Memory, "it took more than 64 MB of memory"},
		{"gulp", time.Minute, Memory, "it took more than 64 MB of memory"},
		{"deep", time.Minute, Memory, "it took more than 64 MB of memory"},
		{"hang", time.Second, Time, "it gave no sign of life for 1s"},
		{"spin", time.Second, Time, "it gave no sign of life for 1s"},
		{"panic", time.Minute, Crash, "it crashed: panic: oh no"},
		{"exit", time.Minute, Crash, "it was ended from outside: exit status 7"},
		{"kill", time.Minute, Crash, "it was ended from outside: "},
	} {
		t.Run(c.work, func(t *testing.T) {
			p, _ := parent(c.work)
			p.Silence = c.silence
			_, err := p.Run(context.Background())
			var death *Death
			if !errors.As(err, &death) || death.Cause != c.cause || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// A child that is slow but gives signs of life is left alone.
func TestSlow(t *testing.T) {
	p, _ := parent("slow")
	p.Silence = 1500 * time.Millisecond
	if code, err := p.Run(context.Background()); code != 0 || err != nil {
		t.Errorf("code %d, %v", code, err)
	}
}

// What no child of the program would say ends the talk, not the parent.
func TestFlood(t *testing.T) {
	p, _ := parent("flood")
	p.Silence = time.Second
	if _, err := p.Run(context.Background()); err == nil {
		t.Error("a frame of 4 GB is taken")
	}
}

// Without a parent there is no child.
func TestEnterAlone(t *testing.T) {
	for _, text := range []string{"", "hello\n", "\x01\x00\x00\x00\x03{a}", "\x02\x00\x00\x00\x00"} {
		if _, err := Enter(strings.NewReader(text), io.Discard); !errors.Is(err, ErrNoParent) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A child whose parent is gone ends.
func TestOrphan(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asChild+"=1")
	to, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := send(to, kindStart, []byte(`{"Args":["spin"],"Memory":67108864}`)); err != nil {
		t.Fatal(err)
	}
	to.Close()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		_ = cmd.Process.Kill()
		t.Error("it goes on without a parent")
	}
}

// Go has many words for want of memory.
func TestDeathOf(t *testing.T) {
	for _, test := range []struct {
		said string
		want Cause
	}{
		{"fatal error: runtime: out of memory", Memory},
		{"fatal error: runtime: cannot allocate memory", Memory},
		{"runtime/cgo: pthread_create failed: Resource temporarily unavailable", Memory},
		{"runtime: failed to create new OS thread (have 7 already; errno=11)", Memory},
		{"panic: a table of nil", Crash},
		{"", Crash},
	} {
		if got := deathOf(test.said, "exit status 2").Cause; got != test.want {
			t.Errorf("%q is cause %d, not %d", test.said, got, test.want)
		}
	}
}
