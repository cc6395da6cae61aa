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
	wallet, err := client.CreateWallet(ctx, keywright.CreateWalletParams{
		WalletName: "treasury",
		Accounts:   []keywright.WalletAccountParams{keywright.EthereumAccount("m/44'/60'/0'/0/0")},
	})
	var waiting *keywright.ConsensusNeeded
	switch {
	case errors.As(err, &waiting):
		log.Fatal("others approve ", waiting.Activity.Fingerprint) // never submit again
	case err != nil:
		log.Fatal(err)
	}
	signature, err := client.SignRawPayload(ctx, keywright.SignRawPayloadParams{
		SignWith:     wallet.Addresses[0],
		Payload:      "hello",
		Encoding:     keywright.PayloadEncodingTextUTF8,
		HashFunction: keywright.HashFunctionKECCAK256,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("signed:", len(signature.R)+len(signature.S), "digits")
	// #endregion

	// #region call
	params := keywright.ListWalletAccountsParams{WalletID: wallet.WalletID}
	for account, err := range client.AllWalletAccounts(ctx, params) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("account:", account.Path)
	}
	// #endregion

	// #region export
	target, err := keywright.GenerateTargetKey()
	if err != nil {
		log.Fatal(err)
	}
	exported, err := client.ExportWallet(ctx, keywright.ExportWalletParams{
		WalletID:        wallet.WalletID,
		TargetPublicKey: target.PublicKey(),
	})
	if err != nil {
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
	_, err = client.CreateWallet(ctx, keywright.CreateWalletParams{})
	var failure *keywright.Error
	if errors.Is(err, keywright.ErrNameLength) && errors.As(err, &failure) {
		fmt.Println(failure.Name, failure.Status, failure.FieldViolations()[0].Field)
		fmt.Println(failure.Help())
	}
	// #endregion
}
