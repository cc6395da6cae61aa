package keywright

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
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
		Name, TargetPrivateKey, Bundle string
	}
	ActivityTypes map[string]string
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
			if err != nil && (nameOf(err) != KeyInvalid || holds(err, vector.PrivateKey)) {
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
			if _, err := target.OpenCredentialBundle(vector.Bundle); nameOf(err) != BundleNotOpened {
				t.Errorf("error %v", err)
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

func nameOf(err error) string {
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
