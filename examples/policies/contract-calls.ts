/**
 * Policies that read contract calls
 *
 * Caps on tokens, recipients in a batch, one swap route, and times: each policy with a request that it allows and one
 * that it rejects.
 * Result: recipe × allowed, denied
 * Pages: /concepts/policies/contract-calls
 */
// #region client
import {
  DEFAULT_ETHEREUM_ACCOUNTS,
  DEFAULT_SOLANA_ACCOUNTS,
  KeywrightClient,
} from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";
import { ComputeBudgetProgram, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import {
  type Abi,
  bytesToHex,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseGwei,
  serializeTransaction,
} from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

const {
  addresses: [address],
} = await client.createWallet({
  walletName: "Stablecoins",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
const key = await generateApiKeyPair();
const {
  userIds: [serviceId],
} = await client.createUsers({
  users: [
    {
      userName: "Payout service",
      apiKeys: [
        { apiKeyName: "Payout service", publicKey: key.apiPublicKey, curveType: key.curveType },
      ],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
  ],
});
const service = new KeywrightClient(client, new ApiKeyStamper(key));

// #region interfaces
const token = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const account = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const router = "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb";
const shop = "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0";

const accountAbi = parseAbi([
  "function executeBatch((address target, uint256 value, bytes data)[] calls)",
]);
const routerAbi = parseAbi([
  "function swap(address tokenIn, address tokenOut, uint256 amountIn, address recipient)",
  "function multicall(bytes[] data)",
]);

const addInterface = (label: string, smartContractAddress: Hex, abi: Abi) =>
  client.createSmartContractInterface({
    label,
    smartContractAddress,
    smartContractInterface: JSON.stringify(abi),
    type: "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM",
  });
await addInterface("Token", token, erc20Abi);
await addInterface("Smart account", account, accountAbi);
await addInterface("Router", router, routerAbi);
// #endregion

const sign = (to: Hex, data: Hex, chainId = 1) => {
  return () =>
    service.signTransaction({
      signWith: address,
      type: "TRANSACTION_TYPE_ETHEREUM",
      unsignedTransaction: serializeTransaction({
        type: "eip1559",
        chainId,
        to,
        data,
        gas: 200_000n,
        maxFeePerGas: parseGwei("20"),
      }).slice(2),
    });
};

// #region try
const rows: Record<string, string>[] = [];
const attempt = (request: Promise<object>) =>
  request.then(
    () => "allowed",
    (error) => error.code,
  );

async function recipe(
  name: string,
  policy: { condition: string; time?: string },
  allowed: () => Promise<object>,
  denied: () => Promise<object>,
) {
  const { policyId } = await client.createPolicy({
    policyName: name,
    effect: "EFFECT_ALLOW",
    consensus: `approvers.any(user, user.id == '${serviceId}')`,
    ...policy,
  });
  rows.push({ recipe: name, allowed: await attempt(allowed()), denied: await attempt(denied()) });
  await client.deletePolicy({ policyId });
}
// #endregion

// #region cap
const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [shop, amount] });
// erc20Abi names the second argument `amount`.
const cap = [
  `eth.tx.to == '${token}'`,
  "eth.tx.chain_id == 1",
  "eth.tx.function_name == 'transfer'",
  "eth.tx.contract_call_args['amount'] <= 100000000",
].join(" && ");
await recipe(
  "At most 100 tokens",
  { condition: cap },
  sign(token, transfer(100_000_000n)),
  sign(token, transfer(100_000_001n)),
);
await recipe(
  "The same arguments, encoded in another way",
  { condition: cap },
  sign(token, transfer(100_000_000n)),
  sign(token, `${transfer(100_000_000n)}00`),
);
await recipe(
  "On one chain",
  { condition: cap },
  sign(token, transfer(1n)),
  sign(token, transfer(1n), 8453),
);
// #endregion

// #region batch
const batch = (...targets: Hex[]) =>
  encodeFunctionData({
    abi: accountAbi,
    functionName: "executeBatch",
    args: [targets.map((target) => ({ target, value: 1n, data: "0x" as const }))],
  });
await recipe(
  "Recipients of a batch",
  {
    condition: `eth.tx.to == '${account}' && eth.tx.chain_id == 1 && eth.tx.contract_call_args['calls'].count() >= 1 && eth.tx.contract_call_args['calls'].all(call, call['target'] in ['${shop}', '${router}'] && call['data'] == '0x')`,
  },
  sign(account, batch(shop, router)),
  sign(account, batch(shop, token)),
);
// #endregion

// #region batch-tokens
const batchOf = (...calls: Hex[]) =>
  encodeFunctionData({
    abi: accountAbi,
    functionName: "executeBatch",
    args: [calls.map((data) => ({ target: token as Hex, value: 0n, data }))],
  });
await recipe(
  "Token transfers in a batch",
  {
    condition: `eth.tx.to == '${account}' && eth.tx.chain_id == 1 && eth.tx.contract_call_args['calls'].count() >= 1 && eth.tx.contract_call_args['calls'].all(call, call['target'] == '${token}' && call['data'][0..74] == '${transfer(0n).slice(0, 74)}' && uint(call['data'][74..138]) <= 100000000 && call['data'] == call['data'][0..138])`,
  },
  sign(account, batchOf(transfer(1n), transfer(100_000_000n))),
  sign(account, batchOf(transfer(1n), transfer(100_000_001n))),
);
// #endregion

// #region router
const swap = (recipient: Hex, amount = 5n) =>
  encodeFunctionData({
    abi: routerAbi,
    functionName: "swap",
    args: [token, account, amount, recipient],
  });
await recipe(
  "Swaps through one router",
  {
    condition: `eth.tx.to == '${router}' && eth.tx.chain_id == 1 && eth.tx.function_name == 'swap' && eth.tx.contract_call_args['recipient'] == eth.tx.from`,
  },
  sign(router, swap(address as Hex)),
  sign(router, swap(shop)),
);
// #endregion

// #region multicall
const multicall = (...calls: Hex[]) =>
  encodeFunctionData({ abi: routerAbi, functionName: "multicall", args: [calls] });
await recipe(
  "Swaps in a multicall",
  {
    condition: `eth.tx.to == '${router}' && eth.tx.chain_id == 1 && eth.tx.value == 0 && eth.tx.function_name == 'multicall' && eth.tx.contract_call_args['data'].count() >= 1 && eth.tx.contract_call_args['data'].all(call, call[0..74] == '${swap(shop).slice(0, 74)}' && uint(call[138..202]) <= 100000000 && call[202..266] == '${swap(shop).slice(202, 266)}' && call == call[0..266])`,
  },
  sign(router, multicall(swap(shop), swap(shop, 100_000_000n))),
  sign(router, multicall(swap(shop), swap(shop, 100_000_001n))),
);
// #endregion

// #region number
await recipe(
  "An amount without an interface",
  {
    condition: `eth.tx.to == '${token}' && eth.tx.data[0..10] == '0xa9059cbb' && uint(eth.tx.data[74..138]) <= 5`,
  },
  sign(token, transfer(5n)),
  sign(token, transfer(6n)),
);
// #endregion

// #region priority-fee
const {
  addresses: [payer],
} = await client.createWallet({ walletName: "Bot", accounts: DEFAULT_SOLANA_ACCOUNTS });
const withFee = (microLamports: number) => () => {
  const from = new PublicKey(payer);
  const transaction = new Transaction({
    feePayer: from,
    recentBlockhash: "GfVcyD4kkTrj4bKc7WA9sZCin9JDbdT4Zkd3EittNR1W",
  }).add(
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports }),
    ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
    SystemProgram.transfer({ fromPubkey: from, toPubkey: from, lamports: 1 }),
  );
  return service.signTransaction({
    signWith: payer,
    type: "TRANSACTION_TYPE_SOLANA",
    unsignedTransaction: bytesToHex(transaction.serialize({ requireAllSignatures: false })).slice(
      2,
    ),
  });
};
await recipe(
  "A capped priority fee",
  {
    condition: "solana.tx.compute_unit_price <= 50000 && solana.tx.compute_unit_limit <= 400000",
  },
  withFee(50_000),
  withFee(50_001),
);
// #endregion

// #region time
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const dayOf = (time: string) => new Date(time).getUTCDay();
const during = async (name: string, active: string, inactive: string) => {
  const condition = `eth.tx.to == '${token}'`;
  const outcomes: string[] = [];
  for (const time of [active, inactive]) {
    const { policyId } = await client.createPolicy({
      policyName: name,
      effect: "EFFECT_ALLOW",
      consensus: `approvers.any(user, user.id == '${serviceId}')`,
      condition,
      time,
    });
    outcomes.push(await attempt(sign(token, transfer(BigInt(outcomes.length + 7)))()));
    await client.deletePolicy({ policyId });
  }
  rows.push({ recipe: name, allowed: outcomes[0], denied: outcomes[1] });
};
await during(
  "Temporary grant",
  `time.now < Timestamp('${inHours(1)}')`,
  `time.now < Timestamp('${inHours(-1)}')`,
);
await during(
  "Days of the week",
  `CronSpan('0 0 * * ${dayOf(inHours(0))}', '1d', 'UTC')`,
  `CronSpan('0 0 * * ${dayOf(inHours(48))}', '1d', 'UTC')`,
);
// #endregion

console.table(rows);

for (const row of rows) {
  console.assert(row.allowed === "allowed", `${row.recipe}: ${row.allowed}`);
  console.assert(
    row.denied !== "allowed",
    `${row.recipe}: what it must not allow is ${row.denied}`,
  );
}
