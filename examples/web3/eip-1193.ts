/**
 * An EIP-1193 provider
 *
 * The interface that dapps use in a page, with engine accounts: accounts, signatures, chains.
 * Result: accounts, signatures, error 4902
 * Pages: /sdks/web3/eip-1193
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { createEIP1193Provider } from "@keywright/web3/eip1193";
import { type Hex, stringToHex, verifyMessage, verifyTypedData } from "viem";

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
const { walletId, addresses } = await client.createWallet({
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

// #region provider
const shown: string[] = [];
const provider = createEIP1193Provider({
  client,
  walletId,
  // The first chain is active initially. Set rpcUrls for reads and broadcasts.
  chains: [{ chainId: "0x1" }, { chainId: "0xaa36a7" }],
  // Your dialog: shows what will be signed, and returns the user's decision.
  confirm({ method }) {
    shown.push(method);
    return method !== "wallet_addEthereumChain";
  },
});
const ask = async (method: string, ...params: unknown[]) =>
  (await provider.request({ method, params })) as Hex;
const refusal = (asked: Promise<unknown>) => asked.then(String, (error) => error);
// #endregion

// #region connect
const message = "Hello";
const early = await refusal(ask("personal_sign", stringToHex(message), address));
console.log("before connecting:", early.code);

const [account] = (await provider.request({ method: "eth_requestAccounts" })) as Hex[];
console.log("connected", account, "chain", await ask("eth_chainId"));
// #endregion

// #region sign
const signature = await ask("personal_sign", stringToHex(message), account);
const isSigned = await verifyMessage({ address, message, signature });

const typedData = {
  domain: { name: "Example", version: "1", chainId: 1 },
  types: { Order: [{ name: "item", type: "string" }] },
  primaryType: "Order",
  message: { item: "book" },
} as const;
const typedSignature = await ask("eth_signTypedData_v4", account, JSON.stringify(typedData));
const isTyped = await verifyTypedData({ address, ...typedData, signature: typedSignature });

console.log("message verified:", isSigned, "typed data verified:", isTyped);
console.log("shown to the user:", shown.join(", "));
// #endregion

// #region chains
await ask("wallet_switchEthereumChain", { chainId: "0xaa36a7" });
const switched = await ask("eth_chainId");
const unknown = await refusal(ask("wallet_switchEthereumChain", { chainId: "0x539" }));
const declined = await refusal(ask("wallet_addEthereumChain", { chainId: "0x539" }));
const hash = await refusal(ask("eth_sign", account, stringToHex(message)));

console.log("switched to", switched, "then", unknown.code, unknown.message);
console.log("a chain that the dapp adds:", declined.code, "a bare hash:", hash.code);
// #endregion

console.assert(early.code === 4100, `before connecting: ${early}`);
console.assert(account === address, `connected ${account}`);
console.assert(isSigned && isTyped, "the signatures do not verify");
console.assert(switched === "0xaa36a7" && unknown.code === 4902, `an unknown chain got ${unknown}`);
console.assert(declined.code === 4001 && hash.code === 4200, `${declined}, ${hash}`);
