/**
 * Create a sub-organization
 *
 * One request creates an isolated organization with its root user and a wallet, or nothing at all.
 * Result: id, address, rootUserIds; bad threshold code 3
 * Pages: /concepts/sub-organizations
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS, listAll, listSuborgs } from "@keywright/client";
import { generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const key = await generateApiKeyPair();

// #region create
const alice = {
  subOrganizationName: "Alice",
  rootUsers: [
    {
      userName: "Alice",
      userEmail: "alice@example.com",
      apiKeys: [{ apiKeyName: "Phone", publicKey: key.apiPublicKey, curveType: key.curveType }],
      authenticators: [],
      oauthProviders: [],
    },
  ],
  rootQuorumThreshold: 1,
};
const { subOrganizationId, wallet, rootUserIds } = await client.createSubOrganization({
  ...alice,
  wallet: {
    walletName: "Alice's wallet",
    accounts: DEFAULT_ETHEREUM_ACCOUNTS,
  },
});

console.log(subOrganizationId, wallet!.addresses[0], rootUserIds);
// #endregion

// #region threshold
// A quorum of two needs two root users.
const refusal = await client
  .createSubOrganization({ ...alice, rootQuorumThreshold: 2 })
  .catch((error) => error);

console.log(refusal.grpcCode, refusal.status, refusal.message);
// #endregion

const organizationIds = await listAll(client, listSuborgs);
console.assert(organizationIds.join() === subOrganizationId, "one sub-organization was created");
console.assert(
  rootUserIds?.length === 1 && wallet?.addresses.length === 1,
  "one user, one address",
);
console.assert(refusal.code === "THRESHOLD_TOO_HIGH" && refusal.grpcCode === 3, refusal);
