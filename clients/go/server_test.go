package keywright

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
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
	wallet, err := client.CreateWallet(t.Context(), name, EthereumAccount("m/44'/60'/0'/0/0"))
	if err != nil || len(wallet.Addresses) != 1 {
		t.Fatalf("%v, %v", wallet, err)
	}
	signature, err := client.SignRawPayload(t.Context(), RawPayload{
		SignWith:     wallet.Addresses[0],
		Payload:      "hello",
		Encoding:     "PAYLOAD_ENCODING_TEXT_UTF8",
		HashFunction: "HASH_FUNCTION_KECCAK256",
	})
	if err != nil || len(signature.R) != 64 || len(signature.S) != 64 {
		t.Fatalf("%v, %v", signature, err)
	}

	var list struct {
		Wallets []struct {
			WalletName string `json:"walletName"`
		} `json:"wallets"`
	}
	if err := client.Query(t.Context(), "list_wallets", nil, &list); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, wallet := range list.Wallets {
		found = found || wallet.WalletName == name
	}
	if !found {
		t.Errorf("%q is not listed in %v", name, list)
	}

	if _, err = client.CreateWallet(t.Context(), name); nameOf(err) == "" || nameOf(err) == unknownName {
		t.Errorf("a name that is taken: %v", err)
	}
}

func TestServerTakesTheSameBytesOnce(t *testing.T) {
	client := live(t)
	parameters := map[string]any{"walletName": fmt.Sprint("Go twice ", time.Now().UnixNano()), "accounts": []any{}}
	request, err := client.SignSubmit("ACTIVITY_TYPE_CREATE_WALLET", parameters)
	if err != nil {
		t.Fatal(err)
	}
	var first, second activityAnswer
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
	activity, err := client.Submit(t.Context(), "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2", map[string]string{
		"targetPublicKey": target.PublicKey(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var session struct {
		CredentialBundle string `json:"credentialBundle"`
	}
	if err := activity.ReadResult(&session); err != nil {
		t.Fatal(err)
	}
	key, err := target.OpenCredentialBundle(session.CredentialBundle)
	if err != nil {
		t.Fatal(err)
	}
	guest, err := NewClient(client.config, key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := guest.Whoami(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestServerExportsAWallet(t *testing.T) {
	client := live(t)
	wallet, err := client.CreateWallet(t.Context(), fmt.Sprint("Go leaving ", time.Now().UnixNano()))
	if err != nil {
		t.Fatal(err)
	}
	target, err := GenerateTargetKey()
	if err != nil {
		t.Fatal(err)
	}
	var exported struct {
		ExportBundle string `json:"exportBundle"`
	}
	submit(t, client, "ACTIVITY_TYPE_EXPORT_WALLET", map[string]string{
		"walletId": wallet.WalletID, "targetPublicKey": target.PublicKey(),
	}, &exported)
	expected := ExpectedExport{os.Getenv("KEYWRIGHT_SIGNER_PUBLIC_KEY"), client.config.OrganizationID}
	phrase, err := target.OpenWalletExport(exported.ExportBundle, expected)
	if err != nil || len(strings.Fields(phrase)) != 12 {
		t.Error(err)
	}
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
	var started struct {
		ImportBundle string `json:"importBundle"`
	}
	submit(t, client, "ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY", map[string]string{"userId": me.UserID}, &started)
	expected := ExpectedImport{os.Getenv("KEYWRIGHT_SIGNER_PUBLIC_KEY"), me.OrganizationID, me.UserID}
	answer, err := SealKeyImport(toBase58(private), Solana, started.ImportBundle, expected)
	if err != nil {
		t.Fatal(err)
	}
	var arrived struct {
		Addresses []struct {
			Address string `json:"address"`
		} `json:"addresses"`
	}
	submit(t, client, "ACTIVITY_TYPE_IMPORT_PRIVATE_KEY", map[string]any{
		"userId": me.UserID, "privateKeyName": fmt.Sprint("Go arrived ", time.Now().UnixNano()),
		"encryptedBundle": answer, "curve": "CURVE_ED25519", "addressFormats": []string{"ADDRESS_FORMAT_SOLANA"},
	}, &arrived)
	if arrived.Addresses[0].Address != toBase58(public) {
		t.Errorf("%v arrived", arrived)
	}
}

func submit(t *testing.T, client *Client, activityType string, parameters, result any) {
	t.Helper()
	activity, err := client.Submit(t.Context(), activityType, parameters)
	if err != nil {
		t.Fatal(err)
	}
	if err := activity.ReadResult(result); err != nil {
		t.Fatal(err)
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

	_, err := first.CreateWallet(t.Context(), fmt.Sprint("Go team ", time.Now().UnixNano()))
	var waiting *ConsensusNeeded
	if !errors.As(err, &waiting) {
		t.Fatal(err)
	}
	vote := map[string]string{"fingerprint": waiting.Activity.Fingerprint}
	if _, err := second.Submit(t.Context(), "ACTIVITY_TYPE_APPROVE_ACTIVITY", vote); err != nil {
		t.Fatal(err)
	}
	done, err := first.WaitForActivity(t.Context(), waiting.Activity.ID)
	if err != nil || done.ReadResult(&Wallet{}) != nil {
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
	if _, err := of.Whoami(t.Context()); nameOf(err) != "API_KEY_NOT_FOUND" {
		t.Error(err)
	}
}
