/**
 * From a wallet to an approval
 *
 * Creates a wallet, signs with it, denies an export with a policy, and lets a second user approve what one may not sign
 * alone.
 * Result: address; signature; export denied by a policy; second signature after an approval
 * Pages: /
 */

import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();

// #region wallet
const { walletId, addresses } = await client.createWallet({
  walletName: "Treasury",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
const [address] = addresses;
console.log("wallet", address);
// #endregion

// #region sign
const sign = (payload: string) => ({
  signWith: address,
  payload,
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8" as const,
  hashFunction: "HASH_FUNCTION_KECCAK256" as const,
});
const { r, s, v } = await client.signRawPayload(sign("Hello, Keywright"));
console.log("signature", `${r}${s}${v}`);
// #endregion

// #region people
const [aliceKey, bobKey] = [await generateApiKeyPair(), await generateApiKeyPair()];
const person = (userName: string, { apiPublicKey, curveType }: typeof aliceKey) => ({
  userName,
  apiKeys: [{ apiKeyName: userName, publicKey: apiPublicKey, curveType }],
  authenticators: [],
  oauthProviders: [],
  userTags: [],
});
await client.createUsers({ users: [person("Alice", aliceKey), person("Bob", bobKey)] });
await client.createPolicies({
  policies: [
    {
      policyName: "Two people sign",
      effect: "EFFECT_ALLOW",
      condition: "activity.action == 'SIGN'",
      consensus: "approvers.count() >= 2",
    },
    {
      policyName: "No exports",
      effect: "EFFECT_DENY",
      condition: "activity.action == 'EXPORT'",
    },
  ],
});
const alice = new KeywrightClient(client, new ApiKeyStamper(aliceKey));
const bob = new KeywrightClient(client, new ApiKeyStamper(bobKey));
// #endregion

// #region deny
// The target key of the export: the generator of P-256 (SEC 2, section 2.4.2).
const TARGET =
  "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296" +
  "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
const denied = await alice
  .exportWallet({ walletId, targetPublicKey: TARGET })
  .catch((error) => error);
console.log("export", denied.code);
// #endregion

// #region approve
const payout = await alice.stampSignRawPayload(sign("Pay 1 coin to Carol"));
const proposed = (await alice.send(payout)) as {
  activity: { status: string; fingerprint: string };
};
console.log("payout", proposed.activity.status);

await bob.approveActivity({ fingerprint: proposed.activity.fingerprint });
// The same signed bytes are the same activity, so now they return its result.
const done = (await alice.send(payout)) as { activity: { status: string } };
console.log("payout", done.activity.status);
// #endregion

console.assert(denied.code === "DENIED_BY_POLICY", denied);
console.assert(done.activity.status === "ACTIVITY_STATUS_COMPLETED", done.activity.status);
