// Package keywright is a client of the Keywright API. It stamps requests with a
// P-256 API key, sends them, waits for activities, and opens and seals bundles. It
// needs only the standard library.
//
//	client, err := keywright.FromEnvironment()
//	me, err := client.Whoami(ctx)
//
// Every call of the API works with [Client.Query] and [Client.Submit]; the
// most used calls have their own methods. A submit whose activity waits for the
// approval of others returns [*ConsensusNeeded], everything else [*Error].
package keywright
