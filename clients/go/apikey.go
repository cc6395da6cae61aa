package keywright

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strings"
)

const (
	stampHeader = "X-Stamp"
	stampScheme = "SIGNATURE_SCHEME_TK_API_P256"
)

// APIKey is a P-256 key pair that stamps requests. It may be used by many
// goroutines, and prints as its public key.
type APIKey struct {
	publicKey string
	private   *ecdsa.PrivateKey
}

// NewAPIKey reads a pair of hexadecimal texts: the compressed public key of 33
// bytes and the private key of 32. Mismatched keys are rejected with [ErrKeyInvalid].
func NewAPIKey(publicKey, privateKey string) (*APIKey, error) {
	raw, err := hex.DecodeString(privateKey)
	if err != nil {
		return nil, newError(ErrKeyInvalid, "the private key is not hexadecimal")
	}
	key, err := apiKeyOf(raw)
	if err != nil {
		return nil, err
	}
	if key.publicKey != strings.ToLower(publicKey) {
		return nil, newError(ErrKeyInvalid, "the private key belongs to the public key %s, not to %q", key.publicKey, publicKey)
	}
	return key, nil
}

// GenerateAPIKey generates a key pair. Register its public key with
// API_KEY_CURVE_P256.
func GenerateAPIKey() (*APIKey, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	return newAPIKey(private), nil
}

func apiKeyOf(raw []byte) (*APIKey, error) {
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
	if err != nil {
		return nil, newError(ErrKeyInvalid, "the private key is not a 32-byte P-256 key")
	}
	return newAPIKey(private), nil
}

func newAPIKey(private *ecdsa.PrivateKey) *APIKey {
	point := elliptic.MarshalCompressed(elliptic.P256(), private.X, private.Y)
	return &APIKey{hex.EncodeToString(point), private}
}

// PublicKey is the compressed point, lower-case hexadecimal.
func (k *APIKey) PublicKey() string { return k.publicKey }

// String hides the private key from logs.
func (k *APIKey) String() string { return "API key " + k.publicKey }

// GoString hides the private key from logs.
func (k *APIKey) GoString() string { return k.String() }

// Stamp signs exactly these bytes and gives the value of the X-Stamp header,
// for use with any HTTP client. Equal bytes get equal stamps (RFC 6979).
func (k *APIKey) Stamp(body []byte) (string, error) {
	signature, err := k.sign(body)
	if err != nil {
		return "", err
	}
	stamp, err := json.Marshal(struct {
		PublicKey string `json:"publicKey"`
		Scheme    string `json:"scheme"`
		Signature string `json:"signature"`
	}{k.publicKey, stampScheme, hex.EncodeToString(signature)})
	return base64.RawURLEncoding.EncodeToString(stamp), err
}

// ClientSignature proves to [Client.OTPLogin] that the key is the one that the
// token of [Client.VerifyOTP] names.
func (k *APIKey) ClientSignature(verificationToken string) (ClientSignature, error) {
	return k.proveTo(verificationToken, func(tokenClaims) map[string]any {
		return map[string]any{"login": map[string]string{"publicKey": k.publicKey}}
	})
}

// SignUpSignature proves the same to [Client.CreateSubOrganization], for a root
// user with the contact that the token names.
func (k *APIKey) SignUpSignature(verificationToken string) (ClientSignature, error) {
	return k.proveTo(verificationToken, func(claims tokenClaims) map[string]any {
		member := "email"
		if claims.Type == string(OTPTypeSMS) {
			member = "phoneNumber"
		}
		return map[string]any{"signup": map[string]string{member: claims.Contact}}
	})
}

type tokenClaims struct {
	ID      string `json:"id"`
	Type    string `json:"verification_type"`
	Contact string `json:"contact"`
}

func (k *APIKey) proveTo(verificationToken string, purpose func(tokenClaims) map[string]any) (ClientSignature, error) {
	var claims tokenClaims
	parts := strings.Split(verificationToken, ".")
	if len(parts) != 3 {
		return ClientSignature{}, newError(ErrInputInvalid, "the verification token is not a JWT")
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(payload, &claims) != nil {
		return ClientSignature{}, newError(ErrInputInvalid, "the verification token is not a JWT")
	}
	claim := purpose(claims)
	claim["tokenId"] = claims.ID
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	// The server looks for the contact as it is, and addresses may contain `&`.
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(claim); err != nil {
		return ClientSignature{}, err
	}
	message := bytes.TrimSuffix(line.Bytes(), []byte("\n"))
	signature, err := k.sign(message)
	return ClientSignature{k.publicKey, ClientSignatureSchemeAPIP256, string(message), hex.EncodeToString(signature)}, err
}

func (k *APIKey) sign(message []byte) ([]byte, error) {
	digest := sha256.Sum256(message)
	return k.private.Sign(nil, digest[:], crypto.SHA256)
}

// Fingerprint identifies an activity by the posted bytes.
func Fingerprint(body []byte) string {
	digest := sha256.Sum256(body)
	return "sha256:" + hex.EncodeToString(digest[:])
}
