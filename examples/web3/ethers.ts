/**
 * Sign with ethers
 *
 * An ethers signer whose key is in the engine: transactions, messages and typed data.
 * Result: transaction, message, typed data verified
 * Pages: /sdks/web3/ethers
 */
// #region client
import { ApiKeyStamper } from "@keywright/api-key-stamper";
import { KeywrightClient } from "@keywright/client";
import {
  AbstractSigner,
  hashMessage,
  type Provider,
  parseEther,
  resolveProperties,
  Signature,
  Transaction,
  type TransactionRequest,
  TypedDataEncoder,
  verifyMessage,
  verifyTypedData,
} from "ethers";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const client = new KeywrightClient(
  { baseUrl, organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID! },
  new ApiKeyStamper({
    apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,
    apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,
  }),
);
// #endregion

// #region account
const { addresses } = await client.createWallet({
  walletName: "ethers",
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
// #endregion

// #region signer
/** Signs with an account of the engine. */
class EngineSigner extends AbstractSigner {
  getAddress = async () => address;
  connect = (provider: null | Provider) => new EngineSigner(provider);
  signMessage = (message: string | Uint8Array) => this.signDigest(hashMessage(message));
  signTypedData = (...typedData: Parameters<typeof TypedDataEncoder.hash>) =>
    this.signDigest(TypedDataEncoder.hash(...typedData));

  /** The whole transaction goes to the engine: policies see every field of it. */
  async signTransaction(request: TransactionRequest): Promise<string> {
    const { from: _, ...fields } = await resolveProperties(request);
    const { signedTransaction } = await client.signTransaction({
      signWith: address,
      type: "TRANSACTION_TYPE_ETHEREUM",
      unsignedTransaction: Transaction.from(fields as object).unsignedSerialized,
    });
    return `0x${signedTransaction}`;
  }
  // #endregion

  // #region digest
  async signDigest(payload: string): Promise<string> {
    const { r, s, v } = await client.signRawPayload({
      signWith: address,
      payload,
      encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
      hashFunction: "HASH_FUNCTION_NO_OP",
    });
    const yParity = Number(v) as 0 | 1;
    return Signature.from({ r: `0x${r}`, s: `0x${s}`, yParity }).serialized;
  }
}
const signer = new EngineSigner();
// #endregion

// #region transaction
const signed = await signer.signTransaction({
  type: 2,
  chainId: 11155111,
  nonce: 7,
  to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  value: parseEther("0.01"),
  gasLimit: 21_000,
  maxFeePerGas: 20_000_000_000n,
});
const { from, hash } = Transaction.from(signed);

console.log("transaction", hash, "sent by", from, "verified:", from === address);
// #endregion

// #region message
const message = "Hello from ethers";
const messageSigner = verifyMessage(message, await signer.signMessage(message));

console.log("message signed by", messageSigner, "verified:", messageSigner === address);
// #endregion

// #region typed-data
const domain = { name: "Example", version: "1", chainId: 11155111 };
const types = {
  Order: [
    { name: "item", type: "string" },
    { name: "price", type: "uint256" },
  ],
};
const order = { item: "book", price: 12n };
const typedSignature = await signer.signTypedData(domain, types, order);
const typedSigner = verifyTypedData(domain, types, order, typedSignature);

console.log("typed data signed by", typedSigner, "verified:", typedSigner === address);
// #endregion

// #region refused
const unknown = await client
  .signRawPayload({
    signWith: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    payload: hashMessage(message),
    encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
    hashFunction: "HASH_FUNCTION_NO_OP",
  })
  .catch((error) => error);

console.log("an address of somebody else:", unknown.code);
// #endregion

console.assert(from === address, `sent by ${from}`);
console.assert(messageSigner === address, `message signed by ${messageSigner}`);
console.assert(typedSigner === address, `typed data signed by ${typedSigner}`);
console.assert(unknown.status === 404, `an unknown address got ${unknown}`);
