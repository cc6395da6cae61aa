/**
 * A stamp, by hand and with the package
 *
 * A stamp is a signature over the bytes of the body, with the public key and its scheme, as base64url text in a header.
 * Result: by hand and with the package; tampered 401
 * Pages: /api-overview/stamps, /sdks/advanced/api-key-stamper
 */
// #region client
import { KeywrightClient, toBase64url, toHex } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region key
const P256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const { privateKey, publicKey } = await crypto.subtle.generateKey(P256, false, ["sign", "verify"]);
const point = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
// Compressed: the sign of y, then x.
const compressed = toHex(Uint8Array.of(2 + (point[64] % 2), ...point.slice(1, 33)));

const { userId } = await client.whoami();
await client.createApiKeys({
  userId,
  apiKeys: [{ apiKeyName: "By hand", publicKey: compressed, curveType: "API_KEY_CURVE_P256" }],
});
// #endregion

// #region by-hand
// WebCrypto returns r and s concatenated; the stamp needs them as ASN.1 (SEC 1, C.5).
function toDer(signature: Uint8Array) {
  const integer = (bytes: Uint8Array) => {
    const start = bytes.findIndex((byte) => byte > 0);
    const value = bytes.slice(start);
    return [2, value.length + (value[0] >> 7), ...(value[0] >> 7 ? [0] : []), ...value];
  };
  const both = [...integer(signature.slice(0, 32)), ...integer(signature.slice(32))];
  return Uint8Array.of(0x30, both.length, ...both);
}

async function stamp(body: string) {
  const bytes = new TextEncoder().encode(body);
  const signature = new Uint8Array(await crypto.subtle.sign(P256, privateKey, bytes));
  const json = JSON.stringify({
    publicKey: compressed,
    scheme: "SIGNATURE_SCHEME_TK_API_P256",
    signature: toHex(toDer(signature)),
  });
  return toBase64url(new TextEncoder().encode(json));
}
// #endregion

// #region post
const callPath = "/public/v1/query/whoami";
const url = `${process.env.KEYWRIGHT_BASE_URL}${callPath}`;
const body = JSON.stringify({
  organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID,
  timestampMs: String(Date.now()),
  callPath,
});
const header = await stamp(body);
const post = (text: string) =>
  fetch(url, { method: "POST", headers: { "X-Stamp": header }, body: text });

console.log("X-Stamp:", header);
const accepted = await post(body);
console.log(accepted.status, await accepted.json());

// With one more byte, the signature no longer matches.
const altered = await post(`${body} `);
console.log(altered.status, (await altered.json()).message);
// #endregion

// #region package
// The package does the same with a key in hexadecimal, a JWK, or the CryptoKey.
const stamper = new ApiKeyStamper({ apiPublicKey: compressed, apiPrivateKey: privateKey });
const me = await new KeywrightClient(client, stamper).whoami();
console.log(me.username);
// #endregion

console.assert(accepted.status === 200 && altered.status === 401, `${altered.status}`);
console.assert(me.userId === userId, "the package stamps with the same key");
