/**
 * Forward a signed request
 *
 * The client signs, your backend posts. Only the body is signed, so a backend can inspect, store and forward a request, but
 * can't change it.
 * Result: forwarded copy accepted; altered copy 401; copy for another path not sent
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
const allowed = ["/public/v1/submit/create_wallet"];

async function forward({ url, body, stamp }: SignedRequest) {
  // The app must not choose where your server posts, so use your own address and list of paths.
  const { pathname } = new URL(url);
  if (!allowed.includes(pathname)) return { status: 403, answer: { message: `no ${pathname}` } };
  const response = await fetch(client.baseUrl + pathname, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [stamp.stampHeaderName]: stamp.stampHeaderValue,
    },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  return { status: response.status, answer: await response.json() };
}

const accepted = await forward(signed);
console.log(accepted.status, accepted.answer.activity.status);

const altered = await forward({ ...signed, body: signed.body.replace("Savings", "Spendings") });
console.log(altered.status, altered.answer.message);

const elsewhere = await forward({ ...signed, url: "https://internal.example/secrets" });
console.log(elsewhere.status, elsewhere.answer.message);
// #endregion

console.assert(accepted.answer.activity.status === "ACTIVITY_STATUS_COMPLETED", "forwarded");
console.assert(elsewhere.status === 403, `the copy for another path got ${elsewhere.status}`);
console.assert(altered.status === 401, `the altered copy got ${altered.status}`);
