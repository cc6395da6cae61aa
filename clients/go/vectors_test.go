package keywright

import (
	"bytes"
	"crypto/hpke"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

type vectors struct {
	Stamps []struct {
		Name, Body, Fingerprint, PrivateKey, PublicKey, Header string
	}
	KeyPairs []struct {
		Name, PrivateKey, PublicKey string
		Accepted                    bool
	}
	CredentialBundles []struct {
		Name, TargetPrivateKey, TargetPublicKey, Bundle, PrivateKey, PublicKey string
	}
	BrokenCredentialBundles []struct {
		Name, TargetPrivateKey, Bundle, Error string
	}
	HPKE struct {
		Info, SkRm, PkEm, AAD, Plaintext, Ciphertext string
	}
	ExportBundles, BrokenExportBundles, ImportBundles, BrokenImportBundles []bundleVector
	ActivityTypes                                                          map[string]string
	Webhooks                                                               struct {
		Keys       []WebhookKey
		Deliveries []struct {
			Name, Body, Error string
			Now               int64
			Headers           map[string]string
		}
	}
}

type bundleVector struct {
	Name, Of, Format, TargetPrivateKey, InboxPrivateKey, Bundle       string
	SignerPublicKey, OrganizationID, UserID, Secret, Plaintext, Error string
}

func (v bundleVector) format() KeyFormat {
	if v.Format == "SOLANA" {
		return Solana
	}
	return Hexadecimal
}

func (v bundleVector) openExport(t *testing.T) (string, error) {
	t.Helper()
	target, err := NewTargetKey(v.TargetPrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	expected := ExpectedExport{v.SignerPublicKey, v.OrganizationID}
	if v.Of == "phrase" {
		return target.OpenWalletExport(v.Bundle, expected)
	}
	return target.OpenKeyExport(v.Bundle, v.format(), expected)
}

func (v bundleVector) sealImport() (string, error) {
	expected := ExpectedImport{v.SignerPublicKey, v.OrganizationID, v.UserID}
	if v.Of == "phrase" {
		return SealWalletImport(v.Secret, v.Bundle, expected)
	}
	return SealKeyImport(v.Secret, v.format(), v.Bundle, expected)
}

func readVectors(t *testing.T) (read vectors) {
	t.Helper()
	text, err := os.ReadFile("../vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func TestStamps(t *testing.T) {
	for _, vector := range readVectors(t).Stamps {
		t.Run(vector.Name, func(t *testing.T) {
			key, err := NewAPIKey(vector.PublicKey, vector.PrivateKey)
			if err != nil {
				t.Fatal(err)
			}
			stamp, err := key.Stamp([]byte(vector.Body))
			if err != nil || stamp != vector.Header {
				t.Errorf("stamp %s, %v", stamp, err)
			}
			if print := Fingerprint([]byte(vector.Body)); print != vector.Fingerprint {
				t.Errorf("fingerprint %s", print)
			}
		})
	}
}

func TestKeyPairs(t *testing.T) {
	for _, vector := range readVectors(t).KeyPairs {
		t.Run(vector.Name, func(t *testing.T) {
			_, err := NewAPIKey(vector.PublicKey, vector.PrivateKey)
			if (err == nil) != vector.Accepted {
				t.Fatalf("error %v", err)
			}
			if err != nil && (nameOf(err) != ErrKeyInvalid || holds(err, vector.PrivateKey)) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestCredentialBundles(t *testing.T) {
	for _, vector := range readVectors(t).CredentialBundles {
		t.Run(vector.Name, func(t *testing.T) {
			target, err := NewTargetKey(vector.TargetPrivateKey)
			if err != nil || target.PublicKey() != vector.TargetPublicKey {
				t.Fatalf("target %v, %v", target, err)
			}
			key, err := target.OpenCredentialBundle(vector.Bundle)
			if err != nil {
				t.Fatal(err)
			}
			same, err := NewAPIKey(vector.PublicKey, vector.PrivateKey)
			if err != nil || !same.private.Equal(key.private) {
				t.Errorf("opened %v, %v", key, err)
			}
		})
	}
}

func TestBrokenCredentialBundles(t *testing.T) {
	for _, vector := range readVectors(t).BrokenCredentialBundles {
		t.Run(vector.Name, func(t *testing.T) {
			target, err := NewTargetKey(vector.TargetPrivateKey)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := target.OpenCredentialBundle(vector.Bundle); string(nameOf(err)) != vector.Error {
				t.Errorf("error %v, not %s", err, vector.Error)
			}
		})
	}
}

func TestExportBundles(t *testing.T) {
	for _, vector := range readVectors(t).ExportBundles {
		t.Run(vector.Name, func(t *testing.T) {
			if secret, err := vector.openExport(t); err != nil || secret != vector.Secret {
				t.Errorf("opened %q, %v", secret, err)
			}
		})
	}
}

func TestBrokenExportBundles(t *testing.T) {
	for _, vector := range readVectors(t).BrokenExportBundles {
		t.Run(vector.Name, func(t *testing.T) {
			if secret, err := vector.openExport(t); secret != "" || string(nameOf(err)) != vector.Error {
				t.Errorf("error %v, not %s", err, vector.Error)
			}
		})
	}
}

func TestImportBundles(t *testing.T) {
	for _, vector := range readVectors(t).ImportBundles {
		t.Run(vector.Name, func(t *testing.T) {
			answer, err := vector.sealImport()
			if err != nil {
				t.Fatal(err)
			}
			inbox, err := NewTargetKey(vector.InboxPrivateKey)
			if err != nil {
				t.Fatal(err)
			}
			var message struct{ EncappedPublic, Ciphertext string }
			if err := json.Unmarshal([]byte(answer), &message); err != nil {
				t.Fatal(err)
			}
			encapped, _ := hex.DecodeString(message.EncappedPublic)
			ciphertext, _ := hex.DecodeString(message.Ciphertext)
			plaintext, err := inbox.open(sealed{encapped, ciphertext})
			if err != nil || hex.EncodeToString(plaintext) != vector.Plaintext {
				t.Errorf("the engine finds %x, %v", plaintext, err)
			}
		})
	}
}

func TestBrokenImportBundles(t *testing.T) {
	for _, vector := range readVectors(t).BrokenImportBundles {
		t.Run(vector.Name, func(t *testing.T) {
			_, err := vector.sealImport()
			if string(nameOf(err)) != vector.Error || holds(err, vector.Secret) {
				t.Errorf("error %v, not %s", err, vector.Error)
			}
		})
	}
}

// RFC 9180 A.3.1, of the library that opens.
func TestHPKE(t *testing.T) {
	vector := readVectors(t).HPKE
	parse := func(text string) []byte {
		raw, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	target, err := NewTargetKey(vector.SkRm)
	if err != nil {
		t.Fatal(err)
	}
	private, err := hpke.NewDHKEMPrivateKey(target.private)
	if err != nil {
		t.Fatal(err)
	}
	recipient, err := hpke.NewRecipient(parse(vector.PkEm), private, hpke.HKDFSHA256(), hpke.AES128GCM(), parse(vector.Info))
	if err != nil {
		t.Fatal(err)
	}
	plaintext, err := recipient.Open(parse(vector.AAD), parse(vector.Ciphertext))
	if err != nil || !bytes.Equal(plaintext, parse(vector.Plaintext)) {
		t.Errorf("%x, %v", plaintext, err)
	}
}

// Every error says what happened and what to do.
func TestHelp(t *testing.T) {
	_, err := NewTargetKey("")
	if text := err.Error(); !strings.HasPrefix(text, "TARGET_KEY_MALFORMED: ") || !strings.HasSuffix(text, ". "+helpOf(ErrTargetKeyMalformed)) {
		t.Error(text)
	}
}

func TestWebhooks(t *testing.T) {
	webhooks := readVectors(t).Webhooks
	for _, vector := range webhooks.Deliveries {
		t.Run(vector.Name, func(t *testing.T) {
			verifier := WebhookVerifier{Keys: webhooks.Keys, Now: func() time.Time { return time.Unix(vector.Now, 0) }}
			header := http.Header{}
			for name, value := range vector.Headers {
				header.Set(name, value)
			}
			webhook, err := verifier.Verify([]byte(vector.Body), header)
			if string(nameOf(err)) != vector.Error {
				t.Fatalf("error %v, not %q", err, vector.Error)
			}
			if err == nil && (webhook.EventID != "evt_1" || webhook.OrganizationID != webhook.Activity.OrganizationID || webhook.Activity.CreatedAt.Nanos != 5_000_000) {
				t.Errorf("%+v", webhook)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	for activityType, path := range readVectors(t).ActivityTypes {
		if found := pathOf(activityType); found != path {
			t.Errorf("%s goes to %s", activityType, found)
		}
	}
}

func nameOf(err error) ErrorName {
	var found *Error
	errors.As(err, &found)
	if found == nil {
		return ""
	}
	return found.Name
}

func holds(err error, secret string) bool {
	return secret != "" && strings.Contains(err.Error(), secret)
}
