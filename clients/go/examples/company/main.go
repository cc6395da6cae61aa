// Command company sets up an organization with 29 different calls:
//
//	npx keywright exec -- go run ./examples/company
package main

import (
	"context"
	"fmt"
	"log"

	"keywright.example/keywright"
)

func main() {
	ctx := context.Background()
	client := must(keywright.FromEnvironment())
	me := must(client.Whoami(ctx))
	fmt.Println("whoami:", me.Username)

	// People.
	tag := must(client.CreateUserTag(ctx, keywright.CreateUserTagParams{UserTagName: "finance"}))
	key := must(keywright.GenerateAPIKey())
	users := must(client.CreateUsers(ctx, keywright.CreateUsersParams{Users: []keywright.UserParams{{
		UserName: "Bob",
		APIKeys: []keywright.APIKeyParams{{
			APIKeyName: "laptop", PublicKey: key.PublicKey(), CurveType: keywright.APIKeyCurveP256,
		}},
		UserTags: []string{tag.UserTagID},
	}}}))
	bob := users.UserIDs[0]
	must(client.UpdateUserName(ctx, keywright.UpdateUserNameParams{UserID: bob, UserName: "Robert"}))
	user := must(client.GetUser(ctx, keywright.GetUserParams{UserID: bob})).User
	fmt.Println("get_user:", user.UserName, len(user.APIKeys), "key")
	fmt.Println("list_users:", len(must(client.ListUsers(ctx)).Users))
	fmt.Println("list_user_tags:", must(client.ListUserTags(ctx)).UserTags[0].TagName)

	// Policies.
	policy := must(client.CreatePolicy(ctx, keywright.CreatePolicyParams{
		PolicyName: "finance signs",
		Effect:     keywright.EffectAllow,
		Condition:  new("activity.action == 'SIGN'"),
		Consensus:  new("approvers.any(user, user.tags.contains('" + tag.UserTagID + "'))"),
	}))
	must(client.UpdatePolicy(ctx, keywright.UpdatePolicyParams{PolicyID: policy.PolicyID, PolicyNotes: new("reviewed")}))
	read := must(client.GetPolicy(ctx, keywright.GetPolicyParams{PolicyID: policy.PolicyID})).Policy
	fmt.Println("get_policy:", read.Effect, read.Notes)
	fmt.Println("list_policies:", len(must(client.ListPolicies(ctx)).Policies))

	// Wallets.
	wallet := must(client.CreateWallet(ctx, keywright.CreateWalletParams{WalletName: "treasury"}))
	accounts := keywright.CreateWalletAccountsParams{WalletID: wallet.WalletID}
	for index := range 12 {
		accounts.Accounts = append(accounts.Accounts, keywright.EthereumAccount(fmt.Sprintf("m/44'/60'/0'/0/%d", index)))
	}
	addresses := must(client.CreateWalletAccounts(ctx, accounts)).Addresses
	count := 0
	page := keywright.ListWalletAccountsParams{
		WalletID:          wallet.WalletID,
		PaginationOptions: &keywright.Pagination{Limit: new(uint64(5))},
	}
	for account, err := range client.AllWalletAccounts(ctx, page) {
		must(account, err)
		count++
	}
	fmt.Println("list_wallet_accounts:", count)
	must(client.UpdateWallet(ctx, keywright.UpdateWalletParams{WalletID: wallet.WalletID, WalletName: new("vault")}))
	fmt.Println("list_wallets:", must(client.ListWallets(ctx)).Wallets[0].WalletName)

	// Bob signs, because the policy allows it.
	robert := client.As(me.OrganizationID, key)
	signature := must(robert.SignRawPayload(ctx, keywright.SignRawPayloadParams{
		SignWith: addresses[0], Payload: "hello",
		Encoding: keywright.PayloadEncodingTextUTF8, HashFunction: keywright.HashFunctionKECCAK256,
	}))
	fmt.Println("sign_raw_payload:", len(signature.R), signature.Activity.Status)
	signatures := must(robert.SignRawPayloads(ctx, keywright.SignRawPayloadsParams{
		SignWith: addresses[0], Payloads: []string{"one", "two"},
		Encoding: keywright.PayloadEncodingTextUTF8, HashFunction: keywright.HashFunctionSHA256,
	}))
	fmt.Println("sign_raw_payloads:", len(signatures.Signatures))

	// Private keys.
	keys := must(client.CreatePrivateKeys(ctx, keywright.CreatePrivateKeysParams{PrivateKeys: []keywright.PrivateKeyParams{{
		PrivateKeyName: "hot", Curve: keywright.CurveED25519,
		AddressFormats: []keywright.AddressFormat{keywright.AddressFormatSolana},
	}}}))
	found := must(client.GetPrivateKey(ctx, keywright.GetPrivateKeyParams{PrivateKeyID: keys.PrivateKeys[0].PrivateKeyID}))
	fmt.Println("get_private_key:", found.PrivateKey.PrivateKeyName, found.PrivateKey.Curve)
	fmt.Println("list_private_keys:", len(must(client.ListPrivateKeys(ctx)).PrivateKeys))

	// A customer, with a sub-organization and a key of their own.
	theirs := must(keywright.GenerateAPIKey())
	suborg := must(client.CreateSubOrganization(ctx, keywright.CreateSubOrganizationParams{
		SubOrganizationName: "Alice",
		RootUsers: []keywright.RootUserParams{{
			UserName: "Alice",
			APIKeys: []keywright.APIKeyParams{{
				APIKeyName: "device", PublicKey: theirs.PublicKey(), CurveType: keywright.APIKeyCurveP256,
			}},
		}},
		RootQuorumThreshold: 1,
		Wallet: &keywright.WalletParams{
			WalletName: "savings",
			Accounts:   []keywright.WalletAccountParams{keywright.EthereumAccount("m/44'/60'/0'/0/0")},
		},
	}))
	fmt.Println("create_sub_organization:", len(suborg.Wallet.Addresses), "address")
	alice := client.As(suborg.SubOrganizationID, theirs)
	target := must(keywright.GenerateTargetKey())
	session := must(alice.CreateReadWriteSession(ctx, keywright.CreateReadWriteSessionParams{
		TargetPublicKey: target.PublicKey(), ExpirationSeconds: new(uint64(600)),
	}))
	sessionKey := must(target.OpenCredentialBundle(session.CredentialBundle))
	fmt.Println("create_read_write_session:", must(client.As(suborg.SubOrganizationID, sessionKey).Whoami(ctx)).Username)
	fmt.Println("list_suborgs:", len(must(client.ListSuborgs(ctx, keywright.ListSuborgsParams{})).OrganizationIDs))

	// What happened, and the end.
	activities := must(client.ListActivities(ctx, keywright.ListActivitiesParams{
		FilterByType: []keywright.ActivityType{keywright.ActivityTypeCreateWallet},
	})).Activities
	fmt.Println("list_activities:", activities[0].Status)
	configs := must(client.GetOrganizationConfigs(ctx)).Configs
	fmt.Println("get_organization_configs:", configs.Quorum.Threshold)
	must(client.DeleteWallets(ctx, keywright.DeleteWalletsParams{
		WalletIDs: []string{wallet.WalletID}, DeleteWithoutExport: new(true),
	}))
	must(client.DeletePolicy(ctx, keywright.DeletePolicyParams{PolicyID: policy.PolicyID}))
	must(client.DeleteUsers(ctx, keywright.DeleteUsersParams{UserIDs: []string{bob}}))
	fmt.Println("left:", len(must(client.ListWallets(ctx)).Wallets), len(must(client.ListUsers(ctx)).Users))
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
