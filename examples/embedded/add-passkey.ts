/**
 * Add a second passkey
 *
 * Adds a passkey of another device, deletes the first one, and shows that the engine rejects it.
 * Result: two sign; deleted one rejected
 * Pages: /embedded-wallets/code-examples/add-credential
 */
// #region sign-up
import { KeywrightClient } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const rp = { id: "app.example.com", name: "Example" };
const user = { name: "alice@example.com" };
const phone = createAuthenticator({ origin: "https://app.example.com" });
const first = await createPasskey({
  authenticatorName: "Phone",
  rp,
  user,
  credentials: phone.credentials,
});
const { subOrganizationId: organizationId, rootUserIds } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [{ userName: "Alice", apiKeys: [], authenticators: [first], oauthProviders: [] }],
  rootQuorumThreshold: 1,
});
const userId = rootUserIds![0];
// #endregion

// #region add
/** Alice on one of her devices. */
const aliceOn = ({ credentials }: typeof phone) =>
  new KeywrightClient(
    { baseUrl, organizationId },
    new WebauthnStamper({ rpId: rp.id, credentials }),
  );

// The laptop creates a passkey, and the registered phone adds it.
const laptop = createAuthenticator({ origin: "https://app.example.com" });
const second = await createPasskey({
  authenticatorName: "Laptop",
  rp,
  user,
  credentials: laptop.credentials,
});
await aliceOn(phone).createAuthenticators({ userId, authenticators: [second] });
const { authenticators } = await parent.getAuthenticators({ organizationId, userId });

console.log(authenticators.map(({ authenticatorName }) => authenticatorName).sort());
// #endregion

// #region both
const byPhone = await aliceOn(phone).whoami();
const byLaptop = await aliceOn(laptop).whoami();

console.log("with the phone:", byPhone.username, "with the laptop:", byLaptop.username);
// #endregion

// #region delete
const old = authenticators.find(({ authenticatorName }) => authenticatorName === "Phone")!;
await aliceOn(laptop).deleteAuthenticators({ userId, authenticatorIds: [old.authenticatorId] });
const refused = await aliceOn(phone)
  .whoami()
  .catch((error) => error);
console.log("the deleted phone:", refused.status, refused.code);

// The last credential can't be deleted.
const last = authenticators.find(({ authenticatorName }) => authenticatorName === "Laptop")!;
const kept = await aliceOn(laptop)
  .deleteAuthenticators({ userId, authenticatorIds: [last.authenticatorId] })
  .catch((error) => error);
console.log("the last passkey:", kept.message);
// #endregion

console.assert(authenticators.length === 2, `${authenticators.length} authenticators`);
console.assert(byPhone.userId === userId && byLaptop.userId === userId, "another user");
console.assert(refused.code === "PASSKEY_ASSERTION_INVALID", `the phone got ${refused}`);
console.assert(kept.status === 400, `the last passkey: ${kept}`);
