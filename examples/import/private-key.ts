/**
 * Import private keys
 *
 * Seals a private key in the browser and imports it, in hexadecimal for Ethereum and in base58 for Solana.
 * Result: hex and base58, addresses match; mismatched halves rejected
 * Pages: /features/import-wallets
 */
// #region client
import { sealKeyImport } from "@keywright/client/bundles";
import { KeywrightServer } from "@keywright/client/server";

const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const client = new KeywrightServer().apiClient();
const signerPublicKey = process.env.KEYWRIGHT_SIGNER_PUBLIC_KEY!;
const { userId } = await client.whoami();
const expected = { signerPublicKey, organizationId, userId };
// #endregion

// #region hexadecimal
// Public test values: the first account of the phrase "test test test … junk".
const ethereum = {
  privateKey: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
  address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
};
const { importBundle } = await client.initImportPrivateKey({ userId });
const imported = await client.importPrivateKey({
  userId,
  privateKeyName: "Ethereum key",
  encryptedBundle: await sealKeyImport(ethereum.privateKey, importBundle, expected),
  curve: "CURVE_SECP256K1",
  addressFormats: ["ADDRESS_FORMAT_ETHEREUM"],
});
const ethereumAddress = imported.addresses[0].address;

console.log(ethereumAddress, "matches:", ethereumAddress === ethereum.address);
// #endregion

// #region base58
// Test 1 of RFC 8032 §7.1, in the format of Solana wallets: base58 of secret key and public key.
const solana = {
  privateKey:
    "49W385L4rePHy6PAaQUovbD2aacgN4HsKXSMeUzRg4fmwXszN91JuMFrQRj3vMDpZuRF3ZknQBuRBoWQJEfXstMw",
  address: "FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z",
};
const second = await client.initImportPrivateKey({ userId });
const encryptedBundle = await sealKeyImport(solana.privateKey, second.importBundle, {
  ...expected,
  keyFormat: "SOLANA",
});
const importedSolana = await client.importPrivateKey({
  userId,
  privateKeyName: "Solana key",
  encryptedBundle,
  curve: "CURVE_ED25519",
  addressFormats: ["ADDRESS_FORMAT_SOLANA"],
});
const solanaAddress = importedSolana.addresses[0].address;

console.log(solanaAddress, "matches:", solanaAddress === solana.address);
// #endregion

// #region refused
const third = await client.initImportPrivateKey({ userId });
const twin = await client
  .importPrivateKey({
    userId,
    privateKeyName: "The same key",
    encryptedBundle: await sealKeyImport(ethereum.privateKey, third.importBundle, expected),
    curve: "CURVE_SECP256K1",
    addressFormats: ["ADDRESS_FORMAT_ETHEREUM"],
  })
  .catch((error) => error);
console.log("the same key again:", twin.message);

const half = await sealKeyImport("0xac09", third.importBundle, expected).catch((error) => error);
console.log("half a key:", half.message);
// #endregion

console.assert(ethereumAddress === ethereum.address, `the address is ${ethereumAddress}`);
console.assert(solanaAddress === solana.address, `the address is ${solanaAddress}`);
console.assert(twin.code === "KEY_IMPORTED_ALREADY", `the twin got ${twin}`);
console.assert(half.code === "SECRET_MALFORMED", `half a key got ${half}`);
