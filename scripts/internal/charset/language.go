package charset

import (
	"math"
	"strings"
	"sync"
	"unicode"
)

// How unlikely a character is, in bits.
const (
	noCharacter = 25.0 // bytes that are none, and control characters
	foreign     = 18.0 // a letter of another script
	symbol      = 11.0 // punctuation and signs
	wideSymbol  = 7.0  // the same in East Asian forms, in an East Asian language
	apart       = 4.0  // added for two letters side by side that belong apart
)

// A language has its frequent characters, the most frequent first, and the encodings that it is written in.
type language struct {
	charsets []Charset
	kind     kind
	scripts  []*unicode.RangeTable
	rare     float64 // bits of a character of its scripts that is not among the frequent ones
	known    map[rune]float64
}

// A kind tells how the letters of a language stand together.
type kind int

const (
	accents  kind = iota // a Latin alphabet: letters beyond ASCII stand alone among those of ASCII
	alphabet             // letters of its own, capitals at the starts of words
	eastern              // Chinese, Japanese, Korean
)

// languages returns all languages. Of those in which a text is equally likely the first is taken.
var languages = sync.OnceValue(func() []language {
	western := []Charset{{"Windows-1252", windows1252, 0}}
	central := []Charset{{"Windows-1250", windows1250, 1}, {"ISO-8859-2", latin2, 3}}
	cyrillic := []Charset{
		{"Windows-1251", windows1251, 1}, {"KOI8-R", koi8r, 3}, {"IBM866", ibm866, 3},
	}
	var all []language
	add := func(charsets []Charset, kind kind, flat, rare float64, frequent string, scripts ...*unicode.RangeTable) {
		all = append(all, language{charsets, kind, scripts, rare, frequencies(frequent, flat, rare)})
	}
	latin := func(charsets []Charset, letters string) {
		add(charsets, accents, 4, 14, letters+strings.ToUpper(letters)+"’“”–„…", unicode.Latin)
	}
	latin(western, "éèàêçùâîôûëïœ")
	latin(western, "üäöß")
	latin(western, "óáíñéúãçêàâèìòùõ¿¡")
	latin(western, "äöåõüøæéšž")
	latin(central, "áíéěřýščžůúňťďóľĺŕôä")
	latin(central, "łęóąśżćźń")
	latin(central, "áéóöíőüúű")
	latin(central, "čšžćđ")
	latin(central, "ăîţşâ")
	latin([]Charset{{"Windows-1254", windows1254, 3}}, "ışğçöüâ")
	latin([]Charset{{"Windows-1257", windows1257, 3}}, "āīēšņļūčģžķėųįąę")
	letters := func(charsets []Charset, letters string, script *unicode.RangeTable) {
		add(charsets, alphabet, 8, 12, letters+strings.ToUpper(letters)+"«»—№", script)
	}
	letters(cyrillic, "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", unicode.Cyrillic)
	letters(cyrillic[:1], "оаниівертскулмдпязьбгйчхцїжющшєфґ", unicode.Cyrillic)
	letters([]Charset{{"Windows-1253", windows1253, 3}}, "αοιετσνηυρπκμλωςάίόέύήώθδγχφβξζψ", unicode.Greek)
	add([]Charset{{"GBK", gb18030, 1}}, eastern, 30, 14, simplified, unicode.Han)
	add([]Charset{{"Big5", big5, 1}}, eastern, 30, 14, traditional, unicode.Han)
	add([]Charset{{"Shift_JIS", shiftJIS, 1}, {"EUC-JP", eucJP, 3}}, eastern, 20, 14, japaneseText,
		unicode.Han, unicode.Hiragana, unicode.Katakana)
	add([]Charset{{"EUC-KR", eucKR, 1}}, eastern, 20, 12, hangul, unicode.Hangul)
	return all
})

// frequencies returns the bits of characters that are listed by frequency. By Zipf's law, the frequency goes with
// 1/(rank+flat). All others share 2^(10-rare) of the whole.
func frequencies(list string, flat, rare float64) map[rune]float64 {
	sum := 0.0
	known := map[rune]float64{}
	for _, r := range list {
		if _, double := known[r]; !double && r != '\n' {
			known[r] = float64(len(known)) + flat
			sum += 1 / known[r]
		}
	}
	for r, rank := range known {
		known[r] = min(math.Log2(rank*sum), rare)
	}
	return known
}

// bits returns how unlikely a text is. Characters of ASCII count nothing, for all encodings share them.
func (l language) bits(text string) (bits float64) {
	before, last := ' ', ' '
	for _, r := range text {
		if r > unicode.MaxASCII {
			bits += l.character(r)
		}
		if l.apart(last, r) {
			bits += apart
		}
		alone := !unicode.IsLetter(before) && !unicode.IsLetter(r)
		if l.kind == accents && last > unicode.MaxASCII && alone && r != ' ' {
			bits += apart
		}
		before, last = last, r
	}
	return bits
}

// character returns how unlikely a character beyond ASCII is.
func (l language) character(r rune) float64 {
	bits, known := l.known[r]
	switch {
	case known:
		return bits
	case r == unicode.ReplacementChar || !unicode.IsPrint(r) && !unicode.IsSpace(r):
		return noCharacter
	case unicode.In(r, l.scripts...) && !isHalfWidth(r):
		return l.rare
	case unicode.IsLetter(r):
		return foreign
	case l.kind == eastern && (r >= 0x3000 && r < 0x3040 || r >= 0xFF00 && r < 0xFFF0):
		return wideSymbol
	}
	return symbol
}

// isHalfWidth reports whether r is one of the forms of katakana that only old Japanese machines write.
func isHalfWidth(r rune) bool { return r >= 0xFF61 && r <= 0xFF9F }

// apart reports whether two characters side by side belong apart. A backslash behind a letter beyond ASCII mostly is
// the second byte of a character in another encoding.
func (l language) apart(a, b rune) bool {
	switch ascii := min(a, b) <= unicode.MaxASCII; {
	case max(a, b) <= unicode.MaxASCII:
		return false
	case b == '\\':
		return unicode.IsLetter(a)
	case l.kind == eastern:
		return ascii && unicode.IsLetter(min(a, b))
	case !unicode.IsLetter(a) || !unicode.IsLetter(b):
		return false
	default:
		return ascii == (l.kind == alphabet) || unicode.IsLower(a) && unicode.IsUpper(b)
	}
}
