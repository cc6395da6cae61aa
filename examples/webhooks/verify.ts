/**
 * Verify webhooks
 *
 * What to check in a delivery: its signature, its time, its key, and that it is new.
 * Result: tampered, old, wrong key rejected; duplicate ignored
 * Pages: /features/webhooks
 */
// #region client
import { createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { fetchWebhookKeys, verifyWebhook } from "@keywright/client/webhooks";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const client = new KeywrightServer().apiClient();
await client.setOrganizationFeature({
  name: "FEATURE_NAME_WEBHOOK",
  value: "https://hooks.example/keywright",
});
const { walletId } = await client.createWallet({ walletName: "Watched", accounts: [] });
// #endregion

// #region genuine
// What the engine posted, as the development host kept it.
const deliveries = await createDevClient({ baseUrl }).webhooks.list();
const { body, tries } = deliveries.filter(({ body }) => body.includes(walletId))[0];
const { headers } = tries[0];
const keys = await fetchWebhookKeys(baseUrl);

const genuine = verifyWebhook(body, headers, { keys });
console.log("genuine:", genuine.eventType, genuine.activity.type);
// #endregion

// #region rejected
/** The code of the error, or "accepted". */
function outcomeOf(verify: () => unknown): string {
  try {
    verify();
    return "accepted";
  } catch (error) {
    return (error as { code: string }).code;
  }
}
const tampered = body.replace("COMPLETED", "FAILED");
const { kid } = keys[0];
// Another key under the same id: the public key of test 1 in RFC 8032.
const forged = [{ kid, x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }];
const inTenMinutes = () => Date.now() + 10 * 60_000;

const outcomes = {
  tampered: outcomeOf(() => verifyWebhook(tampered, headers, { keys })),
  old: outcomeOf(() => verifyWebhook(body, headers, { keys, now: inTenMinutes })),
  "wrong key": outcomeOf(() => verifyWebhook(body, headers, { keys: forged })),
  "unknown key": outcomeOf(() => verifyWebhook(body, headers, { keys: [] })),
  unsigned: outcomeOf(() => verifyWebhook(body, {}, { keys })),
};
console.table(outcomes);
// #endregion

// #region duplicate
// Deliveries come at least once, with the same event id. Store ids where all your servers can look them up.
const seen = new Set<string>();
let handled = 0;
for (let delivery = 0; delivery < 2; delivery++) {
  const { eventId } = verifyWebhook(body, headers, { keys });
  if (seen.has(eventId)) continue;
  seen.add(eventId);
  handled++;
}

console.log("delivered twice, handled", handled);
// #endregion

console.assert(genuine.activity.id !== "", "no activity");
console.assert(outcomes.tampered === "WEBHOOK_SIGNATURE_INVALID", `tampered: ${outcomes.tampered}`);
console.assert(outcomes.old === "WEBHOOK_STALE", `old: ${outcomes.old}`);
console.assert(
  outcomes["wrong key"] === "WEBHOOK_SIGNATURE_INVALID",
  `forged: ${outcomes["wrong key"]}`,
);
console.assert(outcomes["unknown key"] === "WEBHOOK_KEY_UNKNOWN", "an unknown key was accepted");
console.assert(outcomes.unsigned === "WEBHOOK_UNSIGNED", "an unsigned webhook was accepted");
console.assert(handled === 1, `handled ${handled} times`);
