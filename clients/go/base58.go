package keywright

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"slices"
	"strings"
)

const base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// parseBase58 decodes base58 and reports success. Pass only short texts, because
// the running time is quadratic.
func parseBase58(text string) ([]byte, bool) {
	number := new(big.Int)
	for _, letter := range text {
		digit := strings.IndexRune(base58Alphabet, letter)
		if digit < 0 {
			return nil, false
		}
		number.Mul(number, big.NewInt(58)).Add(number, big.NewInt(int64(digit)))
	}
	zeros := len(text) - len(strings.TrimLeft(text, "1"))
	return append(make([]byte, zeros), number.Bytes()...), true
}

// parseBase58check reads base58 whose last four bytes are a checksum, and
// reports whether it holds.
func parseBase58check(text string) ([]byte, bool) {
	data, valid := parseBase58(text)
	if !valid || len(data) < 4 {
		return nil, false
	}
	payload, checksum := data[:len(data)-4], data[len(data)-4:]
	once := sha256.Sum256(payload)
	twice := sha256.Sum256(once[:])
	return payload, bytes.Equal(twice[:4], checksum)
}

func toBase58(data []byte) string {
	number, digit, base := new(big.Int).SetBytes(data), new(big.Int), big.NewInt(58)
	text := []byte{}
	for number.Sign() > 0 {
		number.DivMod(number, base, digit)
		text = append(text, base58Alphabet[digit.Int64()])
	}
	for range len(data) - len(bytes.TrimLeft(data, "\x00")) {
		text = append(text, base58Alphabet[0])
	}
	slices.Reverse(text)
	return string(text)
}
