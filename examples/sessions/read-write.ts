/**
 * A read-write session
 *
 * One passkey prompt gives the browser an expiring API key, which signs until it expires.
 * Result: one prompt, two signatures; refresh, logout
 * Pages: /features/sessions
 */
// #region user
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { generateTargetKey, openCredentialBundle } from "@keywright/client/bundles";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";
import { keccak256, recoverAddress, stringToBytes } from "viem";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const device = createAuthenticator({ origin: "https://app.example.com" });
const { credentials } = device;
const rp = { id: "app.example.com", name: "Example" };
const user = { name: "alice@example.com" };
const passkey = await createPasskey({ authenticatorName: "Phone", rp, user, credentials });
// #endregion

// #region sub-organization
const { subOrganizationId: organizationId, wallet } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [{ userName: "Alice", apiKeys: [], authenticators: [passkey], oauthProviders: [] }],
  rootQuorumThreshold: 1,
  wallet: {
    walletName: "Alice's wallet",
    accounts: DEFAULT_ETHEREUM_ACCOUNTS,
  },
});
const address = wallet!.addresses[0];
// #endregion

// #region session
const withPasskey = new WebauthnStamper({ rpId: rp.id, credentials });
const alice = new KeywrightClient({ baseUrl, organizationId }, withPasskey);
const before = device.prompts;

const target = await generateTargetKey();
const opened = await alice.createReadWriteSession({
  targetPublicKey: target.targetPublicKey,
  apiKeyName: "session",
  expirationSeconds: "900",
});
const sessionKey = await openCredentialBundle(opened.credentialBundle, target);
const session = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(sessionKey));
// #endregion

// #region sign
const signers: string[] = [];
for (const payload of ["first", "second"]) {
  const { r, s, v } = await session.signRawPayload({
    signWith: address,
    payload,
    encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
    hashFunction: "HASH_FUNCTION_KECCAK256",
  });
  const signature = { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) } as const;
  signers.push(await recoverAddress({ hash: keccak256(stringToBytes(payload)), signature }));
}
const prompts = device.prompts - before;

console.log(
  "prompts",
  prompts,
  "signatures",
  signers.filter((signer) => signer === address).length,
);
// #endregion

// #region lifecycle
// Refresh: the current session opens the next one, without a prompt.
const refreshed = await session.createReadWriteSession({ targetPublicKey: target.targetPublicKey });
const nextKey = await openCredentialBundle(refreshed.credentialBundle, target);
const next = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(nextKey));
const me = await next.whoami();
console.log("refreshed:", me.username, "prompts", device.prompts - before);

// Logout: delete the keys on the engine. Deleting them only in the browser leaves them valid.
const { userId } = me;
await next.deleteApiKeys({ userId, apiKeyIds: [opened.apiKeyId, refreshed.apiKeyId] });
const old = await session.whoami().catch((error) => error);
const current = await next.whoami().catch((error) => error);
console.log("after logout:", old.status, old.code);
// #endregion

console.assert(prompts === 1, `${prompts} prompts`);
console.assert(
  signers.every((signer) => signer === address),
  "another signer",
);
console.assert(
  me.username === "Alice" && device.prompts - before === 1,
  "the refresh prompted the user",
);
for (const refused of [old, current]) {
  console.assert(refused.code === "API_KEY_NOT_FOUND", `after logout: ${refused}`);
}
