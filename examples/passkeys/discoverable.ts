/**
 * Discoverable or not
 *
 * A site can find a discoverable passkey without an id. For any other passkey you must store the id.
 * Result: sign-in with and without a credential id
 * Pages: /passkeys/discoverable-vs-non-discoverable
 */
// #region parent
import { KeywrightClient } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const rp = { id: "app.example.com", name: "Example" };
const user = { name: "alice@example.com" };
// #endregion

// #region sign-up
/** Signs a user up with a new device, and returns what sign-in needs. */
async function signUp(residentKey: "required" | "discouraged") {
  const device = createAuthenticator({ origin: "https://app.example.com" });
  const { credentials } = device;
  const passkey = await createPasskey({
    authenticatorName: "Phone",
    rp,
    user,
    credentials,
    publicKey: { authenticatorSelection: { residentKey } },
  });
  const { subOrganizationId: organizationId } = await parent.createSubOrganization({
    subOrganizationName: residentKey,
    rootUsers: [{ userName: "Alice", apiKeys: [], authenticators: [passkey], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  });
  return { credentials, organizationId, credentialId: passkey.attestation.credentialId };
}
// #endregion

// #region discoverable
const discoverable = await signUp("required");
const byName = new KeywrightClient(
  { baseUrl, organizationId: discoverable.organizationId },
  new WebauthnStamper({ rpId: rp.id, credentials: discoverable.credentials }),
);

console.log("discoverable, no id given:", (await byName.whoami()).username);
// #endregion

// #region not-discoverable
const { credentials, organizationId, credentialId } = await signUp("discouraged");
const withoutId = new KeywrightClient(
  { baseUrl, organizationId },
  new WebauthnStamper({ rpId: rp.id, credentials }),
);
const unfound = await withoutId.whoami().catch((error) => error);
console.log("not discoverable, no id given:", unfound.code);

// Look the id up in your own database by the name that the user typed.
const withId = new KeywrightClient(
  { baseUrl, organizationId },
  new WebauthnStamper({ rpId: rp.id, credentials, allowCredentials: [{ id: credentialId }] }),
);
const me = await withId.whoami();

console.log("not discoverable, id given:", me.username);
// #endregion

console.assert(unfound.code === "PASSKEY_CANCELLED", `without an id: ${unfound}`);
console.assert(me.username === "Alice", `with an id: ${me.username}`);
