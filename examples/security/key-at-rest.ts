/**
 * A key at rest
 *
 * A stolen database contains only ciphertext. With the root secret the wallet signs, with another secret it doesn't.
 * Result: row is ciphertext; another secret is rejected, the right one signs
 * Pages: /security/our-approach
 */
// #region imports
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { generateTargetKey, openWalletExport } from "@keywright/client/bundles";
import { collectContents, createEngine, createMemoryStore, type Store } from "@keywright/engine";
import { parsePhrase, toBase64url, toHex } from "@keywright/keys";

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

// #region wallet
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
// #endregion

// #region rows
// Everything in the database, as stored.
const { rows } = await collectContents(store.readAll());
const [, , , row] = rows.find(([, table]) => table === "wallets")!;
const { walletName, sealedEntropy } = JSON.parse(row);
console.log(walletName, "·", sealedEntropy);

// What a thief would search for: the phrase's entropy, in common encodings.
const target = await generateTargetKey();
const { exportBundle } = await client.exportWallet({
  walletId,
  targetPublicKey: target.targetPublicKey,
});
const phrase = await openWalletExport(exportBundle, target, {
  signerPublicKey: engine.signerPublicKey,
  organizationId,
});
const entropy = parsePhrase(phrase);
const stolen = JSON.stringify(rows);
const found = [phrase, toHex(entropy), toBase64url(entropy)].filter((text) =>
  stolen.includes(text),
);
console.log("found in", rows.length, "rows:", found);
// #endregion

// #region sealed
const message = {
  signWith: address,
  payload: "Still here",
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_KECCAK256",
} as const;
const wrong = clientOf(openEngine(random(32), store).handle);
const refusal = await wrong.signRawPayload(message).catch((error) => error);
console.log("another root secret:", refusal.status, refusal.message);

const right = clientOf(openEngine(rootSecret, store).handle);
const { r } = await right.signRawPayload(message);
console.log("the root secret: signed", r);
// #endregion

console.assert(rows.some(([, table]) => table === "wallets") && found.length === 0, `${found}`);
console.assert(refusal.status >= 400, refusal);
console.assert(/^[\da-f]{64}$/.test(r), r);
