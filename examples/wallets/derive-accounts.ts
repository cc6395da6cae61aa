/**
 * One address per format
 *
 * You can add accounts to a wallet at any time. Each has a curve, a path and an address format.
 * Result: one address per format
 * Pages: /concepts/wallets, /documentation/ecosystem-integrations
 */
// #region client
import type { AddressFormat } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const { walletId } = await client.createWallet({ walletName: "Everything", accounts: [] });

// #region formats
// Bitcoin's purpose field selects the output type of the path: 44, 49, 84 or 86.
const secp256k1 = {
  UNCOMPRESSED: "m/44'/60'/1'/0/0",
  COMPRESSED: "m/44'/60'/2'/0/0",
  ETHEREUM: "m/44'/60'/0'/0/0",
  COSMOS: "m/44'/118'/0'/0/0",
  TRON: "m/44'/195'/0'/0/0",
  BITCOIN_MAINNET_P2PKH: "m/44'/0'/0'/0/0",
  BITCOIN_MAINNET_P2SH: "m/49'/0'/0'/0/0",
  BITCOIN_MAINNET_P2WPKH: "m/84'/0'/0'/0/0",
  BITCOIN_MAINNET_P2TR: "m/86'/0'/0'/0/0",
} as const;
const ed25519 = {
  SOLANA: "m/44'/501'/0'/0'",
  SUI: "m/44'/784'/0'/0'/0'",
  APTOS: "m/44'/637'/0'/0'/0'",
} as const;
// #endregion

// #region derive
const account = (curve: "CURVE_SECP256K1" | "CURVE_ED25519", format: string, path: string) => ({
  curve,
  pathFormat: "PATH_FORMAT_BIP32" as const,
  path,
  addressFormat: `ADDRESS_FORMAT_${format}` as AddressFormat,
});
const accounts = [
  ...Object.entries(secp256k1).map(([format, path]) => account("CURVE_SECP256K1", format, path)),
  ...Object.entries(ed25519).map(([format, path]) => account("CURVE_ED25519", format, path)),
];
const { addresses } = await client.createWalletAccounts({ walletId, accounts });

console.table(
  accounts.map(({ path, addressFormat }, index) => ({
    addressFormat,
    path,
    address: addresses[index],
  })),
);
// #endregion

// #region mismatch
const refusal = await client
  .createWalletAccounts({ walletId, accounts: [account("CURVE_ED25519", "ETHEREUM", "m/0'")] })
  .catch((error) => error);
console.log(refusal.status, refusal.message);
// #endregion

console.assert(new Set(addresses).size === accounts.length, "all addresses differ");
console.assert(refusal.code === "ADDRESS_FORMAT_MISMATCH", refusal);
