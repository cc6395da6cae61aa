/**
 * Three clients of a page
 *
 * One user, three ways to sign: the passkey prompts each time, the session never, the wallet in its own window.
 * Result: what each client may do
 * Pages: /sdks/javascript-browser
 */
// #region server
import { KeywrightBrowser, memoryStorage } from "@keywright/browser";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { evmWallet } from "@keywright/client/wallet";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const apiBaseUrl = process.env.KEYWRIGHT_BASE_URL!;
const defaultOrganizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const server = new KeywrightServer();
// #endregion

// #region page
const device = createAuthenticator({ origin: "https://app.example.com" });
const keywright = new KeywrightBrowser({
  apiBaseUrl,
  defaultOrganizationId,
  rpId: "app.example.com",
  // In a page, omit both to use the browser's passkeys and IndexedDB.
  credentials: device.credentials,
  storage: memoryStorage(),
});
const passkeys = keywright.passkeyClient();
const authenticator = await passkeys.createUserPasskey({
  authenticatorName: "Phone",
  user: { name: "alice@example.com" },
});
const { subOrganizationId: organizationId, rootUserIds } = await server
  .apiClient()
  .createSubOrganization({
    subOrganizationName: "Alice",
    rootUsers: [
      { userName: "Alice", apiKeys: [], authenticators: [authenticator], oauthProviders: [] },
    ],
    rootQuorumThreshold: 1,
  });
// #endregion

// #region wallet
// In a page: evmWallet(window.ethereum). This wallet is simulated and counts its prompts.
const account = privateKeyToAccount(generatePrivateKey());
let questions = 0;
const ethereum = {
  async request({ method, params }: { method: string; params?: [Hex, string] }) {
    if (method === "eth_requestAccounts") return [account.address];
    questions++;
    return account.signMessage({ message: { raw: params![0] } });
  },
};
const wallet = keywright.walletClient(evmWallet(ethereum));
await passkeys.createApiKeys({
  organizationId,
  userId: rootUserIds![0],
  apiKeys: [
    {
      apiKeyName: "Wallet",
      publicKey: await wallet.getPublicKey(),
      curveType: "API_KEY_CURVE_SECP256K1",
    },
  ],
});
// #endregion

// #region session
await passkeys.loginWithReadWriteSession({ organizationId });
const session = (await keywright.currentUserSession())!;
// #endregion

// #region compare
/** The prompts that one read and one write take. */
async function compare(client: typeof session, name: string) {
  const [prompts, asked] = [device.prompts, questions];
  await client.listWallets({ organizationId });
  const { walletId } = await client.createWallet({
    organizationId,
    walletName: name,
    accounts: [],
  });
  return {
    "passkey prompts": device.prompts - prompts,
    "wallet prompts": questions - asked,
    walletId,
  };
}
const costs = {
  passkey: await compare(passkeys, "with the passkey"),
  wallet: await compare(wallet, "with the wallet"),
  session: await compare(session, "with the session"),
};
for (const [name, { walletId: _, ...cost }] of Object.entries(costs)) console.log(name, cost);
// #endregion

// #region logout
const { isRevoked } = (await keywright.logoutUser())!;
const afterwards = await session.whoami().catch((error) => error);

console.log("the key is deleted on the engine:", isRevoked, "afterwards:", afterwards.code);
// #endregion

console.assert(costs.passkey["passkey prompts"] === 2, "the passkey did not prompt each time");
console.assert(costs.wallet["wallet prompts"] === 2, "the wallet did not prompt each time");
console.assert(
  costs.session["passkey prompts"] + costs.session["wallet prompts"] === 0,
  "the session prompted",
);
console.assert(isRevoked && afterwards.code === "API_KEY_NOT_FOUND", `afterwards: ${afterwards}`);
