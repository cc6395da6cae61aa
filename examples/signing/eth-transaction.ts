/**
 * Sign an Ethereum transaction
 *
 * Your library builds the transaction, the engine parses and signs it, and your library verifies the result.
 * Result: signed transaction, hash, recovered sender
 * Pages: /ecosystems/ethereum, /signing-automation/code-examples/signing-transactions
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";
import {
  keccak256,
  parseEther,
  parseGwei,
  recoverTransactionAddress,
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

// #region unsigned
const unsigned = serializeTransaction({
  type: "eip1559",
  chainId: 11155111,
  nonce: 0,
  to: "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0",
  value: parseEther("0.01"),
  gas: 21_000n,
  maxFeePerGas: parseGwei("20"),
  maxPriorityFeePerGas: parseGwei("1"),
});
// #endregion

// #region sign
const { signedTransaction } = await client.signTransaction({
  signWith: address,
  type: "TRANSACTION_TYPE_ETHEREUM",
  unsignedTransaction: unsigned.slice(2),
});
const signed = `0x02${signedTransaction.slice(2)}` as const;

console.log("signed", signed);
console.log("hash", keccak256(signed));
// #endregion

// #region verify
const sender = await recoverTransactionAddress({ serializedTransaction: signed });
console.log("sender", sender, "verified:", sender === address);
// #endregion

// #region malformed
const refusal = await client
  .signTransaction({
    signWith: address,
    type: "TRANSACTION_TYPE_ETHEREUM",
    unsignedTransaction: unsigned.slice(2, -4),
  })
  .catch((error) => error);
console.log(refusal.status, refusal.code);
// #endregion

console.assert(signed.slice(2) === signedTransaction, "the envelope is of type 2");
console.assert(sender === address, `sent by ${sender}`);
console.assert(refusal.code === "TRANSACTION_MALFORMED", refusal);
