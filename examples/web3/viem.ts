/**
 * Sign with viem
 *
 * A viem account with an engine key: transactions, messages and typed data.
 * Result: transaction, message, typed data verified
 * Pages: /ecosystems/ethereum, /sdks/web3/viem
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";
import { createAccount } from "@keywright/web3/viem";
import {
  createWalletClient,
  custom,
  keccak256,
  numberToHex,
  parseEther,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
  verifyMessage,
  verifyTypedData,
} from "viem";
import { sepolia } from "viem/chains";

const client = new KeywrightServer().apiClient();
// #endregion

// #region account
const { addresses } = await client.createWallet({
  walletName: "viem",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
// #endregion

// #region viem-account
const account = await createAccount({ client, signWith: addresses[0] });
const { address } = account;

// Your node's address: http(…). Signing only asks it for its chain.
const node = { request: async () => numberToHex(sepolia.id) };
const wallet = createWalletClient({ account, chain: sepolia, transport: custom(node) });
// #endregion

// #region transaction
const serialized = (await wallet.signTransaction({
  type: "eip1559",
  nonce: 7,
  to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  value: parseEther("0.01"),
  gas: 21_000n,
})) as TransactionSerializedEIP1559;
const sender = await recoverTransactionAddress({ serializedTransaction: serialized });

console.log("transaction", keccak256(serialized), "nonce", parseTransaction(serialized).nonce);
console.log("sent by", sender, "verified:", sender === address);
// #endregion

// #region message
const message = "Hello from viem";
const signature = await wallet.signMessage({ message });
const isMessageValid = await verifyMessage({ address, message, signature });

console.log("message verified:", isMessageValid);
// #endregion

// #region typed-data
const typedData = {
  domain: { name: "Example", version: "1", chainId: sepolia.id },
  types: {
    Order: [
      { name: "item", type: "string" },
      { name: "price", type: "uint256" },
    ],
  },
  primaryType: "Order",
  message: { item: "book", price: 12n },
} as const;
const typedSignature = await wallet.signTypedData(typedData);
const isTypedDataValid = await verifyTypedData({
  address,
  ...typedData,
  signature: typedSignature,
});

console.log("typed data verified:", isTypedDataValid);
// #endregion

// #region refused
// You can create an account for another user's address, but it can't sign.
const stranger = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const other = await createAccount({ client, signWith: stranger });
const refused = await other.signMessage({ message }).catch((error) => error);

console.log("another user's address:", refused.code);
// #endregion

console.assert(sender === address, `sent by ${sender}`);
console.assert(isMessageValid, "the message does not verify");
console.assert(isTypedDataValid, "the typed data does not verify");
console.assert(refused.code === "SIGNER_NOT_FOUND", `another user's address got ${refused}`);
