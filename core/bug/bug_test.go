package bug_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/bug"
)

func off(list []int) (n int, err error) {
	defer bug.Catch(&err)
	return list[1], nil
}

// A panic is an error of one sentence, which knows where it happened, also when
// it is wrapped.
func TestCatch(t *testing.T) {
	if n, err := off([]int{3, 4}); n != 4 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	_, err := off(nil)
	err = fmt.Errorf("race 3: %w", err)
	if want := "race 3: this is a bug in the program, not in your files: runtime error: index out of range [1] with length 0"; err.Error() != want {
		t.Errorf("%q\nwant %q", err, want)
	}
	var found *bug.Error
	if !errors.As(err, &found) || !strings.Contains(found.Trace, "bug_test.off\n") {
		t.Errorf("the trace does not say where: %+v", found)
	}
}
