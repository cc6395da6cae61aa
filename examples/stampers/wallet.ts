/**
 * Sign requests with a wallet
 *
 * The user's Ethereum or Solana wallet signs requests. Its public key is the API key.
 * Result: EVM and Solana wallets stamp whoami; another account rejected
 * Pages: /sdks/advanced/wallet-stamper
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";
import { evmWallet, solanaWallet, WalletStamper } from "@keywright/client/wallet";
import { ed25519 } from "@noble/curves/ed25519.js";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const client = new KeywrightServer().apiClient();
const { userId } = await client.whoami();
// #endregion

// #region software-wallets
// In a page: evmWallet(window.ethereum). This wallet is simulated and approves everything.
let account = privateKeyToAccount(generatePrivateKey());
const ethereum = {
  async request({ method, params }: { method: string; params?: [`0x${string}`, string] }) {
    if (method === "eth_requestAccounts") return [account.address];
    return account.signMessage({ message: { raw: params![0] } });
  },
};
// In a page: solanaWallet(window.solana).
const { secretKey, publicKey } = ed25519.keygen(crypto.getRandomValues(new Uint8Array(32)));
const solana = {
  publicKey: { toBytes: () => publicKey },
  signMessage: async (message: Uint8Array) => ed25519.sign(message, secretKey),
};
// #endregion

// #region register
const evmStamper = new WalletStamper(evmWallet(ethereum));
const solanaStamper = new WalletStamper(solanaWallet(solana));
// An Ethereum wallet reveals its public key only through a signature, so it prompts once.
const evmKey = await evmStamper.getPublicKey();
const solanaKey = await solanaStamper.getPublicKey();
await client.createApiKeys({
  userId,
  apiKeys: [
    { apiKeyName: "Ethereum wallet", publicKey: evmKey, curveType: "API_KEY_CURVE_SECP256K1" },
    { apiKeyName: "Solana wallet", publicKey: solanaKey, curveType: "API_KEY_CURVE_ED25519" },
  ],
});

console.log("public keys of", evmKey.length / 2, "and", solanaKey.length / 2, "bytes");
// #endregion

// #region whoami
const byEvm = await new KeywrightClient({ baseUrl, organizationId }, evmStamper).whoami();
const bySolana = await new KeywrightClient({ baseUrl, organizationId }, solanaStamper).whoami();

console.log("with the Ethereum wallet:", byEvm.username);
console.log("with the Solana wallet:", bySolana.username);
// #endregion

// #region refused
// The user switches to another account in the wallet.
const registered = account.publicKey;
account = privateKeyToAccount(generatePrivateKey());
const switched = await evmStamper.stamp("{}").catch((error) => error);
console.log("another account:", switched.code);

const stranger = new WalletStamper(evmWallet(ethereum));
const refused = await new KeywrightClient({ baseUrl, organizationId }, stranger)
  .whoami()
  .catch((error) => error);
console.log("an unregistered wallet:", refused.status, refused.code);
// #endregion

const compressed = (uncompressed: string) =>
  (Number.parseInt(uncompressed.at(-1)!, 16) % 2 ? "03" : "02") + uncompressed.slice(4, 68);
console.assert(evmKey === compressed(registered), `recovered ${evmKey}`);
console.assert(byEvm.userId === userId && bySolana.userId === userId, "another user");
console.assert(switched.code === "WALLET_ACCOUNT_CHANGED", `the switched account got ${switched}`);
console.assert(refused.code === "API_KEY_NOT_FOUND", `the unregistered wallet got ${refused}`);
