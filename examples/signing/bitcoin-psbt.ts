/**
 * A PSBT with two inputs
 *
 * One request spends two coins: one activity, one approval, both inputs signed.
 * Result: two inputs, one activity, finalized
 * Pages: /ecosystems/bitcoin
 */
// #region client
import { KeywrightServer } from "@keywright/client/server";
import { p2wpkh, Transaction } from "@scure/btc-signer";
import { bytesToHex, hexToBytes } from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

const {
  walletId,
  addresses: [address],
} = await client.createWallet({
  walletName: "Vault",
  accounts: [
    {
      curve: "CURVE_SECP256K1",
      pathFormat: "PATH_FORMAT_BIP32",
      path: "m/84'/0'/0'/0/0",
      addressFormat: "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH",
    },
  ],
});

// #region psbt
const { account } = await client.getWalletAccount({ walletId, address });
const { script } = p2wpkh(hexToBytes(`0x${account.publicKey!}`));

// The transaction that funded the wallet proves the amounts, and therefore the fee.
const funding = new Transaction();
for (const amount of [6_000n, 4_000n]) funding.addOutput({ script, amount });
funding.addInput({ txid: "11".repeat(32), index: 0, finalScriptSig: Uint8Array.of(0) });

const unsigned = new Transaction();
for (const index of [0, 1]) {
  unsigned.addInput({
    txid: funding.id,
    index,
    witnessUtxo: { script, amount: funding.getOutput(index).amount! },
    nonWitnessUtxo: funding.toBytes(true),
  });
}
unsigned.addOutputAddress(address, 9_500n);
// #endregion

// #region sign
const { signedTransaction, activity } = await client.signTransaction({
  signWith: address,
  type: "TRANSACTION_TYPE_BITCOIN",
  unsignedTransaction: bytesToHex(unsigned.toPSBT()).slice(2),
});
const signed = Transaction.fromPSBT(hexToBytes(`0x${signedTransaction}`));
// Verifies each signature and adds it to the transaction.
signed.finalize();

console.log(signed.inputsLength, "inputs signed in one activity,", activity.status);
console.log("transaction", signed.id, "fee", signed.fee, "satoshi");
// #endregion

console.assert(signed.isFinal && signed.inputsLength === 2, "both inputs are signed");
console.assert(signed.fee === 500n, `a fee of ${signed.fee}`);
