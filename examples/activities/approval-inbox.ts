/**
 * Approve with a passkey
 *
 * A page lists what waits for approval and shows the request. Two of three people vote, with one passkey prompt each.
 * Result: the withdrawal waits; a second vote by passkey signs it
 * Pages: /api-overview/submissions
 */
// #region server
import {
  DEFAULT_ETHEREUM_ACCOUNTS,
  KeywrightClient,
  listActivities,
  listAll,
} from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

const root = new KeywrightServer().apiClient();
const { baseUrl, organizationId } = root;
// #endregion

// #region people
// Each person registers a passkey in the page. These devices are simulated.
const rp = { id: "app.example.com", name: "Example" };
const names = ["Alice", "Bob", "Carol"];
const devices = names.map(() => createAuthenticator({ origin: "https://app.example.com" }));
const passkeys = await Promise.all(
  devices.map(({ credentials }, at) =>
    createPasskey({ authenticatorName: "Phone", rp, user: { name: names[at] }, credentials }),
  ),
);
const { userTagId } = await root.createUserTag({ userTagName: "Treasury", userIds: [] });
await root.createUsers({
  users: names.map((userName, at) => ({
    userName,
    apiKeys: [],
    authenticators: [passkeys[at]],
    oauthProviders: [],
    userTags: [userTagId],
  })),
});
const people = devices.map(
  ({ credentials }) =>
    new KeywrightClient(
      { baseUrl, organizationId },
      new WebauthnStamper({ rpId: rp.id, credentials }),
    ),
);
const [alice, bob] = people;
// #endregion

// #region policy
const { walletId, addresses } = await root.createWallet({
  walletName: "Treasury",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
await root.createPolicy({
  policyName: "Withdrawals need two of three",
  effect: "EFFECT_ALLOW",
  consensus: `approvers.filter(a, a.tags.contains('${userTagId}')).count() >= 2`,
  condition: `wallet.id == '${walletId}' && activity.kind == 'SIGN_TRANSACTION'`,
});
// #endregion

// #region propose
// 1 ether to a supplier, on Sepolia. The proposal is Alice's approval, too.
const unsignedTransaction =
  "02f383aa36a780843b9aca008504a817c800825208946fac4d18c912343bf86fa7049364dd4e424ab9c0880de0b6b3a764000080c0";
const waiting = await alice
  .signTransaction({
    signWith: addresses[0],
    unsignedTransaction,
    type: "TRANSACTION_TYPE_ETHEREUM",
  })
  .catch((error) => error);
console.log("Alice:", waiting.code);
// #endregion

// #region inbox
// In Bob's page: one prompt opens a session, which lists without further prompts.
const promptsBefore = devices[1].prompts;
const { session } = await bob.createReadOnlySession({});
const reader = new KeywrightClient(
  { baseUrl, organizationId },
  { stamp: async () => ({ stampHeaderName: "X-Session", stampHeaderValue: session }) },
);
const activities = await listAll(reader, listActivities, {
  filterByStatus: ["ACTIVITY_STATUS_CONSENSUS_NEEDED"],
});
// Show each person what they approve: the request itself, not a summary from your server.
for (const { type, intent } of activities) console.log(type, JSON.stringify(intent));
// #endregion

// #region vote
const [proposal] = activities;
await bob.approveActivity({ fingerprint: proposal.fingerprint });
const { activity } = await reader.getActivity({ activityId: proposal.id });
console.log("Bob:", activity.status, "prompts", devices[1].prompts - promptsBefore);
// #endregion

console.assert(waiting.code === "CONSENSUS_NEEDED", `Alice got ${waiting}`);
console.assert(activities.length === 1, `${activities.length} wait`);
console.assert(activity.status === "ACTIVITY_STATUS_COMPLETED", `status is ${activity.status}`);
console.assert(devices[1].prompts - promptsBefore === 2, "Bob had another number of prompts");
