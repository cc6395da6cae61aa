/**
 * Export a wallet
 *
 * Exports the recovery phrase, sealed to the browser's key, and derives the same addresses from it.
 * Result: phrase restored; same addresses; French words for the same entropy; another device can't open it
 * Pages: /features/export-wallets, /security/non-custodial-key-mgmt
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS } from "@keywright/client";
import { generateTargetKey, openWalletExport } from "@keywright/client/bundles";
import { KeywrightServer } from "@keywright/client/server";
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { wordlist as english } from "@scure/bip39/wordlists/english.js";
import { wordlist as french } from "@scure/bip39/wordlists/french.js";
import { mnemonicToAccount } from "viem/accounts";

const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const client = new KeywrightServer().apiClient();
const signerPublicKey = process.env.KEYWRIGHT_SIGNER_PUBLIC_KEY!;
// #endregion

// #region wallet
const { walletId, addresses } = await client.createWallet({
  walletName: "Portable wallet",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
// #endregion

// #region export
// In the browser: a target key. Only its private key opens the bundle.
const target = await generateTargetKey();
const { exportBundle } = await client.exportWallet({
  walletId,
  targetPublicKey: target.targetPublicKey,
});
const expected = { signerPublicKey, organizationId };
const phrase = await openWalletExport(exportBundle, target, expected);

console.log("words:", phrase.split(" ").length);
// #endregion

// #region restore
// Any other wallet derives the same address from this phrase.
const restored = mnemonicToAccount(phrase).address;

console.log(restored, "same address:", restored === addresses[0]);
// #endregion

// #region language
const frenchExport = await client.exportWallet({
  walletId,
  targetPublicKey: target.targetPublicKey,
  language: "MNEMONIC_LANGUAGE_FRENCH",
});
const frenchPhrase = await openWalletExport(frenchExport.exportBundle, target, expected);
const sameEntropy = entropyToMnemonic(mnemonicToEntropy(frenchPhrase, french), english) === phrase;

console.log("French words:", frenchPhrase.split(" ").length, "same entropy:", sameEntropy);
// #endregion

// #region refused
const otherDevice = await generateTargetKey();
const unopened = await openWalletExport(exportBundle, otherDevice, expected).catch(
  (error) => error,
);
console.log("another device:", unopened.code);

// A bundle signed by another server is rejected.
const forged = await openWalletExport(exportBundle, target, {
  ...expected,
  signerPublicKey: otherDevice.targetPublicKey,
}).catch((error) => error);
console.log("another signer:", forged.code);

const { wallet } = await client.getWallet({ walletId });
console.log("the wallet is marked as exported:", wallet.exported);
// #endregion

console.assert(restored === addresses[0], `the phrase gives ${restored}`);
console.assert(sameEntropy, "the French phrase has other entropy");
console.assert(unopened.code === "BUNDLE_FOR_ANOTHER_KEY", `another device got ${unopened}`);
console.assert(forged.code === "BUNDLE_SIGNER_MISMATCH", `another signer got ${forged}`);
console.assert(wallet.exported, "the wallet is not marked as exported");
