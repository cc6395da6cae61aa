// Package keywright is a client of the Keywright API. It stamps requests with a
// P-256 API key, sends them, waits for activities, opens and seals bundles. It
// needs nothing but the standard library.
//
//	client, err := keywright.FromEnvironment()
//	me, err := client.Whoami(ctx)
//
// Every call of the API is reached by [Client.Query] and [Client.Submit]; the
// most used have methods of their own. A submit whose activity waits for the
// approval of others is a [*ConsensusNeeded], everything else an [*Error].
package keywright
