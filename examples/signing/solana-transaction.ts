/**
 * Sign a Solana transaction
 *
 * The engine fills the signature slot of the signing account and leaves the rest of the transaction unchanged.
 * Result: signed transaction, signature verified
 * Pages: /ecosystems/solana, /signing-automation/code-examples/signing-transactions
 */
// #region client
import { DEFAULT_SOLANA_ACCOUNTS } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";
import { PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { bytesToHex, hexToBytes } from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

const {
  addresses: [address],
} = await client.createWallet({
  walletName: "Payments",
  accounts: DEFAULT_SOLANA_ACCOUNTS,
});

// #region unsigned
const vendor = new PublicKey("9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin");
const payment = (from: string) =>
  new Transaction({
    feePayer: new PublicKey(from),
    // From the network; it's valid for about a minute.
    recentBlockhash: "GfVcyD4kkTrj4bKc7WA9sZCin9JDbdT4Zkd3EittNR1W",
  }).add(
    SystemProgram.transfer({
      fromPubkey: new PublicKey(from),
      toPubkey: vendor,
      lamports: 10_000_000,
    }),
  );
const unsigned = (from: string) =>
  bytesToHex(
    payment(from).serialize({ requireAllSignatures: false, verifySignatures: false }),
  ).slice(2);
// #endregion

// #region sign
const { signedTransaction } = await client.signTransaction({
  signWith: address,
  type: "TRANSACTION_TYPE_SOLANA",
  unsignedTransaction: unsigned(address),
});
console.log("signed", signedTransaction);

const signed = Transaction.from(hexToBytes(`0x${signedTransaction}`));
console.log("signed by", signed.feePayer!.toBase58(), "verified:", signed.verifySignatures());
// #endregion

// #region other-signer
const refusal = await client
  .signTransaction({
    signWith: address,
    type: "TRANSACTION_TYPE_SOLANA",
    unsignedTransaction: unsigned(vendor.toBase58()),
  })
  .catch((error) => error);
console.log(refusal.status, refusal.code);
// #endregion

console.assert(signed.verifySignatures(), "the signature verifies");
console.assert(signed.feePayer!.toBase58() === address, "the payer is the wallet");
console.assert(refusal.code === "TRANSACTION_SIGNER_MISMATCH", refusal);
