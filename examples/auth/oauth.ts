/**
 * Sign in with an identity provider
 *
 * Registers an identity of an OpenID Connect provider and signs in with it. The nonce binds the token to one browser.
 * Result: registered identity; whoami; nonce and expiry errors
 * Pages: /features/oauth
 */
// #region parent
import { KeywrightClient, toHex } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { generateTargetKey, openCredentialBundle } from "@keywright/client/bundles";
import { createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
// The development host's token issuer acts as the identity provider.
const dev = createDevClient({ baseUrl });
const { issuer } = dev;
// #endregion

// #region register
const { token: signUpToken } = await issuer.mint({ subject: "alice" });
const { subOrganizationId: organizationId, rootUserIds } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [
    {
      userName: "Alice",
      apiKeys: [],
      authenticators: [],
      oauthProviders: [{ providerName: "Example", oidcToken: signUpToken }],
    },
  ],
  rootQuorumThreshold: 1,
});
const userId = rootUserIds![0];
const { oauthProviders } = await parent.getOauthProviders({ organizationId, userId });

const [identity] = oauthProviders;

console.log("registered:", identity.providerName, identity.audience, identity.subject);
// #endregion

// #region sign-in
const browser = await generateTargetKey();
const { targetPublicKey } = browser;

// The page requests a token with this nonce: the hex SHA-256 of the target key's text.
const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(targetPublicKey));
const nonce = toHex(new Uint8Array(digest));
const { token } = await issuer.mint({ subject: "alice", nonce });

const { credentialBundle } = await parent.oauth({
  organizationId,
  oidcToken: token,
  targetPublicKey,
});
const apiKey = await openCredentialBundle(credentialBundle, browser);
const alice = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(apiKey));
const me = await alice.whoami();

console.log("signed in as", me.username);
// #endregion

// #region refused
const signInWith = async (claims: {
  nonce?: string;
  subject?: string;
  expiresInSeconds?: number;
}) => {
  const { token: oidcToken } = await issuer.mint({ subject: "alice", nonce, ...claims });
  return parent.oauth({ organizationId, oidcToken, targetPublicKey }).catch((error) => error);
};
const refusals = {
  "another browser's nonce": await signInWith({ nonce: "00".repeat(32) }),
  "an expired token": await signInWith({ expiresInSeconds: -60 }),
  "another user": await signInWith({ subject: "mallory" }),
};

for (const [what, { message }] of Object.entries(refusals)) console.log(`${what}: ${message}`);
// #endregion

console.assert(me.userId === userId, "another user");
console.assert(identity.subject === "alice", "another identity");
console.assert(identity.issuer === (await dev.about()).issuer, `issuer is ${identity.issuer}`);
for (const refused of Object.values(refusals)) {
  console.assert(
    refused.code === "OIDC_TOKEN_INVALID" && refused.grpcCode === 3,
    `the token got ${refused}`,
  );
}
