/**
 * Who may export
 *
 * A service signs all day but can't export a key. The owners can export only together.
 * Result: service denied; owner needs a second approval
 * Pages: /features/export-wallets
 */
// #region client
import {
  DEFAULT_ETHEREUM_ACCOUNTS,
  type ExportWalletResult,
  isKeywrightError,
  KeywrightClient,
} from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { generateTargetKey, openWalletExport } from "@keywright/client/bundles";
import { KeywrightServer } from "@keywright/client/server";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const client = new KeywrightServer().apiClient();
const target = await generateTargetKey();
const { targetPublicKey } = target;
// #endregion

// #region people
const serviceKey = await generateApiKeyPair();
const bobKey = await generateApiKeyPair();
const user = { authenticators: [], oauthProviders: [], userTags: [] };
const apiKey = (publicKey: string) => ({
  apiKeyName: "key",
  publicKey,
  curveType: "API_KEY_CURVE_P256" as const,
});
const { userIds } = await client.createUsers({
  users: [
    { ...user, userName: "Service", apiKeys: [apiKey(serviceKey.apiPublicKey)] },
    { ...user, userName: "Bob", apiKeys: [apiKey(bobKey.apiPublicKey)] },
  ],
});
const [serviceId, bobId] = userIds;
const service = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(serviceKey));
const bob = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(bobKey));
// #endregion

// #region policies
const { walletId, addresses } = await client.createWallet({
  walletName: "Hot wallet",
  accounts: DEFAULT_ETHEREUM_ACCOUNTS,
});
// The service may do anything with this wallet …
await client.createPolicy({
  policyName: "The service uses the hot wallet",
  effect: "EFFECT_ALLOW",
  consensus: `approvers.any(user, user.id == '${serviceId}')`,
  condition: `wallet.id == '${walletId}'`,
});
// … except export it. A deny overrides every allow.
await client.createPolicy({
  policyName: "The service exports nothing",
  effect: "EFFECT_DENY",
  consensus: `approvers.any(user, user.id == '${serviceId}')`,
  condition: "activity.action == 'EXPORT'",
});
// #endregion

// #region service
const signed = await service.signRawPayload({
  signWith: addresses[0],
  payload: "an order",
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_KECCAK256",
});
console.log("the service signs:", signed.activity.status);

const denied = await service.exportWallet({ walletId, targetPublicKey }).catch((error) => error);
console.log("the service exports:", denied.code);
// #endregion

// #region owners
// From now on the root quorum is two of two: no root user can act alone.
const { userId } = await client.whoami();
await client.updateRootQuorum({ threshold: 2, userIds: [userId, bobId] });
const waiting = await client.exportWallet({ walletId, targetPublicKey }).catch((error) => error);
if (!isKeywrightError(waiting, "CONSENSUS_NEEDED")) throw waiting;
console.log("one owner exports:", waiting.code);

await bob.approveActivity({ fingerprint: waiting.fingerprint });
const { exportBundle } = await client.waitForActivity<ExportWalletResult>(waiting.activityId);
const signerPublicKey = process.env.KEYWRIGHT_SIGNER_PUBLIC_KEY!;
const phrase = await openWalletExport(exportBundle, target, { signerPublicKey, organizationId });
console.log("after the second approval, words:", phrase.split(" ").length);
// #endregion

console.assert(signed.activity.status === "ACTIVITY_STATUS_COMPLETED", "the service did not sign");
console.assert(denied.code === "DENIED_BY_POLICY", `the service got ${denied}`);
console.assert(phrase.split(" ").length === 12, "no phrase was exported");
