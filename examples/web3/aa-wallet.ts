/**
 * The owner of a smart account
 *
 * Signs an ERC-4337 user operation as the owner of a smart account: the entry point's hash, as a message.
 * Result: user operation hash signed; owner recovered
 * Pages: /reference/aa-wallets
 */
// #region client
import { DEFAULT_ETHEREUM_ACCOUNTS } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";
import {
  encodeFunctionData,
  type Hex,
  hashMessage,
  parseEther,
  recoverMessageAddress,
  serializeSignature,
} from "viem";
import {
  entryPoint07Address,
  getUserOperationHash,
  type UserOperation,
} from "viem/account-abstraction";

const client = new KeywrightServer().apiClient();
// #endregion

// #region account
const { addresses } = await client.createWallet({
  walletName: "Owner",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
const owner = addresses[0] as Hex;
// #endregion

// #region operation
// The account is a contract; its owner is an engine account.
const execute = {
  type: "function",
  name: "execute",
  stateMutability: "nonpayable",
  inputs: [
    { name: "target", type: "address" },
    { name: "value", type: "uint256" },
    { name: "data", type: "bytes" },
  ],
  outputs: [],
} as const;
const operation: UserOperation<"0.7"> = {
  sender: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  nonce: 0n,
  callData: encodeFunctionData({
    abi: [execute],
    args: ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", parseEther("0.01"), "0x"],
  }),
  callGasLimit: 100_000n,
  verificationGasLimit: 200_000n,
  preVerificationGas: 50_000n,
  maxFeePerGas: 20_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  signature: "0x",
};
// #endregion

// #region hash
/** The data that the entry point hashes. It includes the chain and the entry point. */
const hashFor = (userOperation: UserOperation<"0.7">, chainId = 11155111) =>
  getUserOperationHash({
    userOperation,
    chainId,
    entryPointAddress: entryPoint07Address,
    entryPointVersion: "0.7",
  });
const userOperationHash = hashFor(operation);

console.log("user operation hash", userOperationHash);
// #endregion

// #region sign
// Most accounts check an EIP-191 message over the hash.
const { r, s, v } = await client.signRawPayload({
  signWith: owner,
  payload: hashMessage({ raw: userOperationHash }),
  encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
  hashFunction: "HASH_FUNCTION_NO_OP",
});
const signature = serializeSignature({ r: `0x${r}`, s: `0x${s}`, yParity: Number(v) });
const recovered = await recoverMessageAddress({ message: { raw: userOperationHash }, signature });

console.log("owner", recovered, "verified:", recovered === owner);
// #endregion

// #region altered
// For another amount or chain, the signature recovers to an unknown address.
const onMainnet = await recoverMessageAddress({
  message: { raw: hashFor(operation, 1) },
  signature,
});

console.log("valid on another chain:", onMainnet === owner);
// #endregion

console.assert(recovered === owner, `recovered ${recovered}`);
console.assert(onMainnet !== owner, "the signature is valid on another chain");
