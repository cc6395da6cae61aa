package keywright

import (
	"crypto/ecdh"
	"crypto/elliptic"
	"crypto/hpke"
	"crypto/rand"
	"encoding/hex"
)

// A protocol constant.
const hpkeInfo = "turnkey_hpke"

const (
	encappedLength         = 33
	credentialBundleLength = encappedLength + 32 + 16
	// Longer than any text of so many bytes in base58.
	longestCredentialBundle = 130
)

// TargetKey receives what the API seals to this caller. Use it once.
type TargetKey struct{ private *ecdh.PrivateKey }

// GenerateTargetKey makes a fresh key.
func GenerateTargetKey() (*TargetKey, error) {
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	return &TargetKey{private}, err
}

// NewTargetKey reads a private key of 32 bytes, hexadecimal.
func NewTargetKey(privateKey string) (*TargetKey, error) {
	raw, err := hex.DecodeString(privateKey)
	if err != nil {
		return nil, newError(KeyInvalid, "the private key is not hexadecimal")
	}
	private, err := ecdh.P256().NewPrivateKey(raw)
	if err != nil {
		return nil, newError(KeyInvalid, "the private key is not 32 bytes of a key of P-256")
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
	if len(bundle) > longestCredentialBundle {
		return nil, newError(BundleNotOpened, "the bundle is too long")
	}
	data, valid := parseBase58check(bundle)
	if !valid || len(data) != credentialBundleLength {
		return nil, newError(BundleNotOpened, "the bundle is not base58check of %d bytes: it was cut or changed", credentialBundleLength)
	}
	raw, err := t.open(data[:encappedLength], data[encappedLength:])
	if err != nil {
		return nil, newError(BundleNotOpened, "the bundle does not open: it is for another target key")
	}
	return apiKeyOf(raw)
}

func (t *TargetKey) open(compressed, ciphertext []byte) ([]byte, error) {
	x, y := elliptic.UnmarshalCompressed(elliptic.P256(), compressed)
	if x == nil {
		return nil, newError(BundleNotOpened, "not a point of P-256")
	}
	encapped := append([]byte{4}, append(x.FillBytes(make([]byte, 32)), y.FillBytes(make([]byte, 32))...)...)
	private, err := hpke.NewDHKEMPrivateKey(t.private)
	if err != nil {
		return nil, err
	}
	recipient, err := hpke.NewRecipient(encapped, private, hpke.HKDFSHA256(), hpke.AES256GCM(), []byte(hpkeInfo))
	if err != nil {
		return nil, err
	}
	return recipient.Open(append(encapped, t.private.PublicKey().Bytes()...), ciphertext)
}
