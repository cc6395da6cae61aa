/**
 * Forward a signed request
 *
 * The client signs, your backend posts. Only the body is signed, so a backend can inspect, store and forward a request, but
 * can't change it.
 * Result: forwarded copy accepted; altered copy 401
 * Pages: /passkeys/integration, /sdks/advanced/keywright-client
 */
// #region client
import type { SignedRequest } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region sign
// In the app: signed here, posted by other code.
const signed = await client.stampCreateWallet({ walletName: "Savings", accounts: [] });
// #endregion

// #region forward
// On your server: forward what the app sent, after your own checks.
async function forward({ url, body, stamp }: SignedRequest) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [stamp.stampHeaderName]: stamp.stampHeaderValue,
    },
    body,
  });
  return { status: response.status, answer: await response.json() };
}

const accepted = await forward(signed);
console.log(accepted.status, accepted.answer.activity.status);

const altered = await forward({ ...signed, body: signed.body.replace("Savings", "Spendings") });
console.log(altered.status, altered.answer.message);
// #endregion

console.assert(accepted.answer.activity.status === "ACTIVITY_STATUS_COMPLETED", "forwarded");
console.assert(altered.status === 401, `the altered copy got ${altered.status}`);
