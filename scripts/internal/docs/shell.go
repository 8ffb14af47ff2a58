package docs

import "strings"

// split splits a piece of code into commands of words as a shell does. It knows quotes, the ends of commands, lines that
// go on, comments, and variables, which become 1.
func split(text string) (commands [][]string) {
	text = strings.ReplaceAll(text, "\\\n", " ")
	for line := range strings.Lines(text) {
		s := splitter{}
		for _, c := range line {
			s.add(c)
		}
		s.end()
		commands = append(commands, s.commands...)
	}
	return commands
}

type splitter struct {
	commands [][]string
	words    []string
	word     strings.Builder
	begun    bool // a word, even if it is empty
	quote    rune // 0: none
	variable bool // its name is being read
	comment  bool
}

func (s *splitter) add(c rune) {
	if s.variable && (c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') {
		return
	}
	s.variable = false
	switch {
	case s.comment:
	case s.quote != 0 && c == s.quote:
		s.quote = 0
	case c == '$' && s.quote != '\'':
		s.word.WriteByte('1')
		s.begun, s.variable = true, true
	case s.quote == 0 && (c == '"' || c == '\''):
		s.quote, s.begun = c, true
	case s.quote == 0 && c == '#' && !s.begun:
		s.comment = true
	case s.quote == 0 && strings.ContainsRune(" \t\n", c):
		s.endWord()
	case s.quote == 0 && strings.ContainsRune(";|&<>()", c):
		s.end()
	default:
		s.word.WriteRune(c)
		s.begun = true
	}
}

func (s *splitter) endWord() {
	if s.begun {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.begun = false
}

// end ends a command.
func (s *splitter) end() {
	s.endWord()
	if len(s.words) > 0 {
		s.commands = append(s.commands, s.words)
	}
	s.words = nil
}
