//go:build unix

package door

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What is no file is named, and nothing waits for it.
func TestSpecialFiles(t *testing.T) {
	dir, err := os.MkdirTemp("", "door") // a socket's path has to be short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	if err := os.Symlink(at("pipe"), at("link")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		at("pipe"): "is a pipe", at("link"): "is a pipe", at("socket"): "is a socket", dir: "is a folder", os.DevNull: "is a device",
	} {
		_, err := Open(path)
		if err == nil || !strings.HasPrefix(err.Error(), path+" "+want+": give a file") {
			t.Errorf("%s: %v", path, err)
		}
		if _, err := Read(path, 10); err == nil {
			t.Errorf("%s was read", path)
		}
	}
}
