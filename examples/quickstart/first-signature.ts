/**
 * The first signature
 *
 * Creates a wallet with one Ethereum account, signs a text with it, and verifies the signature without the engine.
 * Result: address; signature verified; recovered address equal
 * Pages: /, /getting-started/quickstart, /getting-started/examples
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { keccak256, recoverAddress, stringToBytes } from "viem";

const client = new KeywrightClient(
  {
    baseUrl: process.env.KEYWRIGHT_BASE_URL!,
    organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID!,
  },
  new ApiKeyStamper({
    apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,
    apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,
  }),
);
// #endregion

// #region wallet
const { addresses } = await client.createWallet({
  walletName: "First wallet",
  accounts: [
    {
      curve: "CURVE_SECP256K1",
      pathFormat: "PATH_FORMAT_BIP32",
      path: "m/44'/60'/0'/0/0",
      addressFormat: "ADDRESS_FORMAT_ETHEREUM",
    },
  ],
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

console.assert(recovered === address, `recovered ${recovered}, not ${address}`);
