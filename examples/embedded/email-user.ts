/**
 * A user with only an email address
 *
 * Creates a user without credentials and signs them in by email when they arrive.
 * Result: created without credential; signed in by email; expired after 15 minutes
 * Pages: /embedded-wallets/code-examples/create-user-email, /embedded-wallets/code-examples/authenticate-user-email
 */
// #region server
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { generateTargetKey, openCredentialBundle } from "@keywright/client/bundles";
import { createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const email = "alice@example.com";
// #endregion

// #region create
const {
  subOrganizationId: organizationId,
  rootUserIds,
  wallet,
} = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [
    { userName: "Alice", userEmail: email, apiKeys: [], authenticators: [], oauthProviders: [] },
  ],
  rootQuorumThreshold: 1,
  wallet: {
    walletName: "Alice's wallet",
    accounts: DEFAULT_ETHEREUM_ACCOUNTS,
  },
});
const address = wallet!.addresses[0];
const { user } = await parent.getUser({ organizationId, userId: rootUserIds![0] });

console.log("address", address);
console.log("credentials:", user.apiKeys.length + user.authenticators.length);
// #endregion

// #region no-credential
// No one can sign yet: the user has no key, and the server may not.
const payload = "no one";
const refused = await parent
  .signRawPayload({
    organizationId,
    signWith: address,
    payload,
    encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
    hashFunction: "HASH_FUNCTION_KECCAK256",
  })
  .catch((error) => error);

console.log("the server signs:", refused.code);
// #endregion

// #region sign-in
// In the page: a target key. Your server requests the email, and the user enters its bundle.
const browser = await generateTargetKey();
await parent.emailAuth({
  organizationId,
  email,
  targetPublicKey: browser.targetPublicKey,
  emailCustomization: { appName: "Example" },
});
const dev = createDevClient({ baseUrl });
const [letter] = await dev.inbox.list({ to: email });
const apiKey = await openCredentialBundle(String(letter.template.bundle), browser);
const alice = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(apiKey));

const me = await alice.whoami();
const { walletId } = await alice.createWallet({ walletName: "Second wallet", accounts: [] });
console.log(me.username, "created wallet", walletId);
// #endregion

// #region expired
await dev.clock.advance({ seconds: 15 * 60 });
const expired = await alice.whoami().catch((error) => error);

console.log("15 minutes later:", expired.status, expired.code);
// #endregion

console.assert(user.apiKeys.length + user.authenticators.length === 0, "the user has a credential");
console.assert(refused.code === "ORGANIZATION_MISMATCH", `the server got ${refused}`);
console.assert(me.userId === rootUserIds![0], `signed in as ${me.username}`);
console.assert(expired.code === "API_KEY_EXPIRED", `after 15 minutes: ${expired}`);
