/**
 * A first policy
 *
 * A service may pay one address small amounts. Four requests have four outcomes, and the same four serve as tests.
 * Result: four requests, four outcomes; as tests
 * Pages: /getting-started/launch-checklist, /concepts/policies/quickstart
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
const {
  userIds: [serviceId],
} = await client.createUsers({
  users: [
    {
      userName: "Service",
      apiKeys: [{ apiKeyName: "Service", publicKey: key.apiPublicKey, curveType: key.curveType }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
  ],
});
const service = new KeywrightClient(client, new ApiKeyStamper(key));

// #region pay
const supplier = "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0";
const stranger = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

async function pay(to: Hex, ether: string) {
  const unsigned = serializeTransaction({
    chainId: 11155111,
    to,
    value: parseEther(ether),
    gas: 21_000n,
    maxFeePerGas: 20_000_000_000n,
  });
  return await service
    .signTransaction({
      signWith: address,
      type: "TRANSACTION_TYPE_ETHEREUM",
      unsignedTransaction: unsigned.slice(2),
    })
    .then(
      ({ activity }) => activity.status,
      (error) => error.code as string,
    );
}
// #endregion

// #region nothing
const rows = [{ request: "the supplier", policies: "none", outcome: await pay(supplier, "0.01") }];
// #endregion

// #region allow
// Address comparison ignores letter case. Without a limit of the fee, an attacker with the key could spend the balance on it.
const payment = [
  `wallet.id == '${walletId}'`,
  "eth.tx.chain_id == 11155111",
  `eth.tx.to == '${supplier}'`,
  "eth.tx.gas <= 21000",
  "eth.tx.gas_price <= 50000000000",
  "eth.tx.type in ['LEGACY', 'TYPE_1', 'TYPE_2']",
].join(" && ");
const { policyId } = await client.createPolicy({
  policyName: "The service pays one supplier",
  effect: "EFFECT_ALLOW",
  consensus: `approvers.any(user, user.id == '${serviceId}')`,
  condition: `${payment} && eth.tx.value <= ${parseEther("0.1")}`,
});
rows.push(
  { request: "the supplier", policies: "first", outcome: await pay(supplier, "0.01") },
  { request: "another address", policies: "first", outcome: await pay(stranger, "0.01") },
);
// #endregion

// #region large
const root = await client.whoami();
await client.createPolicy({
  policyName: "Larger payments need approval",
  effect: "EFFECT_ALLOW",
  consensus: `approvers.any(user, user.id == '${serviceId}') && approvers.any(user, user.id == '${root.userId}')`,
  condition: `${payment} && eth.tx.value > ${parseEther("0.1")}`,
});
rows.push({ request: "the supplier, 1 ETH", policies: "both", outcome: await pay(supplier, "1") });
console.table(rows);
// #endregion

// #region tests
const tests = [
  { to: supplier, ether: "0.1", expected: "ACTIVITY_STATUS_COMPLETED" },
  { to: stranger, ether: "0.1", expected: "NOT_PERMITTED_BY_POLICY" },
] as const;
for (const { to, ether, expected } of tests) {
  const outcome = await pay(to, ether);
  console.log(outcome === expected ? "ok" : `expected ${expected}`, outcome);
  console.assert(outcome === expected, `${to} ${ether}: ${outcome}`);
}
// #endregion

// #region clean-up
await client.deletePolicy({ policyId });
const after = await pay(supplier, "0.01");
console.log(after);
// #endregion

const outcomes = rows.map(({ outcome }) => outcome).join();
console.assert(
  outcomes ===
    "NOT_PERMITTED_BY_POLICY,ACTIVITY_STATUS_COMPLETED,NOT_PERMITTED_BY_POLICY,CONSENSUS_NEEDED",
  outcomes,
);
console.assert(after === "NOT_PERMITTED_BY_POLICY", after);
