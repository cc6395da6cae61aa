/**
 * Create a sub-organization
 *
 * One request creates an isolated organization with its root user and a wallet, or nothing at all.
 * Result: id, address, rootUserIds; bad threshold code 3
 * Pages: /concepts/sub-organizations
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";

const client = new KeywrightClient(
  {
    baseUrl: process.env.KEYWRIGHT_BASE_URL!,
    organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID!,
  },
  new ApiKeyStamper({
    apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,
    apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,
  }),
);
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
    accounts: [
      {
        curve: "CURVE_SECP256K1",
        pathFormat: "PATH_FORMAT_BIP32",
        path: "m/44'/60'/0'/0/0",
        addressFormat: "ADDRESS_FORMAT_ETHEREUM",
      },
    ],
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

const { organizationIds } = await client.listSuborgs();
console.assert(organizationIds.join() === subOrganizationId, "one sub-organization was created");
console.assert(
  rootUserIds?.length === 1 && wallet?.addresses.length === 1,
  "one user, one address",
);
console.assert(refusal.code === "THRESHOLD_TOO_HIGH" && refusal.grpcCode === 3, refusal);
