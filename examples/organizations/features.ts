/**
 * Switch a feature on and off
 *
 * Features belong to the organization. Only its root quorum can set them, regardless of policies.
 * Result: set, read back, removed; non-root rejected
 * Pages: /concepts/organizations
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region set
const read = async () => {
  const { configs } = await client.getOrganizationConfigs();
  return configs.features?.map(({ name, value }) => `${name} ${value}`.trim()) ?? [];
};

await client.setOrganizationFeature({
  name: "FEATURE_NAME_WEBAUTHN_ORIGINS",
  value: "https://app.example.com",
});
const set = await read();
console.log(set);

await client.removeOrganizationFeature({ name: "FEATURE_NAME_WEBAUTHN_ORIGINS" });
const removed = await read();
console.log(removed);
// #endregion

// #region refused
const key = await generateApiKeyPair();
await client.createUsers({
  users: [
    {
      userName: "Admin",
      apiKeys: [{ apiKeyName: "Admin", publicKey: key.apiPublicKey, curveType: key.curveType }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
  ],
});
await client.createPolicy({
  policyName: "Everyone may do everything",
  effect: "EFFECT_ALLOW",
  condition: "true",
});
const admin = new KeywrightClient(client, new ApiKeyStamper(key));
const refusal = await admin
  .setOrganizationFeature({ name: "FEATURE_NAME_WEBAUTHN_ORIGINS", value: "https://evil.example" })
  .catch((error) => error);
console.log(refusal.status, refusal.code, refusal.message);
// #endregion

const feature = "FEATURE_NAME_WEBAUTHN_ORIGINS https://app.example.com";
console.assert(set.includes(feature), `${set}`);
console.assert(!removed.includes(feature) && !(await read()).join().includes("evil"), `${removed}`);
console.assert(refusal.status === 403, refusal);
