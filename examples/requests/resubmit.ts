/**
 * Send it again
 *
 * The bytes of a body identify a submit: the same bytes are the same activity, however often they arrive.
 * Result: same id; new id; stale timestamp rejected
 * Pages: /api-overview/submissions
 */
// #region client
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region same
const signed = await client.stampCreateWallet({ walletName: "Payroll", accounts: [] });
const first = await client.send(signed);
const again = await client.send(signed);

console.log("same bytes, same activity:", again.activity.id === first.activity.id);
// #endregion

// #region new
// Another timestampMs makes another body. The name is taken by now, so this wallet needs a different one.
const other = await client.createWallet({ walletName: "Payroll 2", accounts: [] });

console.log("new bytes, new activity:", other.activity.id !== first.activity.id);
// #endregion

// #region stale
const twoHoursAgo = String(Date.now() - 2 * 60 * 60 * 1000);
const refusal = await client
  .createWallet({ walletName: "Late", accounts: [], timestampMs: twoHoursAgo })
  .catch((error) => error);

console.log(refusal.status, refusal.code);
// #endregion

const { wallets } = await client.listWallets();
console.assert(again.activity.id === first.activity.id, "the same activity");
console.assert(other.activity.id !== first.activity.id, "another activity");
console.assert(refusal.code === "TIMESTAMP_TOO_OLD", refusal);
console.assert(wallets.length === 2, `${wallets.length} wallets`);
