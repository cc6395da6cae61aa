// Command tour is the program of the page /sdks/golang:
//
//	npx keywright exec -- go run ./examples/tour
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"keywright.example/keywright"
)

func main() {
	ctx := context.Background()

	// #region client
	client, err := keywright.FromEnvironment()
	if err != nil {
		log.Fatal(err)
	}
	me, err := client.Whoami(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("signed in as", me.Username)
	// #endregion

	// #region wallet
	wallet, err := client.CreateWallet(ctx, "treasury", keywright.EthereumAccount("m/44'/60'/0'/0/0"))
	var waiting *keywright.ConsensusNeeded
	var failure *keywright.Error
	switch {
	case errors.As(err, &waiting):
		log.Fatal("others approve ", waiting.Activity.Fingerprint) // never submit again
	case errors.As(err, &failure):
		log.Fatal(failure.Name, failure.FieldViolations(), failure.Help())
	}
	signature, err := client.SignRawPayload(ctx, keywright.RawPayload{
		SignWith:     wallet.Addresses[0],
		Payload:      "hello",
		Encoding:     "PAYLOAD_ENCODING_TEXT_UTF8",
		HashFunction: "HASH_FUNCTION_KECCAK256",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("signed:", len(signature.R)+len(signature.S), "digits")
	// #endregion

	// #region call
	var list struct {
		Wallets []struct {
			WalletName string `json:"walletName"`
		} `json:"wallets"`
	}
	if err := client.Query(ctx, "list_wallets", nil, &list); err != nil {
		log.Fatal(err)
	}
	fmt.Println("wallets:", list.Wallets[0].WalletName)
	// #endregion

	// #region export
	target, err := keywright.GenerateTargetKey()
	if err != nil {
		log.Fatal(err)
	}
	activity, err := client.Submit(ctx, "ACTIVITY_TYPE_EXPORT_WALLET", map[string]string{
		"walletId":        wallet.WalletID,
		"targetPublicKey": target.PublicKey(),
	})
	if err != nil {
		log.Fatal(err)
	}
	var exported struct {
		ExportBundle string `json:"exportBundle"`
	}
	if err := activity.ReadResult(&exported); err != nil {
		log.Fatal(err)
	}
	phrase, err := target.OpenWalletExport(exported.ExportBundle, keywright.ExpectedExport{
		SignerPublicKey: os.Getenv("KEYWRIGHT_SIGNER_PUBLIC_KEY"),
		OrganizationID:  me.OrganizationID,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("exported:", len(strings.Fields(phrase)), "words")
	// #endregion

	// #region error
	_, err = client.CreateWallet(ctx, "")
	if errors.As(err, &failure) {
		fmt.Println(failure.Name, failure.Status, failure.FieldViolations()[0].Field)
		fmt.Println(failure.Help())
	}
	// #endregion
}
