/**
 * List, filter and page
 *
 * Reads a list of 25 entries in pages of 10, and finds activities by their status and type.
 * Result: 25 addresses over 3 pages without duplicates; activities by status and type
 * Pages: /api-overview/queries
 */
// #region client
import { KeywrightClient, listActivities, listAll } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region pages
const path = (index: number) => `m/44'/60'/0'/0/${index}`;
const { walletId } = await client.createWallet({
  walletName: "Deposits",
  accounts: Array.from({ length: 25 }, (_, index) => ({
    curve: "CURVE_SECP256K1",
    pathFormat: "PATH_FORMAT_BIP32",
    path: path(index),
    addressFormat: "ADDRESS_FORMAT_ETHEREUM",
  })),
});

const seen: string[] = [];
let pages = 0;
let after: string | undefined;
while (true) {
  const { accounts } = await client.listWalletAccounts({
    walletId,
    paginationOptions: { limit: "10", ...(after && { after }) },
  });
  if (accounts.length === 0) break;
  pages++;
  seen.push(...accounts.map((account) => account.address));
  // The id of the last entry is the cursor of the next page.
  after = accounts.at(-1)!.walletAccountId;
}
console.log(seen.length, "addresses over", pages, "pages,", new Set(seen).size, "different");
// #endregion

// #region activities
const key = await generateApiKeyPair();
const {
  userIds: [clerkId],
} = await client.createUsers({
  users: [
    {
      userName: "Clerk",
      apiKeys: [{ apiKeyName: "Clerk", publicKey: key.apiPublicKey, curveType: key.curveType }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
  ],
});
await client.createPolicy({
  policyName: "Two people create wallets",
  effect: "EFFECT_ALLOW",
  condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
  consensus: "approvers.count() >= 2",
});
// #endregion

// #region filter
const clerk = new KeywrightClient(client, new ApiKeyStamper(key));
await clerk.createWallet({ walletName: "Requested", accounts: [] }).catch((error) => error);

const waiting = await listAll(client, listActivities, {
  filterByStatus: ["ACTIVITY_STATUS_CONSENSUS_NEEDED"],
});
const wallets = await listAll(client, listActivities, {
  filterByType: ["ACTIVITY_TYPE_CREATE_WALLET"],
});
console.log(
  "waiting:",
  waiting.map(({ type, status }) => `${type} ${status}`),
);
console.log("wallets:", wallets.length, "of any status");
// #endregion

console.assert(pages === 3 && new Set(seen).size === 25, `${seen.length} on ${pages} pages`);
console.assert(waiting.length === 1, "one activity waits");
console.assert(
  waiting[0].votes.every(({ userId }) => userId === clerkId),
  "the clerk's request",
);
console.assert(wallets.length === 2, "two activities created wallets");
