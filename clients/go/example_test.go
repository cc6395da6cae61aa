package keywright_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"keywright.example/keywright"
)

func Example() {
	ctx := context.Background()
	client, err := keywright.FromEnvironment()
	if err != nil {
		log.Fatal(err)
	}
	wallet, err := client.CreateWallet(ctx, keywright.CreateWalletParams{
		WalletName: "treasury",
		Accounts:   []keywright.WalletAccountParams{keywright.EthereumAccount("m/44'/60'/0'/0/0")},
	})

	var waiting *keywright.ConsensusNeeded
	var failure *keywright.Error
	switch {
	case errors.As(err, &waiting):
		fmt.Println("waiting for votes on", waiting.Activity.Fingerprint) // never submit again
	case errors.As(err, &failure):
		fmt.Println(failure.Name, failure.Status, failure.FieldViolations())
	default:
		fmt.Println(wallet.Addresses)
	}
}

func ExampleAPIKey_Stamp() {
	key, err := keywright.GenerateAPIKey()
	if err != nil {
		log.Fatal(err)
	}
	body := []byte(`{"organizationId":"3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10"}`)
	stamp, err := key.Stamp(body) // send exactly these bytes, with X-Stamp: stamp
	fmt.Println(len(stamp) > 300, err)
	// Output: true <nil>
}
