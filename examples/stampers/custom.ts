/**
 * Your own stamper
 *
 * A stamper is one function, from the text of a body to the header. Here your own service holds the key and signs digests.
 * Result: own stamper, whoami
 * Pages: /sdks/advanced/keywright-client
 */
// #region client
import { KeywrightClient, type Stamper, toHex, toStamp } from "@keywright/client";
import { generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";
import { secp256k1 } from "@noble/curves/secp256k1.js";

const client = new KeywrightServer().apiClient();
// #endregion

const key = await generateApiKeyPair("API_KEY_CURVE_SECP256K1");
const { userId } = await client.whoami();
await client.createApiKeys({
  userId,
  apiKeys: [{ apiKeyName: "Key service", publicKey: key.apiPublicKey, curveType: key.curveType }],
});

// #region service
// Simulates a key management service: it signs a SHA-256 digest and never exposes the key.
const keyService = {
  async sign(digest: Uint8Array) {
    const secret = Uint8Array.from(key.apiPrivateKey.match(/../g)!, (byte) => Number(`0x${byte}`));
    return secp256k1.sign(digest, secret, { prehash: false, format: "der" });
  },
};
// #endregion

// #region stamper
const stamper: Stamper = {
  async stamp(payload) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(payload));
    const signature = await keyService.sign(new Uint8Array(digest));
    return toStamp(key.apiPublicKey, "SIGNATURE_SCHEME_TK_API_SECP256K1", toHex(signature));
  },
};
const me = await new KeywrightClient(client, stamper).whoami();
console.log(me.username, me.userId);
// #endregion

// #region wrong
// The engine detects a stamper that signs other bytes than those sent.
const wrong: Stamper = {
  stamp: (payload) => stamper.stamp(JSON.stringify(JSON.parse(payload), null, 2)),
};
const refusal = await new KeywrightClient(client, wrong).whoami().catch((error) => error);
console.log(refusal.status, refusal.code);
// #endregion

console.assert(me.userId === userId, "signed in with the service");
console.assert(refusal.status === 401, refusal);
