/**
 * Sign with CosmJS
 *
 * A CosmJS signer with an engine key. One key has an address per chain; only the prefix differs.
 * Result: SignDoc verified; two prefixes
 * Pages: /sdks/web3/cosmjs
 * Runs: in Node
 */
// #region client
import { Secp256k1, Secp256k1Signature, sha256 } from "@cosmjs/crypto";
import { fromBase64 } from "@cosmjs/encoding";
import { makeAuthInfoBytes, makeSignBytes, makeSignDoc } from "@cosmjs/proto-signing";
import { KeywrightServer } from "@keywright/client/server";
import { KeywrightDirectWallet } from "@keywright/web3/cosmjs";

const client = new KeywrightServer().apiClient();
// #endregion

// #region account
const account = {
  curve: "CURVE_SECP256K1",
  pathFormat: "PATH_FORMAT_BIP32",
  path: "m/44'/118'/0'/0/0",
} as const;
const { addresses } = await client.createWallet({
  walletName: "Cosmos",
  // The compressed public key, for signing and for deriving addresses.
  accounts: [{ ...account, addressFormat: "ADDRESS_FORMAT_COMPRESSED" }],
});
const [signWith] = addresses;
// #endregion

// #region prefixes
const hub = await KeywrightDirectWallet.init({ client, signWith });
const osmosis = await KeywrightDirectWallet.init({ client, signWith, prefix: "osmo" });
const [{ address: hubAddress, pubkey: publicKey }] = await hub.getAccounts();
const [{ address: osmosisAddress }] = await osmosis.getAccounts();

console.log(hubAddress);
console.log(osmosisAddress);
// #endregion

// #region sign
const fee = [{ denom: "uatom", amount: "500" }];
const pubkey = {
  typeUrl: "/cosmos.crypto.secp256k1.PubKey",
  value: Uint8Array.of(0x0a, 33, ...publicKey),
};
const authInfo = makeAuthInfoBytes([{ pubkey, sequence: 0 }], fee, 100_000, undefined, undefined);
// The encoded messages of the transaction: none here.
const signDoc = makeSignDoc(new Uint8Array(), authInfo, "cosmoshub-4", 1);
const { signature } = await hub.signDirect(hubAddress, signDoc);

const bytes = fromBase64(signature.signature);
const digest = sha256(makeSignBytes(signDoc));
const isSigned = await Secp256k1.verifySignature(
  Secp256k1Signature.fromFixedLength(bytes),
  digest,
  publicKey,
);

console.log("SignDoc verified:", isSigned);
// #endregion

// #region refused
const other = makeSignDoc(new Uint8Array(), authInfo, "osmosis-1", 1);
const isForOther = await Secp256k1.verifySignature(
  Secp256k1Signature.fromFixedLength(bytes),
  sha256(makeSignBytes(other)),
  publicKey,
);
console.log("the same signature on another chain:", isForOther);

// An address with another chain's prefix is rejected, and nothing is sent.
const refused = await osmosis.signDirect(hubAddress, signDoc).catch((error) => error);
console.log("another prefix:", refused.code);
// #endregion

console.assert(isSigned, "the SignDoc does not verify");
console.assert(!isForOther, "the signature is valid on another chain");
console.assert(
  hubAddress.startsWith("cosmos1") && osmosisAddress.startsWith("osmo1"),
  "another prefix",
);
console.assert(refused.code === "ACCOUNT_UNKNOWN", `another prefix got ${refused}`);
