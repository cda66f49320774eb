package door

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if _, err := Read(path, 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	for text, ok := range map[string]bool{"": true, "1234": true, "12345": false} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := Read(path, 4)
		if (err == nil) != ok || ok && string(got) != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// A file that takes no room on the disk may be of any length: nothing of it is
// read that would not be kept.
func TestReadNothingOfWhatIsTooLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sparse")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(20 << 30); err != nil {
		t.Skip("no such files here: ", err)
	}
	allocated := testing.AllocsPerRun(1, func() {
		if _, err := Read(path, Part); err == nil || !strings.Contains(err.Error(), "sparse: it is longer than 65536 KB") {
			t.Error(err)
		}
	})
	if allocated > 100 {
		t.Errorf("%v times memory was taken", allocated)
	}
}
