/**
 * A read-only session
 *
 * One passkey prompt, then an hour of reading without prompts. The session can't write.
 * Result: reads pass; write rejected; 401 after 1 hour
 * Pages: /features/sessions
 */
// #region user
import { KeywrightClient } from "@keywright/client";
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
const { subOrganizationId: organizationId } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [{ userName: "Alice", apiKeys: [], authenticators: [passkey], oauthProviders: [] }],
  rootQuorumThreshold: 1,
});
// #endregion

// #region session
const withPasskey = new WebauthnStamper({ rpId: rp.id, credentials });
const alice = new KeywrightClient({ baseUrl, organizationId }, withPasskey);
const { session } = await alice.createReadOnlySession({});
const promptsOfLogin = device.prompts;

// The session is a header on every read; nothing is signed.
const reader = new KeywrightClient(
  { baseUrl, organizationId },
  { stamp: async () => ({ stampHeaderName: "X-Session", stampHeaderValue: session }) },
);
const me = await reader.whoami();
const { wallets } = await reader.listWallets();

console.log(
  me.username,
  "has",
  wallets.length,
  "wallets; prompts since:",
  device.prompts - promptsOfLogin,
);
// #endregion

// #region write
const refused = await reader
  .createWallet({ walletName: "no", accounts: [] })
  .catch((error) => error);

console.log("a write:", refused.message);
// #endregion

// #region expiry
await createDevClient({ baseUrl }).clock.advance({ seconds: 60 * 60 });
const expired = await reader.whoami().catch((error) => error);

console.log("1 hour later:", expired.status, expired.message);
// #endregion

console.assert(me.username === "Alice", `signed in as ${me.username}`);
console.assert(device.prompts === promptsOfLogin, "reading prompted the user");
console.assert(refused.code === "SESSION_READ_ONLY", `the write got ${refused}`);
console.assert(
  expired.status === 401 && expired.code === "SESSION_INVALID",
  `after 1 hour: ${expired}`,
);
