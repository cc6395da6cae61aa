/**
 * Delete a sub-organization
 *
 * Deleting destroys keys forever, so the engine refuses unless every wallet was exported.
 * Result: rejected; exported; deleted
 * Pages: /concepts/sub-organizations
 */
// #region client
import { KeywrightClient, listAll, listSuborgs } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { generateTargetKey, openWalletExport } from "@keywright/client/bundles";
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
  wallet: { walletName: "Alice's wallet", accounts: [] },
});
const alice = new KeywrightClient(
  { ...client, organizationId: subOrganizationId },
  new ApiKeyStamper(key),
);

// #region refused
// The sub-organization deletes itself. Its parent can't.
const refusal = await alice.deleteSubOrganization({}).catch((error) => error);
console.log(refusal.status, refusal.message);
// #endregion

// #region export
const target = await generateTargetKey();
const { exportBundle } = await alice.exportWallet({
  walletId: wallet!.walletId,
  targetPublicKey: target.targetPublicKey,
});
const phrase = await openWalletExport(exportBundle, target, {
  signerPublicKey: process.env.KEYWRIGHT_SIGNER_PUBLIC_KEY!,
  organizationId: subOrganizationId,
});
console.log("exported a phrase of", phrase.split(" ").length, "words");
// #endregion

// #region delete
const { subOrganizationUuid } = await alice.deleteSubOrganization({});
console.log("deleted", subOrganizationUuid);

const gone = await alice.whoami().catch((error) => error);
console.log(gone.status, gone.code);
// #endregion

const organizationIds = await listAll(client, listSuborgs);
console.assert(refusal.grpcCode === 3, refusal);
console.assert(phrase.split(" ").length === 12, "12 words");
console.assert(gone.status >= 400, gone);
console.assert(!organizationIds.includes(subOrganizationId), "the parent no longer lists it");
