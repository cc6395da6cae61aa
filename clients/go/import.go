package keywright

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// SealWalletImport seals a recovery phrase to the importBundle of
// [Client.InitImportWallet]. The answer is the encryptedBundle of
// [Client.ImportWallet]. White space and case are normalized. The server
// checks whether the words form a valid phrase.
func SealWalletImport(phrase, importBundle string, expected ExpectedImport) (string, error) {
	words := strings.Fields(strings.ToLower(phrase))
	if len(words) < 12 {
		return "", newError(ErrSecretMalformed, "a recovery phrase has at least 12 words, this one has %d", len(words))
	}
	return sealImport([]byte(strings.Join(words, " ")), importBundle, expected)
}

// SealKeyImport seals a private key, written in the format, to the importBundle
// of [Client.InitImportPrivateKey]. The answer is the encryptedBundle of
// [Client.ImportPrivateKey].
func SealKeyImport(privateKey string, format KeyFormat, importBundle string, expected ExpectedImport) (string, error) {
	secret, err := readKey(strings.TrimSpace(privateKey), format)
	if err != nil {
		return "", err
	}
	return sealImport(secret, importBundle, expected)
}

// SealOTP seals a one-time code, and the public key that it authorizes, to the
// otpEncryptionTargetBundle of [Client.InitOTP]. The answer is the
// encryptedOtpBundle of [Client.VerifyOTP].
func SealOTP(code, publicKey, targetBundle string, expected ExpectedExport) (string, error) {
	data, err := readSigned(targetBundle, expected.SignerPublicKey, expected.OrganizationID)
	if err != nil {
		return "", err
	}
	secret, err := json.Marshal(map[string]string{"otp_code": code, "public_key": publicKey})
	if err != nil {
		return "", err
	}
	return data.seal(secret)
}

func sealImport(secret []byte, importBundle string, expected ExpectedImport) (string, error) {
	data, err := readSigned(importBundle, expected.SignerPublicKey, expected.OrganizationID)
	if err != nil {
		return "", err
	}
	if data.UserID != expected.UserID {
		return "", newError(ErrBundleUserMismatch, "the bundle is for user %q, not for %q", data.UserID, expected.UserID)
	}
	return data.seal(secret)
}

func (data *signedData) seal(secret []byte) (string, error) {
	point, err := hex.DecodeString(data.TargetPublic)
	if err != nil {
		return "", malformed("member `targetPublic` is not hexadecimal")
	}
	target, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return "", malformed("member `targetPublic` is not a point of P-256")
	}
	message, err := sealTo(target, secret)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]string{
		"encappedPublic": hex.EncodeToString(message.encapped),
		"ciphertext":     hex.EncodeToString(message.ciphertext),
	})
	return string(text), err
}

func readKey(text string, format KeyFormat) ([]byte, error) {
	if format == Solana {
		return readSolanaKey(text)
	}
	secret, err := hex.DecodeString(strings.TrimPrefix(strings.TrimPrefix(text, "0x"), "0X"))
	if err != nil || len(secret) != ed25519.SeedSize {
		return nil, newError(ErrSecretMalformed, "the key is not 32 bytes in hexadecimal")
	}
	return secret, nil
}

func readSolanaKey(text string) ([]byte, error) {
	if len(text) > longestSolanaKey {
		text = ""
	}
	secret, valid := parseBase58(text)
	if !valid || len(secret) != ed25519.PrivateKeySize {
		return nil, newError(ErrSecretMalformed, "the key is not base58 of 64 bytes")
	}
	seed := secret[:ed25519.SeedSize]
	if !bytes.Equal(ed25519.NewKeyFromSeed(seed), secret) {
		return nil, newError(ErrSecretMalformed, "the private and public half of the Solana key don't match")
	}
	return seed, nil
}

// Upper bound of 64 bytes in base58.
const longestSolanaKey = 100
