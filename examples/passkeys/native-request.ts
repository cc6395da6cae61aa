/**
 * The request of a native app
 *
 * A passkey created by an app has the app's origin, which isn't a web address. The same domain means the same passkey.
 * Result: app origin accepted; rejected when excluded
 * Pages: /passkeys/native, /sdks/react-native, /sdks/swift
 */
// #region parent
import { KeywrightClient } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, PasskeyStamper } from "@keywright/react-native";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
// #endregion

// #region device
// Android identifies an app by the digest of its signing key. iOS uses the https origin of the domain.
const appOrigin = "android:apk-key-hash:d8OVV2zZYuQi3bYzY1VqV0m6w0n4LbqbUUlqGZLSiqo";
const { native: passkeys } = createAuthenticator({ origin: appOrigin });
const rp = { id: "app.example.com", name: "Example" };
const passkey = await createPasskey({
  authenticatorName: "Android phone",
  rp,
  user: { name: "alice@example.com" },
  passkeys,
});
const { subOrganizationId: organizationId } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [{ userName: "Alice", apiKeys: [], authenticators: [passkey], oauthProviders: [] }],
  rootQuorumThreshold: 1,
});
// #endregion

// #region request
const app = new KeywrightClient(
  { baseUrl, organizationId },
  new PasskeyStamper({ passkeys, rpId: rp.id }),
);
const { url, stamp } = await app.stampWhoami({});
const { clientDataJson } = JSON.parse(stamp.stampHeaderValue);
const clientData = JSON.parse(atob(clientDataJson.replace(/-/g, "+").replace(/_/g, "/")));

console.log("POST", new URL(url).pathname, stamp.stampHeaderName, clientData.origin);
console.log("any origin:", (await app.whoami()).username);
// #endregion

// #region origins
// The feature names one origin. From then on, all others are rejected, including those of apps.
const name = "FEATURE_NAME_WEBAUTHN_ORIGINS";
await app.setOrganizationFeature({ name, value: appOrigin });
const accepted = await app.whoami();
console.log("the app's origin is allowed:", accepted.username);

await app.setOrganizationFeature({ name, value: "https://app.example.com" });
const refused = await app.whoami().catch((error) => error);
console.log("another origin is allowed:", refused.status, refused.message);
// #endregion

console.assert(clientData.origin === appOrigin, `origin is ${clientData.origin}`);
console.assert(accepted.username === "Alice", "the allowed app was rejected");
console.assert(refused.code === "PASSKEY_ASSERTION_INVALID", `the app got ${refused}`);
