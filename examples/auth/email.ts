/**
 * Sign in by email
 *
 * Emails Alice an encrypted, expiring API key that only the requesting browser can open.
 * Result: email, bundle, whoami; first key revoked by the second; rejected after switching the feature off
 * Pages: /features/email-auth
 */
// #region parent
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { generateTargetKey, openCredentialBundle } from "@keywright/client/bundles";
import { createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const email = "alice@example.com";
const { subOrganizationId: organizationId } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [
    { userName: "Alice", userEmail: email, apiKeys: [], authenticators: [], oauthProviders: [] },
  ],
  rootQuorumThreshold: 1,
});
// #endregion

// #region send
// In the browser: a key pair whose private key never leaves it.
const browser = await generateTargetKey();

// On your server: ask the engine to email a new API key, sealed to that key pair.
const sent = await parent.emailAuth({
  organizationId,
  email,
  targetPublicKey: browser.targetPublicKey,
  emailCustomization: { appName: "Example" },
});

console.log(
  "the server learns",
  Object.keys(sent).filter((name) => name !== "activity"),
);
// #endregion

// #region open
const dev = createDevClient({ baseUrl });
const [letter] = await dev.inbox.list({ to: email });
const bundle = String(letter.template.bundle);
console.log(letter.subject);

// In the browser: the user pastes the bundle or follows a link that contains it.
const apiKey = await openCredentialBundle(bundle, browser);
const alice = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(apiKey));
const me = await alice.whoami();

console.log("signed in as", me.username);
// #endregion

// #region other-browser
const otherBrowser = await generateTargetKey();
const unopened = await openCredentialBundle(bundle, otherBrowser).catch((error) => error);

console.log("another browser with the email:", unopened.code);
// #endregion

// #region invalidate
// A second sign-in that ends earlier sessions.
await parent.emailAuth({
  organizationId,
  email,
  targetPublicKey: browser.targetPublicKey,
  emailCustomization: { appName: "Example" },
  invalidateExisting: true,
});
const [second] = await dev.inbox.list({ to: email });
const secondKey = await openCredentialBundle(String(second.template.bundle), browser);
const again = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(secondKey));

console.log("the second key:", (await again.whoami()).username);
const ended = await alice.whoami().catch((error) => error);
console.log("the first key:", ended.status, ended.code);
// #endregion

// #region opt-out
// Only root users of the sub-organization can switch it off. Here Alice does.
await again.removeOrganizationFeature({ name: "FEATURE_NAME_EMAIL_AUTH" });
const refused = await parent
  .emailAuth({
    organizationId,
    email,
    targetPublicKey: browser.targetPublicKey,
    emailCustomization: { appName: "Example" },
  })
  .catch((error) => error);

console.log(refused.message);
// #endregion

console.assert(me.userId === sent.userId, "another user");
console.assert(!("credentialBundle" in sent), "the server received the key");
console.assert(unopened.code === "BUNDLE_FOR_ANOTHER_KEY", `opened: ${unopened}`);
console.assert(ended.code === "API_KEY_NOT_FOUND", `the first key got ${ended}`);
console.assert(refused.code === "FEATURE_DISABLED", `email auth got ${refused}`);
console.assert(refused.message.includes("FEATURE_NAME_EMAIL_AUTH"), "the feature is not named");
