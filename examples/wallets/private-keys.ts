/**
 * A key without a phrase
 *
 * A private key has no phrase and no path. It can have addresses in several formats, and tags for policies.
 * Result: one key, two address formats, tag
 * Pages: /concepts/wallets
 */
// #region client
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region create
const { privateKeys } = await client.createPrivateKeys({
  privateKeys: [
    {
      privateKeyName: "Settlement",
      curve: "CURVE_SECP256K1",
      addressFormats: ["ADDRESS_FORMAT_ETHEREUM", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH"],
      privateKeyTags: [],
    },
  ],
});
const [{ privateKeyId, addresses }] = privateKeys;

console.log(addresses);
// #endregion

// #region tag
const { privateKeyTagId } = await client.createPrivateKeyTag({
  privateKeyTagName: "Hot",
  privateKeyIds: [privateKeyId!],
});
const { privateKey } = await client.getPrivateKey({ privateKeyId: privateKeyId! });

console.log(privateKey.privateKeyName, privateKey.privateKeyTags);
// #endregion

// #region sign
// Sign with its id or with any of its addresses: the key is the same.
const message = {
  payload: "Settled",
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_SHA256",
} as const;
const byId = await client.signRawPayload({ signWith: privateKeyId!, ...message });
const byAddress = await client.signRawPayload({ signWith: addresses![1].address!, ...message });

console.log("the same signature:", byId.r === byAddress.r && byId.s === byAddress.s);
// #endregion

console.assert(addresses?.length === 2, "two addresses");
console.assert(privateKey.privateKeyTags.join() === privateKeyTagId, "one tag");
console.assert(byId.r === byAddress.r && byId.s === byAddress.s, "one key");
