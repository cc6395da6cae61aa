/**
 * Receive a webhook
 *
 * Sets a webhook URL and handles a delivery like your server would: verify it, then act.
 * Result: delivery verified and printed
 * Pages: /features/webhooks
 */
// #region client
import { createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { fetchWebhookKeys, verifyWebhook, type WebhookKey } from "@keywright/client/webhooks";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const client = new KeywrightServer().apiClient();
// #endregion

// #region set
const url = "https://hooks.example/keywright";
const { features } = await client.setOrganizationFeature({
  name: "FEATURE_NAME_WEBHOOK",
  value: url,
});
console.log(features.filter(({ name }) => name === "FEATURE_NAME_WEBHOOK"));

const { walletId } = await client.createWallet({ walletName: "Watched", accounts: [] });
// #endregion

// #region handler
let keys: readonly WebhookKey[] = [];
let fetchedAt = 0;

/** Verifies a delivery. If no key matches, fetches the keys again, at most once a minute, because the server rotates them. */
async function verify(body: string, headers: Headers) {
  try {
    return verifyWebhook(body, headers, { keys });
  } catch (error) {
    if (Date.now() - fetchedAt < 60_000) throw error;
    fetchedAt = Date.now();
    keys = await fetchWebhookKeys(baseUrl);
    return verifyWebhook(body, headers, { keys });
  }
}

/** Your server's handler, with the standard Request and Response that most frameworks support. */
async function receive(request: Request): Promise<Response> {
  // Limit the length of bodies in your framework, because strangers can post, too.
  // Verify the body as received: parsing and serializing it again changes the signed bytes.
  const body = await request.text();
  try {
    const { eventId, eventType, activity } = await verify(body, request.headers);
    console.log("verified", eventType, activity.type, activity.status);
    console.log("store the event id, because the event may come again:", eventId);
    return new Response(null, { status: 204 });
  } catch {
    // The server retries after a 5xx. A 4xx would end the delivery for good.
    return new Response(null, { status: 503 });
  }
}
// #endregion

// #region deliver
// No server listens at the URL. The development server keeps what it posted.
const deliveries = await createDevClient({ baseUrl }).webhooks.list();
const [delivery] = deliveries.filter(({ body }) => body.includes(walletId));
const posted = { method: "POST", headers: delivery.tries[0].headers, body: delivery.body };
const answer = await receive(new Request(delivery.url, posted));

console.log("answered", answer.status);
// #endregion

// #region act
// Before a payout, read the activity itself.
const heard = JSON.parse(delivery.body) as { id: string };
const { activity } = await client.getActivity({ activityId: heard.id });

console.log("read again:", activity.status);
// #endregion

// #region refused
const forged = await receive(new Request(url, { method: "POST", body: "{}" }));
console.log("unsigned:", forged.status);

const refused = await client
  .setOrganizationFeature({ name: "FEATURE_NAME_WEBHOOK", value: "ftp://hooks.example" })
  .catch((error) => error);

console.log(refused.message);
// #endregion

console.assert(delivery.url === url, `posted to ${delivery.url}`);
console.assert(answer.status === 204, `the handler returned ${answer.status}`);
console.assert(forged.status === 503, `the forgery got ${forged.status}`);
console.assert(activity.status === "ACTIVITY_STATUS_COMPLETED", `status is ${activity.status}`);
console.assert(refused.code === "FEATURE_VALUE_INVALID", `ftp got ${refused}`);
