package keywright

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookKey is a public key that signs webhooks (RFC 8037).
type WebhookKey struct {
	ID string `json:"kid"`
	X  string `json:"x"`
}

// WebhookKeys fetches the keys that the server signs webhooks with. Cache them,
// because they rarely change.
func (c *Client) WebhookKeys(ctx context.Context) ([]WebhookKey, error) {
	address := c.config.BaseURL + "/public/v1/discovery/webhooks/jwks"
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, newError(ErrConfigInvalid, "the address %q cannot be used", address)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, &Error{Name: ErrUnreachable, Message: "no response from " + address, cause: err}
	}
	defer func() { _ = response.Body.Close() }()
	var set struct {
		Keys []WebhookKey `json:"keys"`
	}
	err = json.NewDecoder(io.LimitReader(response.Body, longestAnswer)).Decode(&set)
	if err != nil || set.Keys == nil {
		return nil, &Error{Name: ErrResponseNotJSON, Message: address + " returned no keys", Status: response.StatusCode, cause: err}
	}
	return set.Keys, nil
}

// Webhook is a verified notification.
type Webhook struct {
	// EventID is the same on every retry. Store it to detect repeated deliveries.
	EventID string
	// EventType is from a header, which the signature doesn't cover.
	EventType string
	// OrganizationID is the organization of the activity. The server signs the
	// deliveries of all organizations with one key, so check that it is your
	// organization or one of its sub-organizations.
	OrganizationID string
	Activity       Activity
}

// WebhookVerifier verifies the Standard Webhooks signature of deliveries. Set
// Keys; the other fields have defaults.
type WebhookVerifier struct {
	// Keys is the result of [Client.WebhookKeys].
	Keys []WebhookKey
	// Tolerance is the allowed clock difference. Default: five minutes.
	Tolerance time.Duration
	// HeaderPrefix as configured on the server. Default: X-Keywright.
	HeaderPrefix string
	// Now is the clock. Default: [time.Now].
	Now func() time.Time
}

// Verify checks the signature and the time of a delivery, and parses it. Pass the
// body exactly as received.
func (v WebhookVerifier) Verify(body []byte, header http.Header) (*Webhook, error) {
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil {
		return nil, newError(ErrWebhookUnsigned, "header webhook-id or webhook-timestamp is missing")
	}
	if !v.isSigned(id+"."+timestamp+"."+string(body), header.Get("Webhook-Signature")) {
		return nil, newError(ErrWebhookSignatureInvalid, "the signature of the webhook is invalid")
	}
	tolerance, now := v.Tolerance, time.Now
	if tolerance == 0 {
		tolerance = 5 * time.Minute
	}
	if v.Now != nil {
		now = v.Now
	}
	if now().Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return nil, newError(ErrWebhookStale, "the webhook is from %d, more than %v from now", seconds, tolerance)
	}
	prefix := v.HeaderPrefix
	if prefix == "" {
		prefix = "X-Keywright"
	}
	webhook := &Webhook{EventID: id, EventType: header.Get(prefix + "-Event-Type")}
	if json.Unmarshal(body, &webhook.Activity) != nil || webhook.Activity.ID == "" {
		return nil, newError(ErrWebhookBodyInvalid, "the body of the webhook is not an activity")
	}
	webhook.OrganizationID = webhook.Activity.OrganizationID
	return webhook, nil
}

// isSigned reports whether one of the signatures is by one of the keys. A header
// holds several signatures while keys rotate.
func (v WebhookVerifier) isSigned(text, signatures string) bool {
	for one := range strings.FieldsSeq(signatures) {
		encoded, isV1a := strings.CutPrefix(one, "v1a,")
		signature, err := base64.StdEncoding.DecodeString(encoded)
		for _, key := range v.Keys {
			public, keyErr := base64.RawURLEncoding.DecodeString(key.X)
			isUsable := isV1a && err == nil && keyErr == nil && len(public) == ed25519.PublicKeySize
			if isUsable && ed25519.Verify(public, []byte(text), signature) {
				return true
			}
		}
	}
	return false
}
