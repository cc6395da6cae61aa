package keywright

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// ExpectedExport is what an export bundle must match.
type ExpectedExport struct {
	// SignerPublicKey is the key that signs the server's bundles, 65 bytes in
	// hexadecimal. The server prints it; pin it in your configuration.
	SignerPublicKey string
	// OrganizationID of the organization that owns the key.
	OrganizationID string
}

// ExpectedImport is what an import bundle must match.
type ExpectedImport struct {
	// SignerPublicKey is as in [ExpectedExport].
	SignerPublicKey string
	OrganizationID  string
	// UserID of the user who requested the import.
	UserID string
}

// KeyFormat is the encoding of a private key.
type KeyFormat int

const (
	// Hexadecimal is 64 digits.
	Hexadecimal KeyFormat = iota
	// Solana is base58 of seed and public key, as Solana wallets do.
	Solana
)

const (
	bundleVersion = "v1.0.0"
	// Upper bound of a bundle's text, far above any phrase.
	longestBundle = 65_536
)

type signedData struct {
	EncappedPublic string `json:"encappedPublic"`
	Ciphertext     string `json:"ciphertext"`
	TargetPublic   string `json:"targetPublic"`
	OrganizationID string `json:"organizationId"`
	UserID         string `json:"userId"`
}

// readSigned returns the data of a bundle that the pinned signer signed for the organization.
func readSigned(bundle, signerPublicKey, organizationID string) (*signedData, error) {
	if len(bundle) > longestBundle {
		return nil, malformed("it is too long")
	}
	var outer struct {
		Version   string `json:"version"`
		Data      string `json:"data"`
		Signature string `json:"dataSignature"`
		Signer    string `json:"enclaveQuorumPublic"`
	}
	if json.Unmarshal([]byte(bundle), &outer) != nil {
		return nil, malformed("it is not a JSON object of texts")
	}
	if outer.Version != bundleVersion {
		return nil, malformed("its version is not %s", bundleVersion)
	}
	if !strings.EqualFold(outer.Signer, signerPublicKey) {
		return nil, newError(ErrBundleSignerMismatch, "the bundle is signed by %q, not by %q", outer.Signer, signerPublicKey)
	}
	data, err := hex.DecodeString(outer.Data)
	if err != nil || len(data) == 0 {
		return nil, malformed("member `data` is missing or not hexadecimal")
	}
	if !isSignedBy(outer.Signer, data, outer.Signature) {
		return nil, newError(ErrBundleSignatureInvalid, "the signature of the bundle is invalid")
	}
	var members signedData
	if json.Unmarshal(data, &members) != nil {
		return nil, malformed("its data is not a JSON object of texts")
	}
	if members.OrganizationID != organizationID {
		return nil, newError(ErrBundleOrganizationMismatch, "the bundle belongs to organization %q, not to %q", members.OrganizationID, organizationID)
	}
	return &members, nil
}

func isSignedBy(signer string, data []byte, signature string) bool {
	point, err := hex.DecodeString(signer)
	if err != nil {
		return false
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return false
	}
	der, err := hex.DecodeString(signature)
	digest := sha256.Sum256(data)
	return err == nil && ecdsa.VerifyASN1(key, digest[:], der)
}
