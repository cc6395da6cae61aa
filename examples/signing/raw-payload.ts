/**
 * Sign any bytes
 *
 * A payload is text or hexadecimal, and optionally hashed before signing. Each valid pair is signed and verified; the
 * others are rejected.
 * Result: valid encoding × hash pairs verified; invalid pairs rejected; batch
 * Pages: /signing-automation/code-examples/signing-transactions
 */
// #region client
import type { HashFunction, PayloadEncoding } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";
import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import {
  type Hex,
  hexToBytes,
  keccak256,
  recoverAddress,
  sha256,
  stringToBytes,
  stringToHex,
} from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

const {
  addresses: [ethereum, solana],
} = await client.createWallet({
  walletName: "Payments",
  accounts: [
    {
      curve: "CURVE_SECP256K1",
      pathFormat: "PATH_FORMAT_BIP32",
      path: "m/44'/60'/0'/0/0",
      addressFormat: "ADDRESS_FORMAT_ETHEREUM",
    },
    {
      curve: "CURVE_ED25519",
      pathFormat: "PATH_FORMAT_BIP32",
      path: "m/44'/501'/0'/0'",
      addressFormat: "ADDRESS_FORMAT_SOLANA",
    },
  ],
});

// #region helpers
const sign = (
  signWith: string,
  payload: string,
  hashFunction: HashFunction,
  encoding: PayloadEncoding = "PAYLOAD_ENCODING_TEXT_UTF8",
) => client.signRawPayload({ signWith, payload, encoding, hashFunction });

/** The Ethereum address of the signing key. */
const signerOf = (hash: Hex, { r, s, v }: { r: string; s: string; v: string }) =>
  recoverAddress({ hash, signature: { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) } });
// #endregion

// #region hash-functions
const text = "Hello, Keywright";
const keccak = await sign(ethereum, text, "HASH_FUNCTION_KECCAK256");
const sha = await sign(ethereum, text, "HASH_FUNCTION_SHA256");
// NO_OP signs a digest that you computed yourself.
const digest = keccak256(stringToBytes(text));
const own = await sign(
  ethereum,
  digest.slice(2),
  "HASH_FUNCTION_NO_OP",
  "PAYLOAD_ENCODING_HEXADECIMAL",
);

const signers = [
  await signerOf(digest, keccak),
  await signerOf(sha256(stringToBytes(text)), sha),
  await signerOf(digest, own),
];
console.log(
  "the same signer:",
  signers.every((signer) => signer === ethereum),
);

const refusal = await sign(solana, text, "HASH_FUNCTION_KECCAK256").catch((error) => error);
console.log(refusal.grpcCode, refusal.message);
// #endregion

// #region pairs
const payloads = {
  PAYLOAD_ENCODING_TEXT_UTF8: text,
  PAYLOAD_ENCODING_HEXADECIMAL: stringToHex(text).slice(2),
};
const digests: Record<string, Hex> = {
  HASH_FUNCTION_KECCAK256: digest,
  HASH_FUNCTION_SHA256: sha256(stringToBytes(text)),
};
const hashFunctions: HashFunction[] = [
  "HASH_FUNCTION_KECCAK256",
  "HASH_FUNCTION_SHA256",
  "HASH_FUNCTION_NO_OP",
  "HASH_FUNCTION_NOT_APPLICABLE",
];
// #endregion

// #region verify
async function verify(signWith: string, as: keyof typeof payloads, hash: HashFunction) {
  const signed = await sign(signWith, payloads[as], hash, as);
  if (signWith === ethereum) return (await signerOf(digests[hash], signed)) === ethereum;
  const signature = hexToBytes(`0x${signed.r}${signed.s}`);
  return ed25519.verify(signature, stringToBytes(text), base58.decode(solana));
}
const rows = [];
for (const signWith of [ethereum, solana]) {
  for (const as of Object.keys(payloads) as (keyof typeof payloads)[]) {
    for (const hash of hashFunctions) {
      const verified = await verify(signWith, as, hash).catch((error) => error.code);
      const curve = signWith === ethereum ? "secp256k1" : "ed25519";
      rows.push({ curve, encoding: as.slice(17), hash: hash.slice(14), verified });
    }
  }
}
console.table(rows);
// #endregion

// #region batch
// Five payloads, one activity, one approval.
const { signatures, activity } = await client.signRawPayloads({
  signWith: ethereum,
  payloads: ["1", "2", "3", "4", "5"],
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_KECCAK256",
});
console.log(signatures!.length, "signatures in", activity.id);
// #endregion

const good = rows.filter(({ verified }) => verified === true);
console.assert(
  signers.every((signer) => signer === ethereum),
  `${signers}`,
);
console.assert(refusal.grpcCode === 3, refusal);
console.assert(good.length === 6, `${good.length} pairs are verified`);
console.assert(rows.length === 16, "each pair was tried");
console.assert(signatures!.length === 5, "five signatures");
