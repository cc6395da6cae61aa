// Package keywright is a client of the Keywright API, with a typed method for every
// call. It stamps requests with a P-256 API key, sends them, waits for activities,
// verifies webhooks, and opens and seals bundles. It needs only the standard library.
//
//	client, err := keywright.FromEnvironment()
//	wallet, err := client.CreateWallet(ctx, keywright.CreateWalletParams{WalletName: "treasury"})
//
// Optional parameters are pointers: write new("text"). Methods post the newest
// version of each activity type; [Client.Submit] and [Client.Query] send any other.
// A submit whose activity waits for the approval of others returns
// [*ConsensusNeeded], everything else [*Error]. Test either with errors.Is and the
// Err constants.
package keywright
