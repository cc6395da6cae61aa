/**
 * Policies for Ethereum
 *
 * What a service may sign on an EVM chain: each policy with a transaction that it allows and one that it rejects.
 * Result: example × allowed, denied
 * Pages: /concepts/policies/examples, /ecosystems/ethereum
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseEther,
  parseGwei,
  serializeTransaction,
} from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

const {
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

// #region requests
const token = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const payroll = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const friend = "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0";

type Members = {
  to?: Hex;
  value?: bigint;
  data?: Hex;
  chainId?: number;
  nonce?: number;
  gas?: bigint;
};
const sign = (members: Members) => () =>
  service.signTransaction({
    signWith: address,
    type: "TRANSACTION_TYPE_ETHEREUM",
    unsignedTransaction: serializeTransaction({
      type: "eip1559",
      chainId: 11155111,
      gas: 100_000n,
      maxFeePerGas: parseGwei("20"),
      ...members,
    }).slice(2),
  });
const call = (functionName: "transfer" | "approve", to: Hex = friend) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [to, 1_000_000n] });
// #endregion

// #region try
const rows: Record<string, string>[] = [];
const attempt = (request: Promise<object>) =>
  request.then(
    () => "allowed",
    (error) => (error.code === "CONSENSUS_NEEDED" ? "waits" : error.code),
  );

async function example(
  name: string,
  policy: { effect?: "EFFECT_DENY"; condition: string; consensus?: string },
  allowed: () => Promise<object>,
  denied: () => Promise<object>,
) {
  const { policyId } = await client.createPolicy({
    policyName: name,
    effect: "EFFECT_ALLOW",
    consensus: `approvers.any(user, user.id == '${serviceId}')`,
    ...policy,
  });
  rows.push({ example: name, allowed: await attempt(allowed()), denied: await attempt(denied()) });
  await client.deletePolicy({ policyId });
}
// #endregion

// #region destination
await example(
  "One destination",
  { condition: `eth.tx.to == '${payroll}'` },
  sign({ to: payroll }),
  sign({ to: friend }),
);
await example(
  "At most a tenth of an ether",
  { condition: "eth.tx.value <= 100000000000000000 && eth.tx.chain_id == 11155111" },
  sign({ to: friend, value: parseEther("0.1") }),
  sign({ to: friend, value: parseEther("0.2") }),
);
await example(
  "Test networks only",
  { condition: "eth.tx.chain_id in [11155111, 560048, 80002]" },
  sign({ to: friend, chainId: 560048 }),
  sign({ to: friend, chainId: 1 }),
);
// #endregion

// #region tokens
const transfers = `eth.tx.to == '${token}' && eth.tx.data[0..10] == '0xa9059cbb'`;
await example(
  "Transfers of one token",
  { condition: transfers },
  sign({ to: token, data: call("transfer") }),
  sign({ to: token, data: call("approve") }),
);
// The recipient is in the call data: 12 zero bytes, then the address.
await example(
  "Transfers of one token to one recipient",
  { condition: `${transfers} && eth.tx.data[34..74] == '${friend.slice(2).toLowerCase()}'` },
  sign({ to: token, data: call("transfer") }),
  sign({ to: token, data: call("transfer", payroll) }),
);
// #endregion

// #region limits
await example(
  "The first ten transactions",
  { condition: `eth.tx.nonce < 10 && eth.tx.from == '${address}'` },
  sign({ to: friend, nonce: 9 }),
  sign({ to: friend, nonce: 10 }),
);
await example(
  "Cheap gas only",
  {
    condition:
      "eth.tx.gas <= 300000 && eth.tx.gas_price <= 40000000000 && eth.tx.type in ['LEGACY', 'TYPE_1', 'TYPE_2']",
  },
  sign({ to: friend, gas: 300_000n }),
  sign({ to: friend, gas: 300_001n }),
);
// #endregion

// #region denies
const { policyId: everything } = await client.createPolicy({
  policyName: "Everything",
  effect: "EFFECT_ALLOW",
  condition: "true",
  consensus: "true",
});
await example(
  "Allowances are never approved",
  { effect: "EFFECT_DENY", condition: "eth.tx.data != '0x' && eth.tx.data[0..10] == '0x095ea7b3'" },
  sign({ to: token, data: call("transfer") }),
  sign({ to: token, data: call("approve") }),
);
await example(
  "No contract is created",
  { effect: "EFFECT_DENY", condition: "eth.tx.to == ''" },
  sign({ to: friend, data: "0x00" }),
  sign({ data: "0x6000" }),
);
// #endregion

// #region raw-payload
// Conditions on eth.tx don't apply to raw payloads, so deny those too.
await example(
  "Raw payloads are never signed",
  {
    effect: "EFFECT_DENY",
    condition: "activity.kind in ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']",
  },
  sign({ to: friend }),
  () =>
    service.signRawPayload({
      signWith: address,
      payload: "00".repeat(32),
      encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
      hashFunction: "HASH_FUNCTION_NO_OP",
    }),
);
await client.deletePolicy({ policyId: everything });
console.table(rows);
// #endregion

for (const row of rows) {
  console.assert(row.allowed === "allowed", `${row.example}: ${row.allowed}`);
  console.assert(
    row.denied !== "allowed",
    `${row.example}: what it must not allow is ${row.denied}`,
  );
}
