package keywright

import (
	"crypto/ed25519"
	"encoding/hex"
	"unicode/utf8"
)

// OpenWalletExport opens the exportBundle of [Client.ExportWallet]: the recovery
// phrase.
func (t *TargetKey) OpenWalletExport(bundle string, expected ExpectedExport) (string, error) {
	phrase, err := t.openExport(bundle, expected)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(phrase) {
		return "", newError(ErrSecretMalformed, "the bundle has no recovery phrase: is it a private key export?")
	}
	return string(phrase), nil
}

// OpenKeyExport opens the exportBundle of [Client.ExportPrivateKey] and
// [Client.ExportWalletAccount]: the private key, written in the format.
func (t *TargetKey) OpenKeyExport(bundle string, format KeyFormat, expected ExpectedExport) (string, error) {
	secret, err := t.openExport(bundle, expected)
	if err != nil {
		return "", err
	}
	if len(secret) != ed25519.SeedSize {
		return "", newError(ErrSecretMalformed, "the bundle has no private key: is it a wallet export?")
	}
	if format == Solana {
		return toBase58(ed25519.NewKeyFromSeed(secret)), nil
	}
	return hex.EncodeToString(secret), nil
}

func (t *TargetKey) openExport(bundle string, expected ExpectedExport) ([]byte, error) {
	data, err := readSigned(bundle, expected.SignerPublicKey, expected.OrganizationID)
	if err != nil {
		return nil, err
	}
	encapped, err := hex.DecodeString(data.EncappedPublic)
	if err != nil || len(encapped) == 0 {
		return nil, malformed("member `encappedPublic` is missing or not hexadecimal")
	}
	ciphertext, err := hex.DecodeString(data.Ciphertext)
	if err != nil || len(ciphertext) == 0 {
		return nil, malformed("member `ciphertext` is missing or not hexadecimal")
	}
	return t.open(sealed{encapped, ciphertext})
}
