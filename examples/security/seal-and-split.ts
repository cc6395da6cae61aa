/**
 * Split the root secret
 *
 * The root secret in five shares: any three of them unseal the engine, two don't, and a damaged share is named.
 * Result: any 3 of 5 unseal; 2 fail; bad share named
 * Pages: /security/quorum-deployments
 */
// #region imports
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { createEngine, createMemoryStore, type Store } from "@keywright/engine";
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
  addresses: [address],
} = await client.createWallet({
  walletName: "Vault",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
// #endregion

// #region split
const shares = await splitSecret(rootSecret, { count: 5, threshold: 3, random });
console.log(shares.length, "shares such as", `${shares[0].slice(0, 8)}…`);
// #endregion

const message = {
  signWith: address,
  payload: "Still here",
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_KECCAK256",
} as const;
const digest = keccak256(stringToBytes(message.payload));

// #region unseal
let opened = 0;
for (let a = 0; a < 5; a++) {
  for (let b = a + 1; b < 5; b++) {
    for (let c = b + 1; c < 5; c++) {
      const secret = await combineShares([shares[a], shares[b], shares[c]]);
      const signer = clientOf(openEngine(secret, store).handle);
      const { r, s, v } = await signer.signRawPayload(message);
      const signature = { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) } as const;
      if ((await recoverAddress({ hash: digest, signature })) === address) opened++;
    }
  }
}
console.log("three shares of five, in", opened, "combinations: the address signs");
// #endregion

// #region refused
const two = await combineShares(shares.slice(0, 2)).catch((error) => error);
console.log(two.code, "·", two.message);

const letter = shares[1].at(-1) === "q" ? "p" : "q";
const damaged = [shares[0], shares[1].slice(0, -1) + letter, shares[2]];
const bad = await combineShares(damaged).catch((error) => error);
console.log(bad.code, "·", bad.message);
// #endregion

console.assert(opened === 10, `${opened} of 10 combinations`);
console.assert(two.code === "SHARES_TOO_FEW", two);
console.assert(bad.code === "SHARE_MALFORMED" && bad.message.includes("2"), bad);
