package charset

import (
	"bytes"
	"strings"
	"syscall/js"
)

// A coding is the name of an encoding. The browser has its table: those of Go would be a tenth of the program.
type coding string

const (
	utf8Coding  coding = "utf-8"
	windows1250 coding = "windows-1250"
	windows1251 coding = "windows-1251"
	windows1252 coding = "windows-1252"
	windows1253 coding = "windows-1253"
	windows1254 coding = "windows-1254"
	windows1257 coding = "windows-1257"
	latin2      coding = "iso-8859-2"
	koi8r       coding = "koi8-r"
	ibm866      coding = "ibm866"
	gb18030     coding = "gb18030"
	big5        coding = "big5"
	shiftJIS    coding = "shift_jis"
	eucJP       coding = "euc-jp"
	eucKR       coding = "euc-kr"
)

// find returns the encoding that the browser would call so, and its usual name there.
func find(label string) (name string, c coding, known bool) {
	defer func() {
		if recover() != nil { // the browser does not know it
			name, c, known = "", "", false
		}
	}()
	name = strings.ToLower(js.Global().Get("TextDecoder").New(label).Get("encoding").String())
	return name, coding(name), true
}

// decode decodes content, where a byte order mark counts more than the encoding.
func (c coding) decode(content []byte) string {
	for mark, marked := range map[string]coding{
		"\xEF\xBB\xBF": utf8Coding, "\xFF\xFE": "utf-16le", "\xFE\xFF": "utf-16be",
	} {
		if bytes.HasPrefix(content, []byte(mark)) {
			c = marked
		}
	}
	copied := js.Global().Get("Uint8Array").New(len(content))
	js.CopyBytesToJS(copied, content)
	return js.Global().Get("TextDecoder").New(string(c)).Call("decode", copied).String()
}
