/**
 * A service that pays
 *
 * A service pays ten suppliers alone, within its policy. Other payments are rejected, and large ones wait for approval.
 * Result: ten payouts, one denied, retry idempotent; treasury approval
 * Pages: /getting-started/quickstart, /signing-automation/overview
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";
import { type Hex, parseEther, serializeTransaction } from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

const {
  walletId,
  addresses: [address],
} = await client.createWallet({
  walletName: "Payments",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
const key = await generateApiKeyPair();
const bossKey = await generateApiKeyPair();
const {
  userIds: [serviceId, bossId],
} = await client.createUsers({
  users: [
    {
      userName: "Payouts",
      apiKeys: [{ apiKeyName: "Payouts", publicKey: key.apiPublicKey, curveType: key.curveType }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
    {
      userName: "Boss",
      apiKeys: [
        { apiKeyName: "Boss", publicKey: bossKey.apiPublicKey, curveType: bossKey.curveType },
      ],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
  ],
});
const service = new KeywrightClient(client, new ApiKeyStamper(key));
const boss = new KeywrightClient(client, new ApiKeyStamper(bossKey));

// #region payment
const suppliers = Array.from(
  { length: 10 },
  (_, n): Hex =>
    `0x${String(n + 1)
      .repeat(40)
      .slice(0, 40)}`,
);
const list = suppliers.map((supplier) => `'${supplier}'`).join(", ");
// Without a limit of the fee, an attacker with the key could spend the balance on it.
const payment = [
  `wallet.id == '${walletId}'`,
  "eth.tx.chain_id == 11155111",
  `eth.tx.to in [${list}]`,
  "eth.tx.data == '0x'",
  "eth.tx.gas <= 21000",
  "eth.tx.gas_price <= 50000000000",
  "eth.tx.type in ['LEGACY', 'TYPE_1', 'TYPE_2']",
].join(" && ");
// #endregion

// #region policy
await client.createPolicies({
  policies: [
    {
      policyName: "Payouts pays suppliers up to one ether",
      effect: "EFFECT_ALLOW",
      consensus: `approvers.any(user, user.id == '${serviceId}')`,
      condition: `${payment} && eth.tx.value <= ${parseEther("1")}`,
    },
    {
      policyName: "Larger payments need the boss",
      effect: "EFFECT_ALLOW",
      consensus: `approvers.any(user, user.id == '${serviceId}') && approvers.any(user, user.id == '${bossId}')`,
      condition: payment,
    },
  ],
});
// #endregion

// #region payouts
const pay = (to: Hex, ether: string, nonce: number) => ({
  signWith: address,
  type: "TRANSACTION_TYPE_ETHEREUM" as const,
  unsignedTransaction: serializeTransaction({
    chainId: 11155111,
    nonce,
    to,
    value: parseEther(ether),
    gas: 21_000n,
    maxFeePerGas: 20_000_000_000n,
  }).slice(2),
});
const paid: string[] = [];
for (const [nonce, supplier] of suppliers.entries()) {
  const { signedTransaction } = await service.signTransaction(pay(supplier, "0.5", nonce));
  paid.push(signedTransaction);
}
console.log(paid.length, "payouts signed");

const denied = await service
  .signTransaction(pay("0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0", "0.5", 10))
  .catch((error) => error);
console.log(denied.status, denied.message);
// #endregion

// #region retry
// Use the job's time, not the attempt's, so that a second run of the job is the same activity.
const job = { ...pay(suppliers[0], "0.1", 10), timestampMs: String(Date.now()) };
const first = await service.signTransaction(job);
const retry = await service.signTransaction(job);
console.log("one activity:", first.activity.id === retry.activity.id);
// #endregion

// #region treasury
const waiting = await service.signTransaction(pay(suppliers[0], "20", 11)).catch((error) => error);
console.log(waiting.code);

await boss.approveActivity({ fingerprint: waiting.fingerprint });
const large = await waiting.resume();
console.log(large.activity.status);
// #endregion

console.assert(new Set(paid).size === 10, "ten different transactions");
console.assert(denied.code === "NOT_PERMITTED_BY_POLICY", denied);
console.assert(first.activity.id === retry.activity.id, "the retry created another activity");
console.assert(waiting.code === "CONSENSUS_NEEDED", waiting);
console.assert(large.activity.status === "ACTIVITY_STATUS_COMPLETED", large.activity.status);
