/**
 * An EIP-1193 provider
 *
 * The interface that dapps use in a page, with engine accounts: accounts, signatures, chains.
 * Result: accounts, signatures, error 4902
 * Pages: /sdks/web3/eip-1193
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";
import { createEIP1193Provider } from "@keywright/web3/eip1193";
import { type Hex, stringToHex, verifyMessage, verifyTypedData } from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

// #region account
const { walletId, addresses } = await client.createWallet({
  walletName: "Dapp wallet",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
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
