package board_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/internal/browsertest/browser"
)

// speaks makes a browser one of a person who reads Russian.
const speaks = `Object.defineProperty(navigator, 'languages', {get: () => ['xx', 'ru-RU', 'en']});`

// english returns the words in Latin letters of the page, of its titles and labels, but for names and squares.
const english = `(() => {
	const names = /^(Tahoun|Swap|SGF|PLOCHA|TAH|DAT|psq|lib|pos|rif|sav|RenLib|RenjuNet|PlayOK|Yixin|Board|zip|[A-Z]|Home|End|Enter|[a-ox]|GIF|PNG|UTF)$/;
	const found = new Set();
	const look = words => {
		for (const word of words.match(/[A-Za-z]+/g) || []) if (!names.test(word)) found.add(word + ' in ' + words);
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, {
		acceptNode: n => n.nodeType === 1 && n.matches('script, noscript, option[lang]')
			? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
	});
	while (walker.nextNode()) {
		const n = walker.currentNode;
		if (n.nodeType === 3) look(n.data);
		else for (const name of ['title', 'aria-label', 'placeholder']) look(n.getAttribute(name) || '');
	}
	return [...found];
})()`

// The browser's language is that of the page, until a person chooses another one, which the next visit has too.
func TestLanguage(t *testing.T) {
	address := start(t)
	b := visit(t, address, browser.Screen{Width: 390, Height: 844}, speaks)
	assert.Equal(t, "ru", eval[string](b, `document.documentElement.lang`))
	b.untilStatus("Ходят чёрные")
	b.clickSquare(7, 7)
	b.clickSquare(7, 7) // a finger's first tap only shows the square
	b.untilMoves(2)
	b.Click("#tab-analyse")
	b.Click("#threats")
	b.Click("#live")
	b.until(`/^глубина \d+, [\d\s]+ позици[яий] за /.test(document.querySelector('#depth').textContent)`)
	b.Click("#live")
	b.set("#review-time", "0.1")
	b.Click("#review")
	b.untilStatus("разбор готов")
	assert.Empty(t, eval[[]string](b, english))

	b.Click("#tab-files")
	b.set("#text", "h8i9j10k11l12")
	b.Click("#read-text")
	b.until(`document.querySelector('#warnings').textContent.startsWith('позиция текстом: 15×15, 5 ходов')`)
	b.set("#text", "h8 and more")
	b.Click("#read-text")
	b.until(`document.querySelector('#problem').textContent === 'text:1: нужен пункт вроде h8, получено "and"'`)
	b.Click("#tab-view")
	assert.LessOrEqual(t, b.Overflow(), 0)
	b.Picture("language-ru")

	b.set("#language", "cs")
	b.until(`document.documentElement.lang === 'cs'`)
	assert.Equal(t, 5, eval[int](b, moves))
	b.reload()
	assert.Equal(t, "cs", eval[string](b, `document.documentElement.lang`))
	b.Click("#tab-files")
	assert.Contains(t, b.text("#warnings"), "pozice jako text: 15×15, 5 tahů")
	assert.Equal(t, "cs", eval[string](b, `document.querySelector('#language').value`))
}
