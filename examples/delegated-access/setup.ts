/**
 * Let a server act within limits
 *
 * Alice's session adds your server as a delegate with one policy. The server never has more permissions than that.
 * Result: final users, quorum, policy; allowed and denied; revoke
 * Pages: /features/delegated-access
 */
// #region parent
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";
import {
  parseEther,
  parseGwei,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializedEIP1559,
} from "viem";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const device = createAuthenticator({ origin: "https://app.example.com" });
const { credentials } = device;
const rp = { id: "app.example.com", name: "Example" };
const user = { name: "alice@example.com" };
const passkey = await createPasskey({ authenticatorName: "Phone", rp, user, credentials });
// #endregion

// #region sub-organization
// The user is the only root user from the start.
const {
  subOrganizationId: organizationId,
  rootUserIds,
  wallet,
} = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [{ userName: "Alice", apiKeys: [], authenticators: [passkey], oauthProviders: [] }],
  rootQuorumThreshold: 1,
  wallet: {
    walletName: "Alice's wallet",
    accounts: DEFAULT_ETHEREUM_ACCOUNTS,
  },
});
const address = wallet!.addresses[0];
const stamper = new WebauthnStamper({ rpId: rp.id, credentials });
const alice = new KeywrightClient({ baseUrl, organizationId }, stamper);
// #endregion

// #region delegate
// The private key stays on your server.
const delegateKey = await generateApiKeyPair();
const delegateUser = {
  userName: "Delegate",
  apiKeys: [
    {
      apiKeyName: "server",
      publicKey: delegateKey.apiPublicKey,
      curveType: "API_KEY_CURVE_P256" as const,
    },
  ],
  authenticators: [],
  oauthProviders: [],
  userTags: [],
};
const { userIds } = await alice.createUsers({ users: [delegateUser] });
const [delegateId] = userIds;
// #endregion

// #region policy
const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const { policyId } = await alice.createPolicy({
  policyName: "The delegate pays one payee, up to 0.1 ETH per payment",
  effect: "EFFECT_ALLOW",
  consensus: `approvers.any(user, user.id == '${delegateId}')`,
  condition: [
    "activity.action == 'SIGN'",
    `wallet.id == '${wallet!.walletId}'`,
    "eth.tx.chain_id == 11155111",
    `eth.tx.to == '${payee}'`,
    `eth.tx.value <= ${parseEther("0.1")}`,
    "eth.tx.data == '0x'",
    // Without a limit of the fee, your server could spend the balance on it.
    "eth.tx.gas <= 21000",
    "eth.tx.gas_price <= 50000000000",
    "eth.tx.type in ['LEGACY', 'TYPE_1', 'TYPE_2']",
  ].join(" && "),
});
// #endregion

// #region check
const { users } = await alice.listUsers();
const { configs } = await alice.getOrganizationConfigs();
const { policies } = await alice.listPolicies();

console.log("users:", users.map(({ userName }) => userName).sort());
console.log("root quorum is Alice alone:", configs.quorum!.userIds[0] === rootUserIds![0]);
console.log(
  "policies:",
  policies.map(({ policyName }) => policyName),
);
// #endregion

// #region act
const delegate = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(delegateKey));
const pay = (ether: string, to: `0x${string}` = payee, maxFeePerGas = parseGwei("20")) =>
  delegate.signTransaction({
    signWith: address,
    type: "TRANSACTION_TYPE_ETHEREUM",
    unsignedTransaction: serializeTransaction({
      type: "eip1559",
      chainId: 11155111,
      to,
      value: parseEther(ether),
      gas: 21_000n,
      maxFeePerGas,
    }),
  });

const { signedTransaction } = await pay("0.1");
const serializedTransaction = `0x${signedTransaction}` as TransactionSerializedEIP1559;
const sender = await recoverTransactionAddress({ serializedTransaction });
console.log("0.1 ETH to the payee, sent by", sender);
// #endregion

// #region refused
const refusals = {
  "0.2 ETH": await pay("0.2").catch((error) => error),
  "another payee": await pay("0.1", "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC").catch(
    (error) => error,
  ),
  "a high fee": await pay("0.1", payee, parseGwei("1000000")).catch((error) => error),
  "raw payload": await delegate
    .signRawPayload({
      signWith: address,
      payload: "00",
      encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
      hashFunction: "HASH_FUNCTION_KECCAK256",
    })
    .catch((error) => error),
  "a policy": await delegate.deletePolicy({ policyId }).catch((error) => error),
};

for (const [what, { code }] of Object.entries(refusals)) console.log(`${what}: ${code}`);
// #endregion

// #region revoke
await alice.deletePolicy({ policyId });
const revoked = await pay("0.1").catch((error) => error);

console.log("after the policy is deleted:", revoked.code);
// #endregion

console.assert(users.length === 2 && policies.length === 1, "users or policies are left over");
console.assert(
  configs.quorum!.threshold === 1 && configs.quorum!.userIds.length === 1,
  "another quorum",
);
console.assert(sender === address, `sent by ${sender}`);
for (const refused of [...Object.values(refusals), revoked]) {
  console.assert(refused.code === "NOT_PERMITTED_BY_POLICY", `the delegate got ${refused}`);
}
