//go:build !js

package charset

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// A coding is an encoding that can be compared.
type coding struct{ encoding.Encoding }

var (
	utf8Coding  = coding{unicode.UTF8}
	windows1250 = coding{charmap.Windows1250}
	windows1251 = coding{charmap.Windows1251}
	windows1252 = coding{charmap.Windows1252}
	windows1253 = coding{charmap.Windows1253}
	windows1254 = coding{charmap.Windows1254}
	windows1257 = coding{charmap.Windows1257}
	latin2      = coding{charmap.ISO8859_2}
	koi8r       = coding{charmap.KOI8R}
	ibm866      = coding{charmap.CodePage866}
	gb18030     = coding{simplifiedchinese.GB18030}
	big5        = coding{traditionalchinese.Big5}
	shiftJIS    = coding{japanese.ShiftJIS}
	eucJP       = coding{japanese.EUCJP}
	eucKR       = coding{korean.EUCKR}
)

// find returns the encoding that a web page would call so, and its usual name there.
func find(label string) (name string, c coding, known bool) {
	e, err := htmlindex.Get(label)
	if err != nil {
		return "", coding{}, false
	}
	name, _ = htmlindex.Name(e)
	return name, coding{e}, true
}

// decode decodes content, where a byte order mark counts more than the encoding.
func (c coding) decode(content []byte) string {
	text, _, err := transform.Bytes(unicode.BOMOverride(c.NewDecoder()), content)
	if err != nil {
		return strings.ToValidUTF8(string(content), "\uFFFD")
	}
	return string(text)
}
