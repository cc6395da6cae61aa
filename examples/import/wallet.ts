/**
 * Import a wallet
 *
 * Seals a recovery phrase in the browser to a one-time key of the engine that only this user may use.
 * Result: published addresses; wrong user and reuse rejected
 * Pages: /features/import-wallets
 */
// #region client
import { generateApiKeyPair } from "@keywright/client/api-key";
import { sealWalletImport } from "@keywright/client/bundles";
import { KeywrightServer } from "@keywright/client/server";

const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const client = new KeywrightServer().apiClient();
const signerPublicKey = process.env.KEYWRIGHT_SIGNER_PUBLIC_KEY!;
const { userId } = await client.whoami();
// #endregion

// #region seal
// The public test phrase of BIP-39: never send funds to its addresses.
const phrase = `${"abandon ".repeat(11)}about`;
const { importBundle } = await client.initImportWallet({ userId });

// In the browser. The engine signs its bundle, and the page pins the engine's signer key.
const expected = { signerPublicKey, organizationId, userId };
const encryptedBundle = await sealWalletImport(phrase, importBundle, expected);
// #endregion

// #region vectors
const accounts = [
  {
    curve: "CURVE_SECP256K1",
    pathFormat: "PATH_FORMAT_BIP32",
    path: "m/44'/60'/0'/0/0",
    addressFormat: "ADDRESS_FORMAT_ETHEREUM",
  },
  {
    curve: "CURVE_ED25519",
    pathFormat: "PATH_FORMAT_BIP32",
    path: "m/44'/501'/0'/0'",
    addressFormat: "ADDRESS_FORMAT_SOLANA",
  },
] as const;
const imported = await client.importWallet({
  userId,
  walletName: "Imported wallet",
  encryptedBundle,
  accounts: [...accounts],
});
// The addresses that every wallet shows for this phrase.
const published = [
  "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
  "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
];

imported.addresses.forEach((address, index) => {
  console.log(address, "as published:", address === published[index]);
});
// #endregion

// #region refused
const again = await client
  .importWallet({ userId, walletName: "Again", encryptedBundle, accounts: [] })
  .catch((error) => error);
console.log("the same bundle again:", again.message);

const { apiPublicKey: publicKey } = await generateApiKeyPair();
const apiKey = { apiKeyName: "key", publicKey, curveType: "API_KEY_CURVE_P256" } as const;
const { userIds } = await client.createUsers({
  users: [
    { userName: "Bob", apiKeys: [apiKey], authenticators: [], oauthProviders: [], userTags: [] },
  ],
});
const forBob = await client.initImportWallet({ userId: userIds[0] }).catch((error) => error);
console.log("for another user:", forBob.message);

// The page also detects a bundle for another user.
const mixedUp = await sealWalletImport(phrase, importBundle, {
  ...expected,
  userId: userIds[0],
}).catch((error) => error);
console.log("sealed for another user:", mixedUp.code);
// #endregion

console.assert(
  imported.addresses.every((address, index) => address === published[index]),
  `addresses are ${imported.addresses}`,
);
console.assert(again.code === "IMPORT_BUNDLE_INVALID", `the second import got ${again}`);
console.assert(forBob.code === "IMPORT_FOR_OTHER_USER", `for Bob: ${forBob}`);
console.assert(mixedUp.code === "BUNDLE_USER_MISMATCH", `sealed: ${mixedUp}`);
