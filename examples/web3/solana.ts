/**
 * Sign with web3.js
 *
 * A Solana transfer with two signers, where one of them pays the fee, and a message.
 * Result: two-signer transfer, message verified
 * Pages: /sdks/web3/solana
 */
// #region client
import { KeywrightServer } from "@keywright/client/server";
import { KeywrightSigner } from "@keywright/web3/solana";
import { ed25519 } from "@noble/curves/ed25519.js";
import { LAMPORTS_PER_SOL, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";

const client = new KeywrightServer().apiClient();
// #endregion

// #region accounts
const { addresses } = await client.createWallet({
  walletName: "Solana",
  accounts: ["m/44'/501'/0'/0'", "m/44'/501'/1'/0'"].map((path) => ({
    curve: "CURVE_ED25519",
    pathFormat: "PATH_FORMAT_BIP32",
    path,
    addressFormat: "ADDRESS_FORMAT_SOLANA",
  })),
});
const [payer, owner] = addresses.map((address) => new PublicKey(address));
const signer = new KeywrightSigner({ client });
// #endregion

// #region transfer
// The payer pays the fee, the owner sends: both must sign.
const transaction = new Transaction({
  feePayer: payer,
  // In production: connection.getLatestBlockhash().
  recentBlockhash: "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM",
}).add(
  SystemProgram.transfer({
    fromPubkey: owner,
    toPubkey: new PublicKey("FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z"),
    lamports: LAMPORTS_PER_SOL / 100,
  }),
);
// #endregion

// #region sign
await signer.addSignature(transaction, payer.toBase58());
const isHalfSigned = transaction.verifySignatures();
await signer.addSignature(transaction, owner.toBase58());
const isSigned = transaction.verifySignatures();

console.log("after one signature:", isHalfSigned, "after both:", isSigned);
console.log("bytes to send:", transaction.serialize().length);
// #endregion

// #region message
const message = new TextEncoder().encode("Hello from Solana");
const signature = await signer.signMessage(message, owner.toBase58());
const isMessageSigned = ed25519.verify(signature, message, owner.toBytes());

console.log("message verified:", isMessageSigned);
// #endregion

// #region refused
const stranger = "FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z";
const refused = await signer.addSignature(transaction, stranger).catch((error) => error);

console.log("another user's account:", refused.code);
// #endregion

console.assert(!isHalfSigned && isSigned, "the signatures do not verify");
console.assert(isMessageSigned, "the message does not verify");
console.assert(
  refused.code === "SIGNER_NOT_IN_TRANSACTION",
  `another user's account got ${refused}`,
);
