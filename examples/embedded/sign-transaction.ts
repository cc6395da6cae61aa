/**
 * A user signs a transaction
 *
 * Shows what will be signed, prompts once, and parses the signed transaction.
 * Result: decoded transaction, sender, prompt count
 * Pages: /embedded-wallets/code-examples/signing-transactions
 */
// #region sign-up
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";
import {
  formatEther,
  parseEther,
  parseGwei,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializedEIP1559,
} from "viem";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const device = createAuthenticator({ origin: "https://app.example.com" });
const { credentials } = device;
const rp = { id: "app.example.com", name: "Example" };
const user = { name: "alice@example.com" };
const passkey = await createPasskey({ authenticatorName: "Phone", rp, user, credentials });
// #endregion

// #region sub-organization
const { subOrganizationId: organizationId, wallet } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [{ userName: "Alice", apiKeys: [], authenticators: [passkey], oauthProviders: [] }],
  rootQuorumThreshold: 1,
  wallet: {
    walletName: "Alice's wallet",
    accounts: DEFAULT_ETHEREUM_ACCOUNTS,
  },
});
const address = wallet!.addresses[0];
// #endregion

// #region show
const transaction = {
  type: "eip1559",
  chainId: 11155111,
  nonce: 0,
  to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  value: parseEther("0.05"),
  gas: 21_000n,
  maxFeePerGas: parseGwei("20"),
  maxPriorityFeePerGas: parseGwei("1"),
} as const;

// The passkey prompt shows none of this, so your page must show it first.
console.log(`Send ${formatEther(transaction.value)} ETH to ${transaction.to} on Sepolia`);
// #endregion

// #region sign
const stamper = new WebauthnStamper({ rpId: rp.id, credentials });
const alice = new KeywrightClient({ baseUrl, organizationId }, stamper);
const promptsBefore = device.prompts;
const { signedTransaction } = await alice.signTransaction({
  signWith: address,
  type: "TRANSACTION_TYPE_ETHEREUM",
  unsignedTransaction: serializeTransaction(transaction),
});
const prompts = device.prompts - promptsBefore;
// #endregion

// #region decode
const serialized = `0x${signedTransaction}` as TransactionSerializedEIP1559;
const decoded = parseTransaction(serialized);
const sender = await recoverTransactionAddress({ serializedTransaction: serialized });

console.log("to", decoded.to, "value", decoded.value);
console.log("sender", sender, "is the user:", sender === address, "prompts", prompts);
// #endregion

// #region refused
const garbled = await alice
  .signTransaction({
    signWith: address,
    type: "TRANSACTION_TYPE_ETHEREUM",
    unsignedTransaction: "0x02",
  })
  .catch((error) => error);

console.log("not a transaction:", garbled.message);
// #endregion

console.assert(sender === address, `sent by ${sender}`);
console.assert(
  decoded.value === transaction.value && decoded.to === transaction.to.toLowerCase(),
  "another transaction",
);
console.assert(prompts === 1, `${prompts} prompts`);
console.assert(garbled.status === 400, `the malformed transaction got ${garbled}`);
