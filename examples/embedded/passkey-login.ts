/**
 * Sign in with a passkey
 *
 * Finds the user's sub-organization by their passkey, reads without a prompt, and prompts once for a write.
 * Result: one prompt to find the user, one for a session; reads without a prompt; one prompt for a write
 * Pages: /embedded-wallets/code-examples/authenticate-user-passkey
 */
// #region sign-up
import { KeywrightClient } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parentId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const parent = new KeywrightServer().apiClient();
const device = createAuthenticator({ origin: "https://app.example.com" });
const { credentials } = device;
const rp = { id: "app.example.com", name: "Example" };
const user = { name: "alice@example.com" };
const passkey = await createPasskey({ authenticatorName: "Phone", rp, user, credentials });
const { subOrganizationId } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [{ userName: "Alice", apiKeys: [], authenticators: [passkey], oauthProviders: [] }],
  rootQuorumThreshold: 1,
});
// The first request that the passkey stamps proves that its owner belongs here. Until then, no search finds it.
const stamper = new WebauthnStamper({ rpId: rp.id, credentials });
await new KeywrightClient({ baseUrl, organizationId: subOrganizationId }, stamper).whoami();
// #endregion

// #region login
// In the page, days later. The user types no name: whoami with the parent's id finds the owner of the passkey.
const unknown = new KeywrightClient({ baseUrl, organizationId: parentId }, stamper);
const promptsBefore = device.prompts;
const me = await unknown.whoami();
const { organizationId } = me;

console.log(
  "sub-organization",
  organizationId,
  me.username,
  "prompts",
  device.prompts - promptsBefore,
);
// #endregion

// #region session
// One more prompt opens a session. It reads for an hour, and its token can't write.
const alice = new KeywrightClient({ baseUrl, organizationId }, stamper);
const { session } = await alice.createReadOnlySession({});
const reader = new KeywrightClient(
  { baseUrl, organizationId },
  { stamp: async () => ({ stampHeaderName: "X-Session", stampHeaderValue: session }) },
);
const { wallets } = await reader.listWallets();

console.log("wallets", wallets.length, "prompts", device.prompts - promptsBefore);
// #endregion

// #region write
// Each write prompts: here the user creates a wallet.
const { walletId } = await alice.createWallet({ walletName: "Savings", accounts: [] });

console.log("wallet", walletId, "prompts", device.prompts - promptsBefore);
// #endregion

// #region refused
device.forget(passkey.attestation.credentialId);
const closedPrompt = await alice
  .createWallet({ walletName: "No", accounts: [] })
  .catch((error) => error);

console.log("without the passkey:", closedPrompt.code);
// #endregion

console.assert(organizationId !== parentId, "no sub-organization was found");
console.assert(device.prompts - promptsBefore === 4, `${device.prompts - promptsBefore} prompts`);
console.assert(
  (await parent.listWallets({ organizationId })).wallets.length === 1,
  "no wallet was made",
);
console.assert(closedPrompt.code === "PASSKEY_CANCELLED", `without the passkey: ${closedPrompt}`);
