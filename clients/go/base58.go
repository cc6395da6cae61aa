package keywright

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"strings"
)

const base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// parseBase58check reads base58 whose last four bytes are a checksum, and
// reports whether it holds. The text should be short: time grows with its square.
func parseBase58check(text string) ([]byte, bool) {
	number := new(big.Int)
	for _, letter := range text {
		digit := strings.IndexRune(base58Alphabet, letter)
		if digit < 0 {
			return nil, false
		}
		number.Mul(number, big.NewInt(58)).Add(number, big.NewInt(int64(digit)))
	}
	zeros := len(text) - len(strings.TrimLeft(text, "1"))
	data := append(make([]byte, zeros), number.Bytes()...)
	if len(data) < 4 {
		return nil, false
	}
	payload, checksum := data[:len(data)-4], data[len(data)-4:]
	once := sha256.Sum256(payload)
	twice := sha256.Sum256(once[:])
	return payload, bytes.Equal(twice[:4], checksum)
}
