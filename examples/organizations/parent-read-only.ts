/**
 * The parent reads and does not write
 *
 * A sub-organization's parent can read everything in it, but can't sign, create or delete there.
 * Result: read allowed; write denied
 * Pages: /concepts/sub-organizations
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS } from "@keywright/client";
import { generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const key = await generateApiKeyPair();
const { subOrganizationId, wallet } = await client.createSubOrganization({
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
  wallet: {
    walletName: "Alice's wallet",
    accounts: DEFAULT_ETHEREUM_ACCOUNTS,
  },
});

// #region read
const { wallets } = await client.listWallets({ organizationId: subOrganizationId });
const { users } = await client.listUsers({ organizationId: subOrganizationId });

console.log("reads", wallets[0].walletName, "of", users[0].userName);
// #endregion

// #region write
const attempts = {
  sign: () =>
    client.signRawPayload({
      organizationId: subOrganizationId,
      signWith: wallet!.addresses[0],
      payload: "Pay me",
      encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
      hashFunction: "HASH_FUNCTION_KECCAK256",
    }),
  create: () =>
    client.createWallet({
      organizationId: subOrganizationId,
      walletName: "Mine",
      accounts: [],
    }),
  delete: () =>
    client.deleteSubOrganization({
      organizationId: subOrganizationId,
      deleteWithoutExport: true,
    }),
};
const refusals: Record<string, string> = {};
for (const [name, attempt] of Object.entries(attempts)) {
  refusals[name] = await attempt().then(
    () => "done",
    (error) => error.code,
  );
}
console.log(refusals);
// #endregion

console.assert(wallets.length === 1 && users.length === 1, "the parent reads");
console.assert(
  Object.values(refusals).every((code) => code === "ORGANIZATION_MISMATCH"),
  JSON.stringify(refusals),
);
