package charset_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/charset"
)

// TestEncode: an encoded text has the bytes that other encoders give it.
func TestEncode(t *testing.T) {
	for _, s := range samples {
		for _, text := range s.texts {
			want, err := s.encoding.NewEncoder().String(text + "\n~")
			require.NoError(t, err)
			c, _ := charset.Guess([]byte(want), "")
			if c.Name != s.name || s.name == "EUC-JP" { // which has characters of three bytes
				continue
			}
			got, ok := c.Encode(text + "\n~")
			assert.True(t, ok, text)
			assert.Equal(t, want, string(got), text)
		}
	}
}

// TestCodePage: the code page is that of the text's language, of which other languages may have the characters too.
func TestCodePage(t *testing.T) {
	for text, want := range map[string]string{
		"abc": "UTF-8", "un coup très fort": "Windows-1252", "Křeček vyhrál": "Windows-1250", "чёрные выиграли": "Windows-1251",
		"黑必胜": "GBK", "黑棋必勝，許功蓋先生": "Big5", "これは花月です": "Shift_JIS", "백이 이겼습니다": "EUC-KR",
	} {
		c, ok := charset.CodePage(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, c.Name, text)
		encoded, ok := c.Encode(text)
		assert.True(t, ok, text)
		assert.Equal(t, text, c.Decode(encoded))
	}
	for _, text := range []string{"必胜 흑승", "Đen thắng", "🙂"} {
		_, ok := charset.CodePage(text)
		assert.False(t, ok, text)
	}
}
