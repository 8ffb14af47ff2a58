package process

import (
	"math"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
)

func TestShare(t *testing.T) {
	assert.EqualValues(t, 256<<20, share(512<<20))
	assert.EqualValues(t, 3<<29-1, share(3<<30-1))
	assert.Equal(t, int64(math.MaxInt64), share(3<<30))
	assert.Equal(t, int64(math.MaxInt64), share(math.MaxUint64))
}

func TestAllowed(t *testing.T) {
	assert.EqualValues(t, leastRoom, allowed(4096), "less than anything runs in")
	assert.EqualValues(t, 512<<20, allowed(512<<20))
	assert.Zero(t, allowed(math.MaxInt64))
	if most := Allowed(afero.NewOsFs()); most != 0 {
		assert.GreaterOrEqual(t, most, int64(leastRoom))
	}
}
