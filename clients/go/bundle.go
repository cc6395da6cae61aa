package keywright

import (
	"bytes"
	"crypto/ecdh"
	"crypto/elliptic"
	"crypto/hpke"
	"crypto/rand"
	"encoding/hex"
	"strings"
)

// A protocol constant.
const hpkeInfo = "turnkey_hpke"

const (
	encappedLength         = 33
	credentialBundleLength = encappedLength + 32 + 16
	// An upper bound of the base58 length of this many bytes.
	longestCredentialBundle = 130
)

// TargetKey opens what the API seals to this caller. Use it once.
type TargetKey struct{ private *ecdh.PrivateKey }

// GenerateTargetKey generates a key.
func GenerateTargetKey() (*TargetKey, error) {
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	return &TargetKey{private}, err
}

// NewTargetKey reads a private key of 32 bytes, hexadecimal.
func NewTargetKey(privateKey string) (*TargetKey, error) {
	raw, err := hex.DecodeString(privateKey)
	if err != nil {
		return nil, newError(ErrTargetKeyMalformed, "the private key is not hexadecimal")
	}
	private, err := ecdh.P256().NewPrivateKey(raw)
	if err != nil {
		return nil, newError(ErrTargetKeyMalformed, "the private key is not a 32-byte P-256 key")
	}
	return &TargetKey{private}, nil
}

// PublicKey is the targetPublicKey of a request: the uncompressed point,
// hexadecimal.
func (t *TargetKey) PublicKey() string { return hex.EncodeToString(t.private.PublicKey().Bytes()) }

// String hides the private key from logs.
func (t *TargetKey) String() string { return "target key " + t.PublicKey() }

// GoString hides the private key from logs.
func (t *TargetKey) GoString() string { return t.String() }

// OpenCredentialBundle opens what email auth, OTP auth, OAuth, recovery and
// read-write sessions give: an API key, sealed by HPKE (RFC 9180) to this key.
func (t *TargetKey) OpenCredentialBundle(bundle string) (*APIKey, error) {
	text := strings.TrimSpace(bundle)
	if len(text) > longestCredentialBundle {
		return nil, malformed("it is longer than any credential bundle")
	}
	data, valid := parseBase58check(text)
	if !valid || len(data) != credentialBundleLength {
		return nil, malformed("it is not base58check of %d bytes: was it copied completely?", credentialBundleLength)
	}
	// Bundles contain the compressed point; HPKE uses the uncompressed one.
	x, y := elliptic.UnmarshalCompressed(elliptic.P256(), data[:encappedLength])
	if x == nil {
		return nil, malformed("its ephemeral key is not a point on P-256")
	}
	encapped := append([]byte{4}, append(x.FillBytes(make([]byte, 32)), y.FillBytes(make([]byte, 32))...)...)
	raw, err := t.open(sealed{encapped, data[encappedLength:]})
	if err != nil {
		return nil, err
	}
	return apiKeyOf(raw)
}

// sealed is a message of HPKE: mode base, DHKEM(P-256, HKDF-SHA256),
// HKDF-SHA256, AES-256-GCM, both public keys as associated data.
type sealed struct {
	encapped   []byte // 65 bytes
	ciphertext []byte // includes the 16-byte tag
}

func (t *TargetKey) open(message sealed) ([]byte, error) {
	private, err := hpke.NewDHKEMPrivateKey(t.private)
	if err != nil {
		return nil, err
	}
	recipient, err := hpke.NewRecipient(message.encapped, private, hpke.HKDFSHA256(), hpke.AES256GCM(), []byte(hpkeInfo))
	if err == nil {
		var plaintext []byte
		if plaintext, err = recipient.Open(associated(message.encapped, t.private.PublicKey()), message.ciphertext); err == nil {
			return plaintext, nil
		}
	}
	return nil, newError(ErrBundleForAnotherKey, "the bundle was sealed to another target key than %s", t.PublicKey())
}

func sealTo(target *ecdh.PublicKey, plaintext []byte) (sealed, error) {
	public, err := hpke.NewDHKEMPublicKey(target)
	if err != nil {
		return sealed{}, err
	}
	encapped, sender, err := hpke.NewSender(public, hpke.HKDFSHA256(), hpke.AES256GCM(), []byte(hpkeInfo))
	if err != nil {
		return sealed{}, err
	}
	ciphertext, err := sender.Seal(associated(encapped, target), plaintext)
	return sealed{encapped, ciphertext}, err
}

func associated(encapped []byte, target *ecdh.PublicKey) []byte {
	return append(bytes.Clone(encapped), target.Bytes()...)
}

func malformed(format string, values ...any) *Error {
	return newError(ErrBundleMalformed, "the bundle is not readable: "+format, values...)
}
