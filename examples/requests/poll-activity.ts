/**
 * Wait for an activity
 *
 * An activity is usually final in the response to its submit. If it isn't, poll until it is. The development host delays
 * this one.
 * Result: statuses in order, then result
 * Pages: /api-overview/submissions, /sdks/advanced/keywright-client
 */
// #region client
import { createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const dev = createDevClient({ baseUrl: process.env.KEYWRIGHT_BASE_URL! });
const held = await dev.faults.add({
  kind: "pending",
  organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID!,
});

// #region poll
const signed = await client.stampCreateWallet({ walletName: "Held back", accounts: [] });
let { activity } = await client.send(signed);
const statuses = [activity.status];

while (activity.status === "ACTIVITY_STATUS_PENDING") {
  if (statuses.length === 3) await dev.faults.remove(held.id);
  await new Promise((resolve) => setTimeout(resolve, 20));
  // Polling is free. Submitting again would create a second wallet.
  ({ activity } = await client.getActivity({ activityId: activity.id }));
  statuses.push(activity.status);
}

console.log(statuses.join(" → "));
console.log("result", activity.result);
// #endregion

// #region wait
const { walletId } = await client.waitForActivity<{ walletId: string }>(activity.id);
console.log("waitForActivity returns the same", walletId);
// #endregion

console.assert(statuses.length === 4 && statuses[3] === "ACTIVITY_STATUS_COMPLETED", `${statuses}`);
console.assert(JSON.stringify(activity.result).includes(walletId), "the same wallet");
