/**
 * Tron, Sui and Aptos
 *
 * The engine doesn't parse these chains' transactions: it derives addresses and signs bytes that your library builds.
 * Result: published addresses; three signatures verified
 * Pages: /ecosystems/others
 */
// #region client
import { sealWalletImport } from "@keywright/client/bundles";
import { KeywrightServer } from "@keywright/client/server";
import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { sha3_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concat, hexToBytes, recoverAddress, sha256, stringToBytes, toHex } from "viem";
import { publicKeyToAddress } from "viem/accounts";

const client = new KeywrightServer().apiClient();
// #endregion

const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const { userId } = await client.whoami();

// #region accounts
const accounts = [
  {
    curve: "CURVE_SECP256K1",
    pathFormat: "PATH_FORMAT_BIP32",
    path: "m/44'/195'/0'/0/0",
    addressFormat: "ADDRESS_FORMAT_TRON",
  },
  {
    curve: "CURVE_ED25519",
    pathFormat: "PATH_FORMAT_BIP32",
    path: "m/44'/784'/0'/0'/0'",
    addressFormat: "ADDRESS_FORMAT_SUI",
  },
  {
    curve: "CURVE_ED25519",
    pathFormat: "PATH_FORMAT_BIP32",
    path: "m/44'/637'/0'/0'/0'",
    addressFormat: "ADDRESS_FORMAT_APTOS",
  },
] as const;
// #endregion

// #region import
// The public test phrase: never send funds to its addresses.
const phrase = `${"abandon ".repeat(11)}about`;
const { importBundle } = await client.initImportWallet({ userId });
const { walletId, addresses } = await client.importWallet({
  userId,
  walletName: "Test phrase",
  encryptedBundle: await sealWalletImport(phrase, importBundle, {
    signerPublicKey: process.env.KEYWRIGHT_SIGNER_PUBLIC_KEY!,
    organizationId,
    userId,
  }),
  accounts: [...accounts],
});
const [tron, sui, aptos] = addresses;
console.log({ tron, sui, aptos });
// #endregion

// #region sign
const sign = (
  signWith: string,
  payload: Uint8Array,
  hashFunction: "HASH_FUNCTION_SHA256" | "HASH_FUNCTION_NOT_APPLICABLE",
) =>
  client.signRawPayload({
    signWith,
    payload: bytesToHex(payload).slice(2),
    encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
    hashFunction,
  });
const publicKeyOf = async (address: string) => {
  const { account } = await client.getWalletAccount({ walletId, address });
  return hexToBytes(`0x${account.publicKey!}`);
};
// Replaces the bytes that the chain's library serializes.
const transaction = stringToBytes("a serialized transaction");
// #endregion

// #region tron
// The SHA-256 of raw_data is signed, and is also the transaction's id.
const signed = await sign(tron, transaction, "HASH_FUNCTION_SHA256");
const recovered = await recoverAddress({
  hash: sha256(transaction),
  signature: { r: `0x${signed.r}`, s: `0x${signed.s}`, yParity: Number(signed.v) },
});
// The same 20 bytes as on Ethereum, in base58 after the byte 41.
const uncompressed = secp256k1.Point.fromBytes(await publicKeyOf(tron)).toBytes(false);
const tronVerified = recovered === publicKeyToAddress(bytesToHex(uncompressed));
console.log("tron", `${signed.r}${signed.s}${signed.v}`, "verified:", tronVerified);
// #endregion

// #region sui
const intent = Uint8Array.of(0, 0, 0);
const digest = blake2b(Uint8Array.of(...intent, ...transaction), { dkLen: 32 });
const suiSigned = await sign(sui, digest, "HASH_FUNCTION_NOT_APPLICABLE");
const suiKey = await publicKeyOf(sui);
const suiSignature = hexToBytes(`0x${suiSigned.r}${suiSigned.s}`);
const suiVerified = ed25519.verify(suiSignature, digest, suiKey);
// Scheme flag, signature, public key.
const serialized = concat([toHex(0, { size: 1 }), bytesToHex(suiSignature), bytesToHex(suiKey)]);
console.log("sui", serialized, "verified:", suiVerified);
// #endregion

// #region aptos
// The prefix names the type of the signed data, so the signature is invalid for any other type.
const prefix = sha3_256(stringToBytes("APTOS::RawTransaction"));
const message = Uint8Array.of(...prefix, ...transaction);
const aptosSigned = await sign(aptos, message, "HASH_FUNCTION_NOT_APPLICABLE");
const aptosSignature = hexToBytes(`0x${aptosSigned.r}${aptosSigned.s}`);
const aptosVerified = ed25519.verify(aptosSignature, message, await publicKeyOf(aptos));
console.log("aptos", bytesToHex(aptosSignature), "verified:", aptosVerified);
// #endregion

// #region hardened
const refusal = await client
  .createWalletAccounts({ walletId, accounts: [{ ...accounts[1], path: "m/44'/784'/0'/0/0" }] })
  .catch((error) => error);
console.log(refusal.status, refusal.message);
// #endregion

// The addresses that other wallets show for this phrase.
const published = [
  "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  "0x5e93a736d04fbb25737aa40bee40171ef79f65fae833749e3c089fe7cc2161f1",
  "0xeb663b681209e7087d681c5d3eed12aaa8e1915e7c87794542c3f96e94b3d3bf",
];
console.assert(addresses.join() === published.join(), `${addresses}`);
console.assert(tronVerified && suiVerified && aptosVerified, "each signature verifies");
console.assert(refusal.grpcCode === 3, refusal);
