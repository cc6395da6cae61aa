/**
 * Two of three
 *
 * With a root quorum of two of three, one member proposes and a second approves, so losing one key does no harm.
 * Result: 2 of 3: waits, approved, completed
 * Pages: /concepts/users/root-quorum
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region members
const { userId } = await client.whoami();
const [bobKey, carolKey] = [await generateApiKeyPair(), await generateApiKeyPair()];
const { userIds } = await client.createUsers({
  users: [
    {
      userName: "Bob",
      apiKeys: [{ apiKeyName: "Bob", publicKey: bobKey.apiPublicKey, curveType: bobKey.curveType }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
    {
      userName: "Carol",
      apiKeys: [
        { apiKeyName: "Carol", publicKey: carolKey.apiPublicKey, curveType: carolKey.curveType },
      ],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
  ],
});
const bob = new KeywrightClient(client, new ApiKeyStamper(bobKey));
// #endregion

// #region too-high
const members = [userId, ...userIds];
const refusal = await client
  .updateRootQuorum({ threshold: 4, userIds: members })
  .catch((error) => error);
console.log(refusal.grpcCode, refusal.message);
// #endregion

// #region raise
await client.updateRootQuorum({ threshold: 2, userIds: members });

const waiting = await client
  .createWallet({ walletName: "Treasury", accounts: [] })
  .catch((error) => error);
console.log(waiting.code, waiting.fingerprint);
// #endregion

// #region approve
await bob.approveActivity({ fingerprint: waiting.fingerprint });

const { walletId, activity } = await waiting.resume();
console.log(activity.status, walletId);
// #endregion

console.assert(refusal.code === "THRESHOLD_TOO_HIGH" && refusal.grpcCode === 3, refusal);
console.assert(waiting.code === "CONSENSUS_NEEDED", waiting);
console.assert(activity.status === "ACTIVITY_STATUS_COMPLETED", activity.status);
console.assert(activity.votes.length === 2, `${activity.votes.length} votes`);
