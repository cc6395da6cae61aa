/**
 * An untrusted host
 *
 * The core is one function from request to response. A host around it can lose a request but can't change it.
 * Result: altered body rejected by the core
 * Pages: /security/secure-enclaves
 */
// #region imports
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { createEngine, createMemoryStore, type Store } from "@keywright/engine";

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

// #region host
// Code outside the boundary forwards requests, and can do anything to them.
async function altering(request: Request) {
  const body = await request.text();
  return engine.handle(new Request(request, { body: body.replace("Savings", "Plunder") }));
}
const honest = clientOf((request) => engine.handle(request));
const deceived = clientOf(altering);
// #endregion

// #region requests
const { activity } = await honest.createWallet({ walletName: "Spending", accounts: [] });
console.log("forwarded:", activity.status);

const refusal = await deceived
  .createWallet({ walletName: "Savings", accounts: [] })
  .catch((error) => error);
console.log("altered:", refusal.status, refusal.message);
// #endregion

const { wallets } = await client.listWallets();
console.assert(refusal.code === "API_KEY_SIGNATURE_INVALID", refusal);
console.assert(wallets.map((wallet) => wallet.walletName).join() === "Spending", "one wallet");
