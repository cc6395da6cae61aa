package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
)

// stamping adds the header X-Stamp to every request.
type stamping struct{ key *ecdsa.PrivateKey }

func newStamping() (*stamping, error) {
	raw, err := hex.DecodeString(os.Getenv("KEYWRIGHT_API_PRIVATE_KEY"))
	if err != nil {
		return nil, err
	}
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
	return &stamping{key}, err
}

func (s *stamping) RoundTrip(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(body)
	signature, err := ecdsa.SignASN1(rand.Reader, s.key, digest[:])
	if err != nil {
		return nil, err
	}
	stamp, err := json.Marshal(map[string]string{
		"publicKey": os.Getenv("KEYWRIGHT_API_PUBLIC_KEY"),
		"scheme":    "SIGNATURE_SCHEME_TK_API_P256",
		"signature": hex.EncodeToString(signature),
	})
	if err != nil {
		return nil, err
	}
	stamped := request.Clone(request.Context())
	stamped.Body = io.NopCloser(bytes.NewReader(body))
	stamped.Header.Set("X-Stamp", base64.RawURLEncoding.EncodeToString(stamp))
	return http.DefaultTransport.RoundTrip(stamped)
}
