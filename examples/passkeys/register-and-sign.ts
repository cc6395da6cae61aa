/**
 * Register a passkey and sign with it
 *
 * Creates a passkey, shows what the engine registers, and signs a request with it.
 * Result: credential id, algorithm; signed whoami
 * Pages: /passkeys/introduction, /passkeys/integration
 */
// #region parent
import { KeywrightClient } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
// #endregion

// #region create
// In a page, omit credentials to use navigator.credentials. This device is simulated.
const device = createAuthenticator({ origin: "https://app.example.com" });
const { credentials } = device;
const passkey = await createPasskey({
  authenticatorName: "Alice's phone",
  rp: { id: "app.example.com", name: "Example" },
  user: { name: "alice@example.com" },
  credentials,
});
const { attestation } = passkey;

console.log("credential id", attestation.credentialId);
console.log("transports", attestation.transports);
// #endregion

// #region register
const { subOrganizationId: organizationId, rootUserIds } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [{ userName: "Alice", apiKeys: [], authenticators: [passkey], oauthProviders: [] }],
  rootQuorumThreshold: 1,
});
const userId = rootUserIds![0];
const { authenticators } = await parent.getAuthenticators({ organizationId, userId });
const [registered] = authenticators;

console.log("registered", registered.authenticatorName, registered.credential.type);
// #endregion

// #region sign
const stamper = new WebauthnStamper({ rpId: "app.example.com", credentials });
const alice = new KeywrightClient({ baseUrl, organizationId }, stamper);
const me = await alice.whoami();

console.log("signed with the passkey:", me.username, "prompts", device.prompts);
// #endregion

// #region refused
// An unregistered device.
const stranger = createAuthenticator({ origin: "https://app.example.com" });
await createPasskey({
  authenticatorName: "Another phone",
  rp: { id: "app.example.com", name: "Example" },
  user: { name: "mallory@example.com" },
  credentials: stranger.credentials,
});
const mallory = new KeywrightClient(
  { baseUrl, organizationId },
  new WebauthnStamper({ rpId: "app.example.com", credentials: stranger.credentials }),
);
const refused = await mallory.whoami().catch((error) => error);

console.log("another passkey:", refused.status, refused.code);
// #endregion

console.assert(registered.credentialId === attestation.credentialId, "another credential");
console.assert(me.userId === userId, `signed in as ${me.username}`);
console.assert(device.prompts === 2, `${device.prompts} prompts`);
console.assert(
  refused.code === "PASSKEY_ASSERTION_INVALID",
  `the unregistered passkey got ${refused}`,
);
