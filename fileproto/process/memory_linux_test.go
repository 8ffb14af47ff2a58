package process

import (
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAllowedByControlGroups(t *testing.T) {
	if share(installed()) != math.MaxInt64 {
		t.Skip("this machine has so little memory that this alone is a limit")
	}
	const group = "/sys/fs/cgroup"
	tests := []struct {
		name   string
		files  map[string]string
		memory int64
		want   int64
	}{
		{"nothing told", nil, 0, 0},
		{"the manager's limit alone", nil, 5 << 20, 5 << 20},
		{"no limit", map[string]string{"/proc/self/cgroup": "0::/\n", group + "/memory.max": "max\n"}, 0, 0},
		{"the root of a container", map[string]string{"/proc/self/cgroup": "0::/\n", group + "/memory.max": "536870912\n"}, 0, 512 << 20},
		{
			"the least of all above",
			map[string]string{
				"/proc/self/cgroup": "0::/user/game\n", group + "/user/game/memory.max": "max\n",
				group + "/user/memory.max": "104857600\n", group + "/memory.max": "536870912\n",
			},
			0, 100 << 20,
		},
		{"the manager allows less", map[string]string{"/proc/self/cgroup": "0::/\n", group + "/memory.max": "536870912\n"}, 5 << 20, 5 << 20},
		{"the manager allows more", map[string]string{"/proc/self/cgroup": "0::/\n", group + "/memory.max": "536870912\n"}, 1 << 30, 512 << 20},
		{"less than anything runs in", map[string]string{"/proc/self/cgroup": "0::/\n", group + "/memory.max": "4096\n"}, 0, leastRoom},
		{
			"version 1", map[string]string{
				"/proc/self/cgroup":                       "9:name=systemd:/\n4:memory:/a/b\n0::/\n",
				group + "/memory/memory.limit_in_bytes":   "9223372036854771712\n",
				group + "/memory/a/memory.limit_in_bytes": "67108864\n",
			}, 0, 64 << 20,
		},
		{
			"version 1, the host's path in a container", map[string]string{
				"/proc/self/cgroup": "4:cpu,memory:/docker/0123\n", group + "/memory/memory.limit_in_bytes": "536870912\n",
			}, 0, 512 << 20,
		},
		{
			"version 1 without a limit", map[string]string{
				"/proc/self/cgroup": "4:memory:/\n", group + "/memory/memory.limit_in_bytes": "9223372036854771712\n",
			}, 0, 0,
		},
		{
			"both versions", map[string]string{
				"/proc/self/cgroup":                       "4:memory:/a\n0::/b\n",
				group + "/memory/a/memory.limit_in_bytes": "536870912\n", group + "/b/memory.max": "104857600\n",
			}, 0, 100 << 20,
		},
		{"version 1 of another group", map[string]string{"/proc/self/cgroup": "4:cpu:/a\n", group + "/memory/a/memory.limit_in_bytes": "536870912\n"}, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			for name, content := range test.files {
				require.NoError(t, afero.WriteFile(disk, name, []byte(content), 0o444))
			}
			assert.Equal(t, test.want, Tighter(test.memory, Allowed(disk)))
		})
	}
}

// The system says the same in a file that people read.
func TestInstalled(t *testing.T) {
	content, err := os.ReadFile("/proc/meminfo")
	require.NoError(t, err)
	var kilobytes uint64
	_, err = fmt.Sscanf(string(content), "MemTotal: %d kB", &kilobytes)
	require.NoError(t, err)
	assert.Equal(t, kilobytes<<10, installed())
}
