/**
 * Delete a wallet
 *
 * The engine refuses to delete a wallet that was never exported, because deleting it could lose funds.
 * Result: rejected; exported; deleted; override
 * Pages: /concepts/wallets
 */
// #region client
import { generateTargetKey, openWalletExport } from "@keywright/client/bundles";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const { walletId } = await client.createWallet({ walletName: "Old", accounts: [] });

// #region refused
const refusal = await client.deleteWallets({ walletIds: [walletId] }).catch((error) => error);
console.log(refusal.status, refusal.message);
// #endregion

// #region export
const target = await generateTargetKey();
const { exportBundle } = await client.exportWallet({
  walletId,
  targetPublicKey: target.targetPublicKey,
});
const phrase = await openWalletExport(exportBundle, target, {
  signerPublicKey: process.env.KEYWRIGHT_SIGNER_PUBLIC_KEY!,
  organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID!,
});
console.log("keep these", phrase.split(" ").length, "words");

const { walletIds } = await client.deleteWallets({ walletIds: [walletId] });
console.log("deleted", walletIds);
// #endregion

// #region override
const scratch = await client.createWallet({ walletName: "Scratch", accounts: [] });
await client.deleteWallets({ walletIds: [scratch.walletId], deleteWithoutExport: true });
console.log("deleted without export:", scratch.walletId);
// #endregion

const { wallets } = await client.listWallets();
console.assert(refusal.grpcCode === 3 && refusal.message.includes("export"), refusal);
console.assert(walletIds.join() === walletId, "deleted");
console.assert(wallets.length === 0, `${wallets.length} wallets are left`);
