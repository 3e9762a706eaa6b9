// Tests an engine with the conformance kit: KIT=<folder> go test. The engine is Rotate in this package; it returns nil for rules that
// it does not have.
package kit

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

type mistake struct {
	Says         string
	RotatedQuery []string
}

type file struct {
	Kind                       string
	Rule                       Rule
	Query, Key                 []float64
	QueryPosition, KeyPosition any
	RotatedQuery, RotatedKey   []string
	Wrong                      []mistake
}

// Float32 angles at position 1000 are off by 6e-5.
const tolerance = 3e-4

func read(t *testing.T, name string, into any) {
	text, err := os.ReadFile(filepath.Join(os.Getenv("KIT"), name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// The first value that is too far from the right one, or −1.
func difference(own []float64, right []string) int {
	for i, text := range right {
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || i >= len(own) || math.Abs(own[i]-value) > tolerance {
			return i
		}
	}
	return -1
}

func check(t *testing.T, own []float64, right []string, wrong []mistake) {
	at := difference(own, right)
	if at < 0 {
		return
	}
	for _, each := range wrong {
		if difference(own, each.RotatedQuery) < 0 {
			t.Fatal(each.Says)
		}
	}
	t.Fatalf("value %d of %v is not %s", at, own, right[at])
}

func TestKit(t *testing.T) {
	var index struct{ Files map[string]string }
	read(t, "index", &index)
	for name, kind := range index.Files {
		if kind != "rotation" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var f file
			read(t, name, &f)
			own := Rotate(f.Rule, f.Query, f.QueryPosition)
			if own == nil {
				t.Skip("the engine does not have this rule")
			}
			check(t, own, f.RotatedQuery, f.Wrong)
			check(t, Rotate(f.Rule, f.Key, f.KeyPosition), f.RotatedKey, nil)
			for _, each := range f.Wrong {
				if difference(own, each.RotatedQuery) < 0 {
					t.Fatalf("a wrong answer passes: %s", each.Says)
				}
			}
		})
	}
}
