/**
 * Export an account or a private key
 *
 * Exports the key of one account, in hexadecimal for Ethereum and in base58 for Solana, and a private key.
 * Result: hex and base58 keys give the same addresses
 * Pages: /features/export-wallets
 */
// #region client
import { generateTargetKey, openKeyExport } from "@keywright/client/bundles";
import { KeywrightServer } from "@keywright/client/server";
import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import { privateKeyToAddress } from "viem/accounts";

const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const client = new KeywrightServer().apiClient();
const expected = { signerPublicKey: process.env.KEYWRIGHT_SIGNER_PUBLIC_KEY!, organizationId };
const target = await generateTargetKey();
const { targetPublicKey } = target;
// #endregion

// #region wallet
const { addresses } = await client.createWallet({
  walletName: "Two chains",
  accounts: [
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
  ],
});
const [ethereumAddress, solanaAddress] = addresses;
// #endregion

// #region hexadecimal
const ethereum = await client.exportWalletAccount({ address: ethereumAddress, targetPublicKey });
const ethereumKey = await openKeyExport(ethereum.exportBundle, target, expected);
const fromHexadecimal = privateKeyToAddress(`0x${ethereumKey}`);

console.log(fromHexadecimal, "same address:", fromHexadecimal === ethereumAddress);
// #endregion

// #region base58
const solana = await client.exportWalletAccount({ address: solanaAddress, targetPublicKey });
const solanaKey = await openKeyExport(solana.exportBundle, target, {
  ...expected,
  keyFormat: "SOLANA",
});
// 32 bytes of secret key, then 32 bytes of public key.
const secretKey = base58.decode(solanaKey).slice(0, 32);
const fromBase58 = base58.encode(ed25519.getPublicKey(secretKey));

console.log(fromBase58, "same address:", fromBase58 === solanaAddress);
// #endregion

// #region private-key
const { privateKeys } = await client.createPrivateKeys({
  privateKeys: [
    {
      privateKeyName: "Single key",
      curve: "CURVE_SECP256K1",
      addressFormats: ["ADDRESS_FORMAT_ETHEREUM"],
      privateKeyTags: [],
    },
  ],
});
const { privateKeyId, addresses: keyAddresses } = privateKeys[0];
const keyAddress = keyAddresses![0].address!;
const single = await client.exportPrivateKey({ privateKeyId: privateKeyId!, targetPublicKey });
const fromSingle = privateKeyToAddress(
  `0x${await openKeyExport(single.exportBundle, target, expected)}`,
);

console.log(fromSingle, "same address:", fromSingle === keyAddress);
// #endregion

// #region refused
const unknown = await client
  .exportWalletAccount({ address: "0x0000000000000000000000000000000000000001", targetPublicKey })
  .catch((error) => error);

console.log(unknown.message);
// #endregion

console.assert(fromHexadecimal === ethereumAddress, `the key gives ${fromHexadecimal}`);
console.assert(fromBase58 === solanaAddress, `the key gives ${fromBase58}`);
console.assert(fromSingle === keyAddress, `the key gives ${fromSingle}`);
console.assert(unknown.code === "WALLET_ACCOUNT_NOT_FOUND", `unknown address: ${unknown}`);
