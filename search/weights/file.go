// Package weights holds the numbers of the evaluation and the move ordering. It reads and writes their files, and
// embeds the sets in force.
//
// A file is a head and the numbers behind it. The head is text: a first line, then lines of a name and a value, the
// last of them filled up with spaces so that the numbers are aligned, then an empty line. The numbers are
// little-endian, in the order of the struct's fields, without padding. A file is called <set>-<hash>.bin, by the
// beginning of the SHA-256 of all its bytes: the same name means the same weights. The last line of the head is a
// checksum, which the files of version 0.3.0 and before lack: there the layout is last.
package weights

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// first is the first line of a file. Its number goes up when weights get another meaning in the same layout.
const first = "Tahoun weights 1\n"

// MaxSize is how many bytes a file may have, many times those of any weights so far.
const MaxSize = 16 << 20

const alignment = 64 // of the numbers in a file, in bytes

// Encode returns the file of weights, which is a struct of arrays of integers. It adds the layout and the checksum to
// the head.
func Encode[T any](h Head, weights *T) []byte {
	h = append(slices.Clip(h), Line{layoutName, layout(reflect.TypeFor[T]())}, Line{checksumName, blankChecksum})
	file := []byte(strings.TrimSuffix(h.String(), "\n"))
	for (len(file)+len(end))%alignment != 0 {
		file = append(file, ' ')
	}
	file, err := binary.Append(append(file, end...), binary.LittleEndian, weights)
	if err != nil {
		panic(err) // T holds something else than integers
	}
	at, _ := checksumAt(file)
	copy(file[at:], checksum(file, at))
	return file
}

// end is the end of the last line of a head, and the empty line behind it.
const end = "\n\n"

// Decode returns the weights in a file, which must have the layout of T. They share the file's memory if the numbers
// have this processor's byte order and alignment there.
func Decode[T any](file []byte) (*T, Head, error) {
	h, numbers, err := split(file)
	if err != nil {
		return nil, h, err
	}
	t := reflect.TypeFor[T]()
	switch want, got := layout(t), h.value(layoutName); {
	case got != want:
		return nil, h, fmt.Errorf("weights of another layout: want %s, got %s", want, got)
	case len(numbers) != size(t):
		return nil, h, fmt.Errorf("want %d bytes of weights, got %d", size(t), len(numbers))
	}
	if inPlace(t, numbers) {
		return (*T)(unsafe.Pointer(&numbers[0])), h, nil
	}
	weights, err := decoded[T](numbers)
	return weights, h, err
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// inPlace reports whether numbers can serve as a t in place: t has no padding, and byte order and alignment fit.
func inPlace(t reflect.Type, numbers []byte) bool {
	return littleEndian && int(t.Size()) == len(numbers) && uintptr(unsafe.Pointer(&numbers[0]))%uintptr(t.Align()) == 0
}

// embedded returns the weights in an embedded file. It spares an instant move the check of the layout:
// TestSetsInForce holds all embedded files to it.
func embedded[T any](f File) *T {
	_, numbers, _ := bytes.Cut(f.Content, []byte(end))
	if inPlace(reflect.TypeFor[T](), numbers) {
		return (*T)(unsafe.Pointer(&numbers[0]))
	}
	weights, _, err := Decode[T](f.Content)
	if err != nil {
		panic(f.Name + ": " + err.Error())
	}
	return weights
}

// decoded returns the weights that numbers hold, for any byte order of the processor.
func decoded[T any](numbers []byte) (*T, error) {
	weights := new(T)
	_, err := binary.Decode(numbers, binary.LittleEndian, weights)
	return weights, err
}

// layout names the kinds and sizes of the arrays in a struct, as Go writes them but without the names of fields:
// "{[2]int16 [4][8]int32}".
func layout(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Array:
		return "[" + strconv.Itoa(t.Len()) + "]" + layout(t.Elem())
	case reflect.Struct:
		fields := make([]string, t.NumField())
		for i := range fields {
			fields[i] = layout(t.Field(i).Type)
		}
		return "{" + strings.Join(fields, " ") + "}"
	}
	return t.Kind().String()
}

// size returns the bytes of a t in a file, without padding.
func size(t reflect.Type) (n int) {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() * size(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			n += size(t.Field(i).Type)
		}
		return n
	}
	return int(t.Size())
}

// Read returns the head of a file.
func Read(file []byte) (Head, error) {
	h, _, err := split(file)
	return h, err
}

func split(file []byte) (h Head, numbers []byte, err error) {
	text, isWeights := bytes.CutPrefix(file, []byte(first))
	if !isWeights {
		return h, nil, errors.New("want a file of weights that begins with " + strings.TrimSpace(first))
	}
	text, numbers, whole := bytes.Cut(text, []byte(end))
	if !whole {
		return h, nil, errors.New("the head has no end")
	}
	h = parseHead(string(text))
	return h, numbers, verify(file, h)
}

// Name returns the name of a file of weights, without ".bin".
func Name(h Head, file []byte) string {
	sum := sha256.Sum256(file)
	return fmt.Sprintf("%s-%x", h.Set(), sum[:6])
}
