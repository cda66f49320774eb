package isolate

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// kind says what a frame is.
type kind byte

// Frames to the child, then those from it.
const (
	kindStart  kind = iota + 1 // the Start, as JSON
	kindLine                   // a line that somebody typed
	kindSize                   // how large the terminal is now, a Size as JSON
	kindNoMore                 // nobody will type another
	kindDone                   // the answer to a call
	kindFailed                 // a call went wrong; the reason
	kindStop                   // it is to end: the user wants no more

	kindOut   // for the user
	kindErr   // for the user, on stderr
	kindWaits // for a line, or for anything else that may take long; the prompt
	kindGoes  // it waits no more; lineTaken if for a line
	kindAlive // it is at work still
	kindCall  // of the parent's Serve
	kindEnd   // it ends by itself, with this exit code
)

// maxFrame is the longest frame, in bytes. A source of 1 MB, written as JSON in
// a line of a journal that is written as JSON in a call, is shorter.
const maxFrame = 64 << 20

// frame is a message between parent and child: its kind, its length in four
// bytes, and so many bytes.
type frame struct {
	kind kind
	text []byte
}

const frameHead = 5

func send(w io.Writer, k kind, text []byte) error {
	if len(text) > maxFrame {
		return fmt.Errorf("%d bytes at once; at most %d can be passed on", len(text), maxFrame)
	}
	whole := make([]byte, frameHead, frameHead+len(text))
	whole[0] = byte(k)
	binary.BigEndian.PutUint32(whole[1:], uint32(len(text)))
	_, err := w.Write(append(whole, text...))
	return err
}

func receive(r *bufio.Reader) (frame, error) {
	var head [frameHead]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return frame{}, err
	}
	n := binary.BigEndian.Uint32(head[1:])
	if n > maxFrame {
		return frame{}, fmt.Errorf("a message of %d bytes", n)
	}
	f := frame{kind(head[0]), make([]byte, n)}
	_, err := io.ReadFull(r, f.text)
	return f, err
}
