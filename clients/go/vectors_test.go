package keywright

import (
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
	ActivityTypes map[string]string
	Webhooks      struct {
		Keys       []WebhookKey
		Deliveries []struct {
			Name, Body, Error string
			Now               int64
			Headers           map[string]string
		}
	}
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
