/**
 * Receive a webhook
 *
 * Names a URL that hears of every activity, and handles a delivery as your server would: verify, then work.
 * Result: delivery verified and printed
 * Pages: /features/webhooks
 */
// #region client
import { ApiKeyStamper } from "@keywright/api-key-stamper";
import { KeywrightClient } from "@keywright/client";
import { createDevClient } from "@keywright/dev-client";
import { fetchWebhookKeys, verifyWebhook } from "@keywright/sdk-server";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const client = new KeywrightClient(
  { baseUrl, organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID! },
  new ApiKeyStamper({
    apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,
    apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,
  }),
);
// #endregion

// #region set
const url = "https://hooks.example/keywright";
const { features } = await client.setOrganizationFeature({
  name: "FEATURE_NAME_WEBHOOK",
  value: url,
});
console.log(features.filter(({ name }) => name === "FEATURE_NAME_WEBHOOK"));

const { walletId } = await client.createWallet({ walletName: "Heard of", accounts: [] });
// #endregion

// #region handler
const keys = await fetchWebhookKeys(baseUrl);

/** Your server's handler: plain Request and Response, as most frameworks have them. */
async function receive(request: Request): Promise<Response> {
  // The body as it came: parsing and writing it again changes bytes that are signed.
  const body = await request.text();
  try {
    const { eventId, eventType, activity } = verifyWebhook(body, request.headers, { keys });
    console.log("verified", eventType, activity.type, activity.status);
    console.log("remember the event, it may come again:", eventId);
    return new Response(null, { status: 204 });
  } catch {
    return new Response(null, { status: 400 });
  }
}
// #endregion

// #region deliver
// Nothing listens at the URL: what was posted to it is taken from the development host.
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
const refused = await client
  .setOrganizationFeature({ name: "FEATURE_NAME_WEBHOOK", value: "ftp://hooks.example" })
  .catch((error) => error);

console.log(refused.message);
// #endregion

console.assert(delivery.url === url, `posted to ${delivery.url}`);
console.assert(answer.status === 204, `the handler answered ${answer.status}`);
console.assert(activity.status === "ACTIVITY_STATUS_COMPLETED", `status is ${activity.status}`);
console.assert(refused.code === "FEATURE_VALUE_INVALID", `ftp got ${refused}`);
