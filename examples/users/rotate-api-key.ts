/**
 * Rotate an API key
 *
 * Register and test the new key before you delete the old one, so that a valid key exists at all times.
 * Result: old key 401 after the swap; audit table
 * Pages: /concepts/users/credentials
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region rotate
const { userId } = await client.whoami();
const { apiKeys: before } = await client.getApiKeys({ userId });

const key = await generateApiKeyPair();
await client.createApiKeys({
  userId,
  apiKeys: [
    { apiKeyName: "Server, second", publicKey: key.apiPublicKey, curveType: key.curveType },
  ],
});

// The new key proves that it works, then deletes the old one.
const rotated = new KeywrightClient(client, new ApiKeyStamper(key));
await rotated.deleteApiKeys({ userId, apiKeyIds: before.map((old) => old.apiKeyId) });

const refusal = await client.whoami().catch((error) => error);
console.log("old key:", refusal.status, "new key:", (await rotated.whoami()).username);
// #endregion

// #region audit
const { users } = await rotated.listUsers();
const now = Math.floor(Date.now() / 1000);
const rows = users.flatMap((user) =>
  user.apiKeys.map((apiKey) => ({
    user: user.userName,
    key: apiKey.apiKeyName,
    days: Math.max(0, Math.floor((now - Number(apiKey.createdAt.seconds)) / 86_400)),
    expires: apiKey.expirationSeconds ?? "never",
  })),
);
console.table(rows);
// #endregion

console.assert(refusal.status === 401, refusal);
console.assert(rows.length === 1 && rows[0].key === "Server, second", JSON.stringify(rows));
