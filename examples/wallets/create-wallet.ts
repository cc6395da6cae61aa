/**
 * Create a wallet
 *
 * A wallet is one seed phrase, held by the engine. Its accounts are paths with addresses.
 * Result: addresses; length 13 code 3
 * Pages: /concepts/wallets
 */
// #region client
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region create
const { walletId, addresses } = await client.createWallet({
  walletName: "Treasury",
  mnemonicLength: 24,
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

console.log(walletId, addresses);
// #endregion

// #region length
const refusal = await client
  .createWallet({ walletName: "Odd", mnemonicLength: 13, accounts: [] })
  .catch((error) => error);

console.log(refusal.grpcCode, refusal.message);
// #endregion

const { wallets } = await client.listWallets();
console.assert(wallets.length === 1, `${wallets.length} wallets`);
console.assert(/^0x[\da-fA-F]{40}$/.test(addresses[0]), addresses[0]);
console.assert(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(addresses[1]), addresses[1]);
console.assert(refusal.grpcCode === 3, refusal);
