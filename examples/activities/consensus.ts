/**
 * Propose, approve, reject
 *
 * What a user may not do alone needs the approval of others. They vote with their own credentials, on the exact bytes
 * that were proposed.
 * Result: approve → COMPLETED; reject → REJECTED; co-sign; policy guard
 * Pages: /api-overview/submissions, /concepts/users/best-practices, /embedded-wallets/sub-organizations-as-wallets
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region admins
const { userTagId } = await client.createUserTag({ userTagName: "Admins", userIds: [] });
const [bobKey, carolKey] = [await generateApiKeyPair(), await generateApiKeyPair()];
await client.createUsers({
  users: [
    {
      userName: "Bob",
      apiKeys: [{ apiKeyName: "Bob", publicKey: bobKey.apiPublicKey, curveType: bobKey.curveType }],
      authenticators: [],
      oauthProviders: [],
      userTags: [userTagId],
    },
    {
      userName: "Carol",
      apiKeys: [
        { apiKeyName: "Carol", publicKey: carolKey.apiPublicKey, curveType: carolKey.curveType },
      ],
      authenticators: [],
      oauthProviders: [],
      userTags: [userTagId],
    },
  ],
});
const bob = new KeywrightClient(client, new ApiKeyStamper(bobKey));
const carol = new KeywrightClient(client, new ApiKeyStamper(carolKey));
// #endregion

// #region policies
const twoAdmins = `approvers.filter(user, user.tags.contains('${userTagId}')).count() >= 2`;
await client.createPolicies({
  policies: [
    {
      policyName: "Two admins create wallets",
      effect: "EFFECT_ALLOW",
      condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
      consensus: twoAdmins,
    },
    {
      policyName: "Two admins change policies",
      effect: "EFFECT_ALLOW",
      condition: "activity.resource == 'POLICY'",
      consensus: twoAdmins,
    },
  ],
});
// #endregion

// #region approve
const wanted = await bob
  .createWallet({ walletName: "Payouts", accounts: [] })
  .catch((error) => error);
console.log(wanted.code);

await carol.approveActivity({ fingerprint: wanted.fingerprint });
const approved = await bob.waitForActivity<{ walletId: string }>(wanted.activity);
console.log(approved.activity.status, approved.walletId);
// #endregion

// #region reject
const unwanted = await bob
  .createWallet({ walletName: "Hidden", accounts: [] })
  .catch((error) => error);
await carol.rejectActivity({ fingerprint: unwanted.fingerprint });

const rejected = await bob.waitForActivity(unwanted.activity).catch((error) => error);
console.log(rejected.code, rejected.activity.status);
// #endregion

// #region protect-policies
// One admin alone can't loosen the rule that binds both.
const guarded = await bob
  .createPolicy({
    policyName: "Bob alone",
    effect: "EFFECT_ALLOW",
    condition: "true",
  })
  .catch((error) => error);
console.log(guarded.code);
// #endregion

const key = await generateApiKeyPair();
const serviceKey = await generateApiKeyPair();
// #region co-sign
// A shared wallet: the user and your service are both root users, and both must agree.
const rootUser = (userName: string, { apiPublicKey, curveType }: typeof key) => ({
  userName,
  apiKeys: [{ apiKeyName: userName, publicKey: apiPublicKey, curveType }],
  authenticators: [],
  oauthProviders: [],
});
const { subOrganizationId } = await client.createSubOrganization({
  subOrganizationName: "Shared",
  rootUsers: [rootUser("Alice", key), rootUser("Service", serviceKey)],
  rootQuorumThreshold: 2,
});
const shared = { ...client, organizationId: subOrganizationId };
const alice = new KeywrightClient(shared, new ApiKeyStamper(key));
const service = new KeywrightClient(shared, new ApiKeyStamper(serviceKey));

const proposed = await alice
  .createWallet({ walletName: "Ours", accounts: [] })
  .catch((error) => error);
await service.approveActivity({ fingerprint: proposed.fingerprint });
const coSigned = await proposed.resume();
console.log(proposed.code, "→", coSigned.activity.status);
// #endregion

const { wallets } = await client.listWallets();
console.assert(wanted.code === "CONSENSUS_NEEDED", wanted);
console.assert(wallets.map((wallet) => wallet.walletName).join() === "Payouts", "one wallet");
console.assert(rejected.activity.status === "ACTIVITY_STATUS_REJECTED", rejected);
console.assert(guarded.code === "CONSENSUS_NEEDED", guarded);
console.assert(coSigned.activity.status === "ACTIVITY_STATUS_COMPLETED", coSigned.activity.status);
