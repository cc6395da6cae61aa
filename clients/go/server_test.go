package keywright

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
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

func TestServer(t *testing.T) {
	client := live(t)
	me, err := client.Whoami(t.Context())
	if err != nil || me.OrganizationID != os.Getenv("KEYWRIGHT_ORGANIZATION_ID") {
		t.Fatalf("%v, %v", me, err)
	}

	name := fmt.Sprintf("Go & <friends> %d", time.Now().UnixNano())
	wallet, err := client.CreateWallet(t.Context(), CreateWalletParams{
		WalletName: name,
		Accounts:   []WalletAccountParams{EthereumAccount("m/44'/60'/0'/0/0")},
	})
	if err != nil || len(wallet.Addresses) != 1 {
		t.Fatalf("%v, %v", wallet, err)
	}
	signature, err := client.SignRawPayload(t.Context(), SignRawPayloadParams{
		SignWith:     wallet.Addresses[0],
		Payload:      "hello",
		Encoding:     PayloadEncodingTextUTF8,
		HashFunction: HashFunctionKECCAK256,
	})
	if err != nil || len(signature.R) != 64 || len(signature.S) != 64 {
		t.Fatalf("%v, %v", signature, err)
	}
	list, err := client.ListWallets(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	isNamed := func(wallet Wallet) bool { return wallet.WalletName == name }
	if found := slices.IndexFunc(list.Wallets, isNamed); found < 0 || time.Since(list.Wallets[found].CreatedAt.Time()) > time.Hour {
		t.Errorf("%q is not listed in %v", name, list)
	}
	if _, err = client.CreateWallet(t.Context(), CreateWalletParams{WalletName: name}); !errors.Is(err, ErrNameTaken) {
		t.Errorf("a name that is taken: %v", err)
	}
}

func TestServerTakesTheSameBytesOnce(t *testing.T) {
	client := live(t)
	parameters := CreateWalletParams{WalletName: fmt.Sprint("Go twice ", time.Now().UnixNano())}
	request, err := client.SignSubmit("ACTIVITY_TYPE_CREATE_WALLET", parameters)
	if err != nil {
		t.Fatal(err)
	}
	var first, second GetActivityResult
	if err := errors.Join(
		client.sendAndRead(t.Context(), request, &first),
		client.sendAndRead(t.Context(), request, &second),
	); err != nil {
		t.Fatal(err)
	}
	if first.Activity.ID != second.Activity.ID || first.Activity.Fingerprint != Fingerprint(request.Body) {
		t.Errorf("%v and %v", first, second)
	}
}

func TestServerSealsASession(t *testing.T) {
	client := live(t)
	target, err := GenerateTargetKey()
	if err != nil {
		t.Fatal(err)
	}
	session, err := client.CreateReadWriteSession(t.Context(), CreateReadWriteSessionParams{TargetPublicKey: target.PublicKey()})
	if err != nil {
		t.Fatal(err)
	}
	key, err := target.OpenCredentialBundle(session.CredentialBundle)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.As(session.OrganizationID, key).Whoami(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestServerExportsAWallet(t *testing.T) {
	client := live(t)
	wallet, err := client.CreateWallet(t.Context(), CreateWalletParams{WalletName: fmt.Sprint("Go leaving ", time.Now().UnixNano())})
	if err != nil {
		t.Fatal(err)
	}
	target, err := GenerateTargetKey()
	if err != nil {
		t.Fatal(err)
	}
	exported, err := client.ExportWallet(t.Context(), ExportWalletParams{WalletID: wallet.WalletID, TargetPublicKey: target.PublicKey()})
	if err != nil {
		t.Fatal(err)
	}
	phrase, err := target.OpenWalletExport(exported.ExportBundle, pins(client))
	if err != nil || len(strings.Fields(phrase)) != 12 {
		t.Error(err)
	}
}

func pins(client *Client) ExpectedExport {
	return ExpectedExport{os.Getenv("KEYWRIGHT_SIGNER_PUBLIC_KEY"), client.config.OrganizationID}
}

func TestServerImportsAPrivateKey(t *testing.T) {
	client := live(t)
	me, err := client.Whoami(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	started, err := client.InitImportPrivateKey(t.Context(), InitImportPrivateKeyParams{UserID: me.UserID})
	if err != nil {
		t.Fatal(err)
	}
	expected := ExpectedImport{os.Getenv("KEYWRIGHT_SIGNER_PUBLIC_KEY"), me.OrganizationID, me.UserID}
	answer, err := SealKeyImport(toBase58(private), Solana, started.ImportBundle, expected)
	if err != nil {
		t.Fatal(err)
	}
	arrived, err := client.ImportPrivateKey(t.Context(), ImportPrivateKeyParams{
		UserID:          me.UserID,
		PrivateKeyName:  fmt.Sprint("Go arrived ", time.Now().UnixNano()),
		EncryptedBundle: answer,
		Curve:           CurveED25519,
		AddressFormats:  []AddressFormat{AddressFormatSolana},
	})
	if err != nil || arrived.Addresses[0].Address != toBase58(public) {
		t.Errorf("%v arrived, %v", arrived, err)
	}
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

// The organization of KEYWRIGHT_TEAM_… has two root users and a quorum of two.
func TestServerNeedsConsensus(t *testing.T) {
	client := live(t)
	member := func(prefix string) *Client {
		key, err := NewAPIKey(os.Getenv(prefix+"_PUBLIC_KEY"), os.Getenv(prefix+"_PRIVATE_KEY"))
		if err != nil {
			t.Fatal(err)
		}
		config := client.config
		config.OrganizationID = os.Getenv("KEYWRIGHT_TEAM_ORGANIZATION_ID")
		of, err := NewClient(config, key)
		if err != nil {
			t.Fatal(err)
		}
		return of
	}
	first, second := member("KEYWRIGHT_TEAM_FIRST"), member("KEYWRIGHT_TEAM_SECOND")

	_, err := first.CreateWallet(t.Context(), CreateWalletParams{WalletName: fmt.Sprint("Go team ", time.Now().UnixNano())})
	var waiting *ConsensusNeeded
	if !errors.As(err, &waiting) {
		t.Fatal(err)
	}
	vote := ApproveActivityParams{Fingerprint: waiting.Activity.Fingerprint}
	if _, err := second.ApproveActivity(t.Context(), vote); err != nil {
		t.Fatal(err)
	}
	done, err := first.WaitForActivity(t.Context(), waiting.Activity.ID)
	if err != nil || done.ReadResult(&CreateWalletResult{}) != nil {
		t.Errorf("%v, %v", done, err)
	}
}

func TestServerRefusesAKeyThatItDoesNotKnow(t *testing.T) {
	client := live(t)
	stranger, err := GenerateAPIKey()
	if err != nil {
		t.Fatal(err)
	}
	of, err := NewClient(client.config, stranger)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := of.Whoami(t.Context()); !errors.Is(err, ErrAPIKeyNotFound) {
		t.Error(err)
	}
}
