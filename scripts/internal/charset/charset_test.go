package charset_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"tahoun/scripts/internal/charset"
)

// samples are names and short comments, as records of games have them. Some characters have a second byte that is a
// bracket or a backslash in ASCII: 表 ソ 能 in Shift_JIS, 功 許 蓋 in Big5, 乗 in GBK.
var samples = []struct {
	name     string
	encoding encoding.Encoding
	texts    []string
}{
	{"GBK", simplifiedchinese.GBK, []string{"王小明", "黑必胜", "白棋冲四", "第二手是败着", "張乗風先生", "花月 开局"}},
	{"Big5", traditionalchinese.Big5, []string{"王小明與李大功", "黑棋必勝", "許功蓋先生", "白下這裡就贏了", "第五手應該防守"}},
	{"Shift_JIS", japanese.ShiftJIS, []string{"黒必勝", "山田太郎", "表示ソフト", "白の四三で勝ち", "これは花月です"}},
	{"EUC-JP", japanese.EUCJP, []string{"黒の勝ち", "白はここに打つべきでした"}},
	{"EUC-KR", korean.EUCKR, []string{"흑승", "김철수", "백이 이겼습니다", "오목 초보"}},
	{"Windows-1250", charmap.Windows1250, []string{"Jiří Černý", "Křeček vyhrál", "Łukasz Żak", "Győző, a fehér űr"}},
	{"Windows-1251", charmap.Windows1251, []string{"Иван Смирнов", "чёрные выиграли", "Ход 7"}},
	{"Windows-1252", charmap.Windows1252, []string{"Jürgen Groß", "Örjan Åkesson", "un coup très fort", "José Muñoz"}},
	{"KOI8-R", charmap.KOI8R, []string{"белые не нашли защиту"}},
}

// TestGuess: a short text among the ASCII of a record is enough.
func TestGuess(t *testing.T) {
	for _, s := range samples {
		for _, text := range s.texts {
			want := "(;GM[4]SZ[15]PB[" + text + "]PW[AI];B[hh])"
			content, err := s.encoding.NewEncoder().String(want)
			require.NoError(t, err, text)
			c, note := charset.Guess([]byte(content), "")
			assert.Equal(t, s.name, c.Name, text)
			assert.Equal(t, want, c.Decode([]byte(content)))
			assert.Equal(t, "no encoding named, and no UTF-8: taken for "+s.name, note)
		}
	}
}

// TestGuessNamed: the name that a file gives is believed unless its text says otherwise.
func TestGuessNamed(t *testing.T) {
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("白棋冲四，黑棋必胜")
	require.NoError(t, err)
	korean, err := korean.EUCKR.NewEncoder().String("백이 이겼습니다")
	require.NoError(t, err)
	tests := []struct{ text, named, want, note string }{
		{"abc", "", "UTF-8", ""},
		{"abc", "GBK", "UTF-8", ""},
		{"黑棋", "", "UTF-8", ""},
		{"黑棋", "utf8", "UTF-8", ""},
		{"黑棋", "GBK", "UTF-8", `it names the encoding "GBK", but is valid as UTF-8: taken for that`},
		{gbk, "GB2312", "gbk", ""},
		{gbk, "gb18030", "gb18030", ""},
		{gbk, "UTF-8", "GBK", `it names the encoding "UTF-8", but its text looks like GBK: taken for that`},
		{gbk, "ISO-8859-1", "GBK", `it names the encoding "ISO-8859-1", but its text looks like GBK: taken for that`},
		{gbk, "unheard-of", "GBK", `it names the encoding "unheard-of", but its text looks like GBK: taken for that`},
		{korean, "GBK", "EUC-KR", `it names the encoding "GBK", but its text looks like EUC-KR: taken for that`},
		{"m\xfcde", "iso-8859-1", "windows-1252", ""},
		{"黑棋必\xff胜白棋", "", "UTF-8", "no encoding named, and no UTF-8: taken for UTF-8, with 1 characters that it does not have"},
		{"\x1b$B9u\x1b(B", "ISO-2022-JP", "iso-2022-jp", ""},
		{"\xff\xfea\x00\xd1\x9e", "GBK", "UTF-8", ""},
	}
	for _, tt := range tests {
		c, note := charset.Guess([]byte(tt.text), tt.named)
		assert.Equal(t, tt.want, c.Name, "%q %s", tt.text, tt.named)
		assert.Equal(t, tt.note, note, "%q %s", tt.text, tt.named)
	}
	assert.Equal(t, "a黑", charset.UTF8.Decode([]byte("\xff\xfea\x00\xd1\x9e")), "a byte order mark counts more")
}

// TestGuessLong: of a long text the lines that are not ASCII alone are looked at, wherever they are.
func TestGuessLong(t *testing.T) {
	text, err := japanese.ShiftJIS.NewEncoder().String("白の四三で勝ち")
	require.NoError(t, err)
	long := strings.Repeat("(;B[hh];W[ii])\n", 10_000) + text
	c, _ := charset.Guess([]byte(long), "")
	assert.Equal(t, "Shift_JIS", c.Name)
	c, _ = charset.Guess([]byte(strings.Repeat(text, 10_000)), "")
	assert.Equal(t, "Shift_JIS", c.Name)
}

// FuzzGuess: any content becomes valid UTF-8, and a note is one line.
func FuzzGuess(f *testing.F) {
	f.Add([]byte("k\xf9\xf2"), "")
	f.Add([]byte("\xff\xfeh\x008\x00"), "utf-16")
	f.Add([]byte("\x1b$B9u\x1b(B\xff"), "ISO-2022-JP")
	f.Add([]byte("\x84\x31\xa4\x37~{"), "hz-gb-2312")
	f.Add([]byte("\xff"), "x-user-defined\n")
	f.Fuzz(func(t *testing.T, content []byte, named string) {
		c, note := charset.Guess(content, named)
		require.True(t, utf8.ValidString(c.Decode(content)))
		require.NotContains(t, note, "\n")
		require.NotEmpty(t, c.Name)
	})
}
