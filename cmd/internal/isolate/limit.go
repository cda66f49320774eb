package isolate

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// overLimit is what a child says that ends because it took too much memory.
const overLimit = "over its limit of memory"

// look is how often the memory that was taken is looked at.
const look = 20 * time.Millisecond

// limitMemory has the process end when it takes more memory than so many bytes.
// The collector works harder before that. What grows faster than anybody looks
// meets the system's own limit, where there is one.
func limitMemory(bytes int64) {
	debug.SetMemoryLimit(bytes - bytes/8)
	limitSystem(2 * bytes)
	go func() {
		for taken() <= bytes {
			time.Sleep(look)
		}
		die(overLimit)
	}()
}

// taken is how much memory the process has of the system.
func taken() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
