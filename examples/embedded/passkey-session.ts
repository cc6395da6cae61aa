/**
 * Sign several times after one prompt
 *
 * A passkey opens a read-write session. Once it expires, the page prompts again.
 * Result: one prompt, three signatures, fallback
 * Pages: /embedded-wallets/code-examples/create-passkey-session
 */
// #region sign-up
import { DEFAULT_ETHEREUM_ACCOUNTS, isKeywrightError, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { generateTargetKey, openCredentialBundle } from "@keywright/client/bundles";
import { createAuthenticator, createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

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
const signWith = wallet!.addresses[0];
// #endregion

// #region session
// The example moves the engine's clock, so requests must use its time.
let passed = 0;
const config = { baseUrl, organizationId, now: () => Date.now() + passed };
const withPasskey = new KeywrightClient(config, new WebauthnStamper({ rpId: rp.id, credentials }));

/** One prompt creates an expiring key for this page. */
async function openSession() {
  const target = await generateTargetKey();
  const { credentialBundle } = await withPasskey.createReadWriteSession({
    targetPublicKey: target.targetPublicKey,
    expirationSeconds: "900",
  });
  return new KeywrightClient(
    config,
    new ApiKeyStamper(await openCredentialBundle(credentialBundle, target)),
  );
}
// #endregion

// #region sign
const promptsBefore = device.prompts;
let session = await openSession();
let isFallenBack = false;

/** Signs with the session. If it has expired, prompts the user for a new one. */
async function sign(payload: string) {
  const input = {
    signWith,
    payload,
    encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
    hashFunction: "HASH_FUNCTION_KECCAK256",
  } as const;
  try {
    return await session.signRawPayload(input);
  } catch (error) {
    if (!isKeywrightError(error, "API_KEY_EXPIRED")) throw error;
    isFallenBack = true;
    session = await openSession();
    return session.signRawPayload(input);
  }
}
// #endregion

// #region run
for (const payload of ["one", "two", "three"]) await sign(payload);
const prompts = device.prompts - promptsBefore;
console.log("three signatures, prompts:", prompts);

passed = 15 * 60_000;
await createDevClient({ baseUrl }).clock.advance({ milliseconds: passed });
await sign("four");
const promptsAfter = device.prompts - promptsBefore;
console.log("15 minutes later, expired:", isFallenBack, "prompts:", promptsAfter);
// #endregion

console.assert(prompts === 1, `${prompts} prompts for three signatures`);
console.assert(isFallenBack && promptsAfter === 2, `${promptsAfter} prompts after the session`);
