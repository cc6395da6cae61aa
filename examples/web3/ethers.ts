/**
 * Sign with ethers
 *
 * An ethers signer with an engine key: transactions, messages and typed data.
 * Result: transaction, message, typed data verified
 * Pages: /sdks/web3/ethers
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";
import { KeywrightSigner } from "@keywright/web3/ethers";
import { parseEther, Transaction, verifyMessage, verifyTypedData } from "ethers";

const client = new KeywrightServer().apiClient();
// #endregion

// #region account
const { addresses } = await client.createWallet({
  walletName: "ethers",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
const [address] = addresses;
// #endregion

// #region signer
// With your provider as the second argument, signer.sendTransaction() fills in nonce and fees, and broadcasts.
const signer = new KeywrightSigner({ client, signWith: address });
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
// A transaction from another address isn't signed, and nothing is sent.
const stranger = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const refused = await signer
  .signTransaction({ from: stranger, to: address })
  .catch((error) => error);

console.log("from another address:", refused.code);
// #endregion

console.assert(from === address, `sent by ${from}`);
console.assert(messageSigner === address, `message signed by ${messageSigner}`);
console.assert(typedSigner === address, `typed data signed by ${typedSigner}`);
console.assert(refused.code === "ACCOUNT_UNKNOWN", `another address got ${refused}`);
