/**
 * An EIP-1193 provider
 *
 * What dapps talk to in a page, over accounts of the engine: accounts, signatures, chains.
 * Result: accounts, signatures, error 4902
 * Pages: /sdks/web3/eip-1193
 */
// #region client
import { ApiKeyStamper } from "@keywright/api-key-stamper";
import { KeywrightClient } from "@keywright/client";
import {
  type Hex,
  hashMessage,
  hashTypedData,
  hexToString,
  numberToHex,
  serializeSignature,
  verifyMessage,
  verifyTypedData,
} from "viem";

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
  walletName: "Dapp wallet",
  accounts: [
    {
      curve: "CURVE_SECP256K1",
      pathFormat: "PATH_FORMAT_BIP32",
      path: "m/44'/60'/0'/0/0",
      addressFormat: "ADDRESS_FORMAT_ETHEREUM",
    },
  ],
});
const address = addresses[0] as Hex;
// #endregion

// #region errors
/** What EIP-1193 and EIP-3085 name: 4001 refused, 4100 not authorized, 4200 no such method, 4902 no such chain. */
class ProviderRpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

async function signDigest(payload: Hex): Promise<Hex> {
  const { r, s, v } = await client.signRawPayload({
    signWith: address,
    payload,
    encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
    hashFunction: "HASH_FUNCTION_NO_OP",
  });
  return serializeSignature({ r: `0x${r}`, s: `0x${s}`, yParity: Number(v) });
}
// #endregion

// #region provider
const chains = new Set([1, 11155111]);
let chainId = 1;
let isConnected = false;

type Handler = (...params: never[]) => unknown;
const methods: Record<string, Handler> = {
  eth_requestAccounts: () => {
    isConnected = true;
    return [address];
  },
  eth_accounts: () => (isConnected ? [address] : []),
  eth_chainId: () => numberToHex(chainId),
  wallet_switchEthereumChain: ({ chainId: wanted }: { chainId: Hex }) => {
    if (!chains.has(Number(wanted)))
      throw new ProviderRpcError(4902, `chain ${Number(wanted)} is unknown`);
    chainId = Number(wanted);
    return null;
  },
  personal_sign: (message: Hex) => signDigest(hashMessage({ raw: message })),
  eth_signTypedData_v4: (_: Hex, typedData: string) =>
    signDigest(hashTypedData(JSON.parse(typedData))),
};
// #endregion

// #region request
const provider = {
  async request<T = Hex>({
    method,
    params = [],
  }: {
    method: string;
    params?: readonly string[] | readonly object[];
  }): Promise<T> {
    const handler = methods[method];
    if (!handler) throw new ProviderRpcError(4200, `${method} is not supported`);
    if (/sign/i.test(method) && !isConnected) throw new ProviderRpcError(4100, "connect first");
    return handler(...(params as never[])) as T;
  },
};
// #endregion

// #region connect
const message = "0x48656c6c6f";
const early = await provider
  .request({ method: "personal_sign", params: [message, address] })
  .catch((error) => error);
console.log("before connecting:", early.code, early.message);

const [account] = await provider.request<Hex[]>({ method: "eth_requestAccounts" });
console.log("connected", account, "chain", await provider.request({ method: "eth_chainId" }));
// #endregion

// #region sign
const signature = await provider.request({ method: "personal_sign", params: [message, account] });
const isSigned = await verifyMessage({ address, message: hexToString(message), signature });

const typedData = {
  domain: { name: "Example", version: "1", chainId: 1 },
  types: { Order: [{ name: "item", type: "string" }] },
  primaryType: "Order",
  message: { item: "book" },
} as const;
const params = [account, JSON.stringify(typedData)];
const typedSignature = await provider.request({ method: "eth_signTypedData_v4", params });
const isTyped = await verifyTypedData({ address, ...typedData, signature: typedSignature });

console.log("message verified:", isSigned, "typed data verified:", isTyped);
// #endregion

// #region chains
await provider.request({
  method: "wallet_switchEthereumChain",
  params: [{ chainId: "0xaa36a7" }],
});
const switched = await provider.request({ method: "eth_chainId" });
const unknown = await provider
  .request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0x539" }] })
  .catch((error) => error);

console.log("switched to", switched, "then:", unknown.code, unknown.message);
// #endregion

console.assert(early.code === 4100, `before connecting: ${early}`);
console.assert(account === address, `connected ${account}`);
console.assert(isSigned && isTyped, "the signatures do not verify");
console.assert(switched === "0xaa36a7" && unknown.code === 4902, `an unknown chain got ${unknown}`);
