package keywright

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"testing"
	"time"
)

// live is a client of the server that KEYWRIGHT_BASE_URL names.
func live(t *testing.T) *Client {
	t.Helper()
	if os.Getenv("KEYWRIGHT_BASE_URL") == "" {
		t.Skip("NOT RUN: KEYWRIGHT_BASE_URL names no server; start one with `keywright dev`")
	}
	client, err := FromEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func pins(client *Client) ExpectedExport {
	return ExpectedExport{os.Getenv("KEYWRIGHT_SIGNER_PUBLIC_KEY"), client.config.OrganizationID}
}

// A one-time code signs a user of the parent in, by the key that the login names.
func TestServerSignsInByCode(t *testing.T) {
	client := live(t)
	email := fmt.Sprintf("go-%d@example.com", time.Now().UnixNano())
	suborg, err := client.CreateSubOrganization(t.Context(), CreateSubOrganizationParams{
		SubOrganizationName: "Go " + email,
		RootUsers:           []RootUserParams{{UserName: "Alice", UserEmail: &email}},
		RootQuorumThreshold: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	key, token := provenByCode(t, client, email)
	proof, err := key.ClientSignature(token)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.ForOrganization(suborg.SubOrganizationID).OTPLogin(t.Context(), OTPLoginParams{
		VerificationToken: token,
		PublicKey:         key.PublicKey(),
		ClientSignature:   proof,
	}); err != nil {
		t.Fatal(err)
	}
	me, err := client.As(suborg.SubOrganizationID, key).Whoami(t.Context())
	if err != nil || me.Username != "Alice" {
		t.Errorf("%v, %v", me, err)
	}
}

// A one-time code proves the address of a new sub-organization's root user.
func TestServerSignsUpByCode(t *testing.T) {
	client := live(t)
	email := fmt.Sprintf("go&%d@example.com", time.Now().UnixNano())
	key, token := provenByCode(t, client, email)
	proof, err := key.SignUpSignature(token)
	if err != nil {
		t.Fatal(err)
	}
	suborg, err := client.CreateSubOrganization(t.Context(), CreateSubOrganizationParams{
		SubOrganizationName: "Go " + email,
		RootUsers:           []RootUserParams{{UserName: "Alice", UserEmail: &email}},
		RootQuorumThreshold: 1,
		VerificationToken:   &token,
		ClientSignature:     &proof,
	})
	if err != nil {
		t.Fatal(err)
	}
	filter := VerifiedSubOrganizationFilterEmail
	found, err := client.ListVerifiedSuborgs(t.Context(), ListVerifiedSuborgsParams{FilterType: &filter, FilterValue: &email})
	if err != nil || len(found.OrganizationIDs) != 1 || found.OrganizationIDs[0] != suborg.SubOrganizationID {
		t.Errorf("%v, %v", found, err)
	}
}

// A new key, and the token of a code sent to the address, which names this key.
func provenByCode(t *testing.T, client *Client, email string) (*APIKey, string) {
	t.Helper()
	started, err := client.InitOTP(t.Context(), InitOTPParams{OTPType: OTPTypeEmail, Contact: email, AppName: "Tests"})
	if err != nil {
		t.Fatal(err)
	}
	key, err := GenerateAPIKey()
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := SealOTP(newestCode(t, client, email), key.PublicKey(), started.OTPEncryptionTargetBundle, pins(client))
	if err != nil {
		t.Fatal(err)
	}
	verified, err := client.VerifyOTP(t.Context(), VerifyOTPParams{OTPID: started.OTPID, EncryptedOTPBundle: sealed})
	if err != nil {
		t.Fatal(err)
	}
	return key, verified.VerificationToken
}

func newestCode(t *testing.T, client *Client, to string) string {
	t.Helper()
	response, err := http.Get(client.config.BaseURL + "/dev/inbox?to=" + url.QueryEscape(to))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var inbox struct {
		Messages []struct{ Template struct{ Code string } }
	}
	if err := json.NewDecoder(response.Body).Decode(&inbox); err != nil || len(inbox.Messages) == 0 {
		t.Fatalf("%v, %v", inbox, err)
	}
	return inbox.Messages[0].Template.Code
}

func TestServerPublishesItsWebhookKeys(t *testing.T) {
	keys, err := live(t).WebhookKeys(t.Context())
	if err != nil || len(keys) == 0 || keys[0].X == "" {
		t.Errorf("%v, %v", keys, err)
	}
}
