/**
 * Find a sub-organization
 *
 * A user returns with a name, a contact, a passkey or a token. Each identifies the user's sub-organization.
 * Result: one match per filter type
 * Pages: /concepts/sub-organizations
 */
// #region client
import { KeywrightClient, listAll, listSuborgs } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { createAuthenticator, createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const client = new KeywrightServer().apiClient();
// #endregion

const dev = createDevClient({ baseUrl });

// #region create
const { token } = await dev.issuer.mint({ subject: "alice-42", audience: "app" });
const { credentials } = createAuthenticator();
const passkey = await createPasskey({
  authenticatorName: "Phone",
  rp: { id: "app.example.com", name: "Example" },
  user: { name: "alice@example.com" },
  credentials,
});
const laptop = await generateApiKeyPair();
const { apiPublicKey } = laptop;
const { subOrganizationId } = await client.createSubOrganization({
  subOrganizationName: "Customer 42",
  rootUsers: [
    {
      userName: "Alice",
      userEmail: "alice@example.com",
      userPhoneNumber: "+12025550123",
      apiKeys: [{ apiKeyName: "Laptop", publicKey: apiPublicKey, curveType: "API_KEY_CURVE_P256" }],
      authenticators: [passkey],
      oauthProviders: [{ providerName: "Example", oidcToken: token }],
    },
  ],
  rootQuorumThreshold: 1,
});
// #endregion

// #region prove
// Anyone may have registered this key and this passkey, so no search finds them before they stamp a request.
const stampers = [
  new ApiKeyStamper(laptop),
  new WebauthnStamper({ rpId: "app.example.com", credentials }),
];
for (const stamper of stampers) {
  await new KeywrightClient({ baseUrl, organizationId: subOrganizationId }, stamper).whoami();
}
// #endregion

// #region find
const filters = [
  ["NAME", "Customer 42"],
  ["USERNAME", "Alice"],
  ["EMAIL", "alice@example.com"],
  ["PHONE_NUMBER", "+12025550123"],
  ["CREDENTIAL_ID", passkey.attestation.credentialId],
  ["PUBLIC_KEY", apiPublicKey],
  ["OIDC_TOKEN", token],
] as const;
const found: Record<string, string[]> = {};
for (const [filterType, filterValue] of filters) {
  found[filterType] = await listAll(client, listSuborgs, { filterType, filterValue });
}
console.log(found);
// #endregion

// #region none
// No match is an empty list, not an error.
const unmatched = await listAll(client, listSuborgs, {
  filterType: "EMAIL",
  filterValue: "bob@example.com",
});
console.log(unmatched);
// #endregion

for (const [filterType, ids] of Object.entries(found)) {
  console.assert(ids.join() === subOrganizationId, `${filterType} found ${ids}`);
}
console.assert(unmatched.length === 0, "no match");
