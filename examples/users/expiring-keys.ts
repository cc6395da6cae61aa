/**
 * Keys that expire
 *
 * Expiring keys need no cleanup. A user has at most ten expiring keys, where a new one evicts the oldest, and ten long-lived
 * ones.
 * Result: 401 after expiry; eviction and limit
 * Pages: /getting-started/resource-limits, /concepts/users/credentials
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const dev = createDevClient({ baseUrl: process.env.KEYWRIGHT_BASE_URL! });
const { userId } = await client.whoami();

// #region register
async function register(apiKeyName: string, expirationSeconds?: string) {
  const key = await generateApiKeyPair();
  await client.createApiKeys({
    userId,
    apiKeys: [
      { apiKeyName, publicKey: key.apiPublicKey, curveType: key.curveType, expirationSeconds },
    ],
  });
  return new KeywrightClient(client, new ApiKeyStamper(key));
}
// #endregion

// #region expiry
const minute = await register("One minute", "60");
console.log("immediately:", (await minute.whoami()).username);

await dev.clock.advance({ seconds: 61 });
const expired = await minute.whoami().catch((error) => error);
console.log("61 seconds later:", expired.status, expired.code);
// #endregion

// #region limits
const first = await register("Expiring 1", "3600");
for (let n = 2; n <= 11; n++) await register(`Expiring ${n}`, "3600");
const evicted = await first.whoami().catch((error) => error);
console.log("the first of eleven:", evicted.status, evicted.code);

// The user starts with one long-lived key.
for (let n = 2; n <= 10; n++) await register(`Long-lived ${n}`);
const eleventh = await register("Long-lived 11").catch((error) => error);
console.log("the eleventh long-lived:", eleventh.grpcCode, eleventh.message);
// #endregion

console.assert(expired.status === 401 && expired.code === "API_KEY_EXPIRED", expired);
console.assert(evicted.status === 401, evicted);
console.assert(eleventh.grpcCode === 8, eleventh);
