/**
 * Test vectors of stamps
 *
 * The same body, signed under each scheme: compare your own code in any language with these values.
 * Result: all shared vectors verify
 * Pages: /api-overview/stamps, /sdks/golang, /sdks/Ruby, /sdks/rust, /sdks/swift
 */
// #region imports
import { ed25519 } from "@noble/curves/ed25519.js";
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hashMessage, hexToBytes, sha256, stringToBytes } from "viem";

// #endregion

// Keys of RFC 6979 (A.2.5), of the public test phrase, and of RFC 8032 (test 1).
const text = '{"organizationId":"3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10"}';
const secp256k1Key = "0237b0bb7a8288d38ed49a524b5dc98cff3eb5ca824c9f9dc0dfdb3d9cd600f299";
const vectors = [
  {
    scheme: "SIGNATURE_SCHEME_TK_API_P256",
    publicKey: "0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6",
    signature:
      "304502201739103300926d1b96077f5a47aae1c01bf13cc3c1bdd6a0751a749dc6f0c332022100c00dda9c8dc484fdd9704ae6f81447dc9e2301bc5415febaa7a10784bcb07682",
  },
  {
    scheme: "SIGNATURE_SCHEME_TK_API_SECP256K1",
    publicKey: secp256k1Key,
    signature:
      "3045022100b124ff28be383547cf72550b43c4caffa92b1337c16ab1ab7bbce2a045748aa102207b9223bf80e3862273411107ca6b879ce2292899714b79c36436e613f7b34ee4",
  },
  {
    scheme: "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191",
    publicKey: secp256k1Key,
    signature:
      "3044022064253abac14acaacac9167a8548d51cdeca07eb635576c73f8a49407621ed3fa02206202e3fd86d67bdf3cbc9df56b9cea796b7c9a9ea768fbc8a7bf40f362fd797f",
  },
  {
    scheme: "SIGNATURE_SCHEME_TK_API_ED25519",
    publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    signature:
      "e2c4d3d72139dbf48c3996cfc2be112209730692067a56853f10c2eb8c565131529816b2ff9caf3082ec3f1e5d111ba86d9ea66d1f973d86c2c56a78fc2e2504",
  },
] as const;

// #region verify
type Check = (signature: Uint8Array, body: string, publicKey: Uint8Array) => boolean;
const der = { format: "der" } as const;
const verify: Record<(typeof vectors)[number]["scheme"], Check> = {
  SIGNATURE_SCHEME_TK_API_P256: (signature, body, key) =>
    p256.verify(signature, stringToBytes(body), key, { ...der, lowS: false }),
  SIGNATURE_SCHEME_TK_API_SECP256K1: (signature, body, key) =>
    secp256k1.verify(signature, stringToBytes(body), key, der),
  // The digest of a personal message (EIP-191). Sign it without hashing.
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: (signature, body, key) =>
    secp256k1.verify(signature, hashMessage(body, "bytes"), key, { ...der, prehash: false }),
  SIGNATURE_SCHEME_TK_API_ED25519: (signature, body, key) =>
    ed25519.verify(signature, stringToBytes(body), key),
};
const rows = vectors.map(({ scheme, publicKey, signature }) => {
  const check = (body: string) =>
    verify[scheme](hexToBytes(`0x${signature}`), body, hexToBytes(`0x${publicKey}`));
  return { scheme, verified: check(text), "with an extra space": check(`${text} `) };
});
console.table(rows);
// #endregion

// #region challenge
// A passkey signs a challenge: the digest of the body as 64 hex characters of text.
const challenge = sha256(stringToBytes(text)).slice(2);
console.log("challenge", btoa(challenge).replace(/=+$/, ""));
// #endregion

console.assert(stringToBytes(text).length === 57, "the body has 57 bytes");
console.assert(
  rows.every((row) => row.verified && !row["with an extra space"]),
  JSON.stringify(rows),
);
console.assert(
  btoa(challenge) ===
    "MGIwOGQ1ZmJiYzM0NzU5NTFmZWRmY2RkZTFmMTEyOTA4ZjMxMWI4YmY5YjIxZDI0NDczNzIwZTMwMTVjMjNmMQ==",
  challenge,
);
