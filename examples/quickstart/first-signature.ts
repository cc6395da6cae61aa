/**
 * The first signature
 *
 * Creates a wallet with one Ethereum account, signs a text with it, and verifies the signature without the engine.
 * Result: address; signature verified; recovered address equal
 * Pages: /getting-started/quickstart
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";
import { keccak256, recoverAddress, stringToBytes } from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

// #region wallet
const { addresses } = await client.createWallet({
  walletName: "First wallet",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
const [address] = addresses;

console.log("address", address);
// #endregion

// #region sign
const text = "Hello, Keywright";
const { r, s, v } = await client.signRawPayload({
  signWith: address,
  payload: text,
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_KECCAK256",
});

console.log("signature", `${r}${s}${v}`);
// #endregion

// #region verify
const recovered = await recoverAddress({
  hash: keccak256(stringToBytes(text)),
  signature: { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) },
});

console.log("recovered", recovered, "verified:", recovered === address);
// #endregion

console.assert(recovered === address, `recovered ${recovered}`);
