/**
 * Restore from a backup
 *
 * A copy of the database and three of five shares restore every address. The copy is useless without the shares.
 * Result: restored address signs; two shares are rejected
 * Pages: /security/disaster-recovery
 */
// #region imports
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { collectContents, createEngine, createMemoryStore, type Store } from "@keywright/engine";
import { combineShares, splitSecret } from "@keywright/keys";
import { keccak256, recoverAddress, stringToBytes } from "viem";

// #endregion

// #region engine
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

function openEngine(rootSecret: Uint8Array, store: Store) {
  return createEngine({
    store,
    rootSecret,
    random,
    clock: Date.now,
    mail: async () => {},
    sms: async () => {},
    fetch: () => Promise.reject(new TypeError("this engine reaches nothing")),
  });
}
// #endregion

// #region before
const key = await generateApiKeyPair();
const rootSecret = random(32);
const store = createMemoryStore();
const engine = openEngine(rootSecret, store);
const { organizationId } = await engine.createOrganization({
  organizationName: "Acme",
  rootUsers: [{ userName: "Root", apiKeys: [{ apiKeyName: "Root", publicKey: key.apiPublicKey }] }],
});
const clientOf = (fetch: (request: Request) => Promise<Response>) =>
  new KeywrightClient(
    { baseUrl: "https://engine.example.com", organizationId, fetch },
    new ApiKeyStamper(key),
  );
const client = clientOf(engine.handle);
const {
  walletId,
  addresses: [address],
} = await client.createWallet({
  walletName: "Vault",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
const shares = await splitSecret(rootSecret, { count: 5, threshold: 3, random });
// #endregion

// #region backup
// Store the database dump and the five shares in different places.
const backup = JSON.stringify(await collectContents(store.readAll()));
console.log(JSON.parse(backup).rows.length, "rows");
// #endregion

// #region two-shares
const refusal = await combineShares([shares[0], shares[4]]).catch((error) => error);
console.log("with two shares:", refusal.message);
// #endregion

// #region restore
// Another machine: an empty store, the backup, three share holders.
const restored = createMemoryStore();
await restored.replaceAll([JSON.parse(backup)]);
const secret = await combineShares([shares[4], shares[1], shares[2]]);
const drill = clientOf(openEngine(secret, restored).handle);

const message = {
  signWith: address,
  payload: "Still here",
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_KECCAK256",
} as const;
const { r, s, v } = await drill.signRawPayload(message);
const signer = await recoverAddress({
  hash: keccak256(stringToBytes(message.payload)),
  signature: { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) },
});
console.log("restored", address, "signs:", signer === address);
// #endregion

// #region lost
// The backup doesn't contain later changes.
await client.createWallet({ walletName: "After the backup", accounts: [] });
const { wallets } = await drill.listWallets();
console.log(
  "wallets:",
  wallets.map((wallet) => wallet.walletName),
);
// #endregion

console.assert(refusal.code === "SHARES_TOO_FEW", refusal);
console.assert(signer === address && walletId === wallets[0].walletId, `signed by ${signer}`);
console.assert(wallets.length === 1, `${wallets.length} wallets`);
