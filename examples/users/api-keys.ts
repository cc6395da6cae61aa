/**
 * API keys on three curves
 *
 * Generate a key pair where it's used; register only its public key.
 * Result: three curves, three whoami
 * Pages: /concepts/users/credentials
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region keys
const curves = ["API_KEY_CURVE_P256", "API_KEY_CURVE_SECP256K1", "API_KEY_CURVE_ED25519"] as const;
const { userId } = await client.whoami();
const signedInAs: string[] = [];

for (const curveType of curves) {
  const key = await generateApiKeyPair(curveType);
  await client.createApiKeys({
    userId,
    apiKeys: [{ apiKeyName: curveType, publicKey: key.apiPublicKey, curveType }],
  });
  const me = await new KeywrightClient(client, new ApiKeyStamper(key)).whoami();
  signedInAs.push(me.userId);
  console.log(curveType, key.apiPublicKey.length / 2, "bytes →", me.username);
}
// #endregion

// #region mismatch
// A public key must be a point on its curve.
const { apiPublicKey } = await generateApiKeyPair("API_KEY_CURVE_ED25519");
const refusal = await client
  .createApiKeys({
    userId,
    apiKeys: [
      { apiKeyName: "Wrong", publicKey: apiPublicKey, curveType: "API_KEY_CURVE_SECP256K1" },
    ],
  })
  .catch((error) => error);
console.log(refusal.status, refusal.code);
// #endregion

console.assert(signedInAs.length === 3 && signedInAs.every((id) => id === userId), `${signedInAs}`);
console.assert(refusal.code === "PUBLIC_KEY_INVALID", refusal);
