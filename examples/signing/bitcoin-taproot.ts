/**
 * A Taproot signature
 *
 * Signing with a P2TR address returns a Schnorr signature with the tweaked key, as BIP 341 requires for key path spends.
 * Result: Schnorr verified against the tweaked key
 * Pages: /ecosystems/bitcoin
 */
// #region client
import { KeywrightServer } from "@keywright/client/server";
import { schnorr } from "@noble/curves/secp256k1.js";
import { Address, OutScript, Transaction } from "@scure/btc-signer";
import { bytesToHex, hexToBytes } from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

const {
  addresses: [address],
} = await client.createWallet({
  walletName: "Vault",
  accounts: [
    {
      curve: "CURVE_SECP256K1",
      pathFormat: "PATH_FORMAT_BIP32",
      path: "m/86'/0'/0'/0/0",
      addressFormat: "ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR",
    },
  ],
});

// #region sighash
const decoded = Address().decode(address);
const script = OutScript.encode(decoded);
const transaction = new Transaction();
transaction.addInput({
  txid: "11".repeat(32),
  index: 0,
  witnessUtxo: { script, amount: 10_000n },
});
transaction.addOutputAddress(address, 9_700n);
// BIP 341: sighash type 0 commits to every input and output.
const sighash = transaction.preimageWitnessV1(0, [script], 0, [10_000n]);
// #endregion

// #region sign
const { r, s } = await client.signRawPayload({
  signWith: address,
  payload: bytesToHex(sighash).slice(2),
  encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
  hashFunction: "HASH_FUNCTION_NO_OP",
});
const signature = hexToBytes(`0x${r}${s}`);
console.log("signature", bytesToHex(signature));
// #endregion

// #region verify
// A P2TR address is the x coordinate of the tweaked key.
if (decoded.type !== "tr") throw new Error("not a Taproot address");
const verified = schnorr.verify(signature, sighash, decoded.pubkey);
console.log("with the key of", address, "verified:", verified);

const other = schnorr.verify(
  signature,
  sighash.map((byte) => byte ^ 1),
  decoded.pubkey,
);
console.log("over another digest, verified:", other);
// #endregion

console.assert(verified && !other, "the signature is over this digest only");
