/**
 * Retry without doing it twice
 *
 * The server is busy for the first two attempts. The client resends the same bytes, so only one wallet is created.
 * Result: two faults, success, one activity
 * Pages: /api-overview/errors
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const dev = createDevClient({ baseUrl: process.env.KEYWRIGHT_BASE_URL! });

// #region retry
// The development host returns 503 twice instead of executing the call.
await dev.faults.add({
  kind: "status",
  status: 503,
  call: "create_wallet",
  times: 2,
  organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID!,
});

let attempts = 0;
const patient = new KeywrightClient(
  {
    ...client,
    fetch: (request) => {
      attempts++;
      return fetch(request);
    },
    // Default: a quarter of a second at first, then longer.
    sleep: async () => {},
  },
  client.stamper,
);
const { walletId } = await patient.createWallet({ walletName: "Once", accounts: [] });
console.log("attempts", attempts, "wallet", walletId);
// #endregion

// #region lost
// Worse: the wallet is created, but the response is lost. The client doesn't retry a 500.
await dev.faults.add({
  kind: "fail_after_commit",
  call: "create_wallet",
  times: 1,
  organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID!,
});
const signed = await client.stampCreateWallet({ walletName: "Lost response", accounts: [] });
const lost = await client.send(signed).catch((error) => error);
console.log(lost.status, lost.message);

// The same signed request names the same activity, which already exists.
const { activity } = await client.send(signed);
console.log(activity.status);
// #endregion

const { wallets } = await client.listWallets();
console.assert(attempts === 3, `${attempts} attempts`);
console.assert(lost.status === 500, lost);
console.assert(activity.status === "ACTIVITY_STATUS_COMPLETED", activity.status);
console.assert(wallets.length === 2, `${wallets.length} wallets`);
