/**
 * Policies for Solana
 *
 * What a service may sign on Solana: each policy with a transaction that it allows and one that it rejects.
 * Result: example × allowed, denied; all, any, exactly one
 * Pages: /concepts/policies/examples, /ecosystems/solana
 */
// #region client
import { DEFAULT_SOLANA_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";
import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from "@solana/web3.js";
import { bytesToHex } from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

const {
  addresses: [address],
} = await client.createWallet({
  walletName: "Payments",
  accounts: DEFAULT_SOLANA_ACCOUNTS,
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
const vendor = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const friend = "GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW";
const payer = new PublicKey(address);

const transfer = (to: string, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(to), lamports });
const memo = new TransactionInstruction({
  programId: new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
  keys: [],
});
const sign =
  (...instructions: TransactionInstruction[]) =>
  () => {
    const transaction = new Transaction({
      feePayer: payer,
      recentBlockhash: "GfVcyD4kkTrj4bKc7WA9sZCin9JDbdT4Zkd3EittNR1W",
    }).add(...instructions);
    const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false });
    return service.signTransaction({
      signWith: address,
      type: "TRANSACTION_TYPE_SOLANA",
      unsignedTransaction: bytesToHex(bytes).slice(2),
    });
  };
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

// #region transfers
await example(
  "all: every transfer goes to the vendor",
  { condition: `solana.tx.transfers.all(t, t.to == '${vendor}')` },
  sign(transfer(vendor, 1), transfer(vendor, 2)),
  sign(transfer(vendor, 1), transfer(friend, 2)),
);
await example(
  "any: at least one transfer goes to the vendor",
  { condition: `solana.tx.transfers.any(t, t.to == '${vendor}')` },
  sign(transfer(vendor, 1), transfer(friend, 2)),
  sign(transfer(friend, 1), transfer(friend, 2)),
);
await example(
  "exactly one: a single transfer, to the vendor",
  {
    condition: `solana.tx.transfers.count() == 1 && solana.tx.transfers[0].to == '${vendor}'`,
  },
  sign(transfer(vendor, 1)),
  sign(transfer(vendor, 1), transfer(vendor, 2)),
);
// #endregion

// #region limits
await example(
  "Every transfer under half a SOL",
  { condition: "solana.tx.transfers.all(t, t.amount <= 500000000)" },
  sign(transfer(friend, 500_000_000)),
  sign(transfer(friend, 500_000_001)),
);
await example(
  "The system program only",
  { condition: "solana.tx.program_keys.all(p, p == '11111111111111111111111111111111')" },
  sign(transfer(friend, 1)),
  sign(transfer(friend, 1), memo),
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
  "A blocked recipient in any transfer",
  { effect: "EFFECT_DENY", condition: `solana.tx.transfers.any(t, t.to == '${friend}')` },
  sign(transfer(vendor, 1)),
  sign(transfer(vendor, 1), transfer(friend, 1)),
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
