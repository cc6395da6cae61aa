/**
 * What a passkey signs
 *
 * Decodes a stamp: the challenge is the digest of the body, and the signed data includes the domain.
 * Result: challenge equals digest; wrong rpId rejected
 * Pages: /api-overview/stamps, /sdks/advanced/webauthn-stamper
 */
// #region parent
import { fromBase64url, toHex } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const { credentials } = createAuthenticator({ origin: "https://app.example.com" });
const rp = { id: "app.example.com", name: "Example" };
const user = { name: "alice@example.com" };
const passkey = await createPasskey({ authenticatorName: "Phone", rp, user, credentials });
const { subOrganizationId: organizationId } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [{ userName: "Alice", apiKeys: [], authenticators: [passkey], oauthProviders: [] }],
  rootQuorumThreshold: 1,
});
// #endregion

// #region stamp
const stamper = new WebauthnStamper({ rpId: rp.id, credentials });
const callPath = "/public/v1/query/whoami";
const body = JSON.stringify({ organizationId, timestampMs: String(Date.now()), callPath });
const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body);
const stamp = JSON.parse(stampHeaderValue);

console.log(stampHeaderName, Object.keys(stamp));
// #endregion

// #region challenge
const text = (base64url: string) => new TextDecoder().decode(fromBase64url(base64url));
const digestOf = async (bytes: string) =>
  toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(bytes))));

const clientData = JSON.parse(text(stamp.clientDataJson));
const challenge = text(clientData.challenge);
const digest = await digestOf(body);
// The authenticator data starts with the digest of the domain.
const signedFor = toHex(fromBase64url(stamp.authenticatorData).slice(0, 32));

console.log(clientData.type, clientData.origin);
console.log("the challenge is the digest of the body:", challenge === digest);
console.log("signed for", rp.id, signedFor === (await digestOf(rp.id)));
// #endregion

// #region send
const response = await fetch(
  new Request(`${baseUrl}${callPath}`, {
    method: "POST",
    body,
    headers: { [stampHeaderName]: stampHeaderValue },
  }),
);
const { username } = await response.json();
console.log(response.status, username);

// The same stamp with another body.
const altered = await fetch(
  new Request(`${baseUrl}${callPath}`, {
    method: "POST",
    body: `${body} `,
    headers: { [stampHeaderName]: stampHeaderValue },
  }),
);
const problem = await altered.json();
console.log(altered.status, problem.message);
// #endregion

// #region wrong-rp-id
const elsewhere = new WebauthnStamper({ rpId: "example.org", credentials });
const refused = await elsewhere.stamp(body).catch((error) => error);

console.log("another domain:", refused.code);
// #endregion

console.assert(challenge === digest, "the challenge is not the digest");
console.assert(signedFor === (await digestOf(rp.id)), "signed for another domain");
console.assert(response.status === 200 && username === "Alice", "whoami was rejected");
console.assert(altered.status === 401, `the altered body got ${altered.status}`);
console.assert(refused.code === "PASSKEY_RP_ID_MISMATCH", `another domain got ${refused}`);
