/**
 * Policies for access
 *
 * Who may create, change and export: each policy with a request that it allows and one that it rejects.
 * Result: example × allowed, denied
 * Pages: /concepts/policies/examples
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { generateTargetKey } from "@keywright/client/bundles";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const key = await generateApiKeyPair();
const {
  userIds: [serviceId],
} = await client.createUsers({
  users: [
    {
      userName: "Service",
      apiKeys: [{ apiKeyName: "Service", publicKey: key.apiPublicKey, curveType: key.curveType }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
  ],
});
const service = new KeywrightClient(client, new ApiKeyStamper(key));
const { userTagId } = await client.createUserTag({ userTagName: "HR", userIds: [serviceId] });
const { walletId } = await client.createWallet({ walletName: "Vault", accounts: [] });
const { targetPublicKey } = await generateTargetKey();
let count = 0;

// #region requests
const createWallet = () => service.createWallet({ walletName: `Wallet ${++count}`, accounts: [] });
const createTag = () => service.createUserTag({ userTagName: `Tag ${++count}`, userIds: [] });
const exportWallet = () => service.exportWallet({ walletId, targetPublicKey });
const createPolicy = () =>
  service.createPolicy({ policyName: `${++count}`, effect: "EFFECT_DENY", condition: "false" });
const createSubOrganization = () =>
  service.createSubOrganization({
    subOrganizationName: `Customer ${++count}`,
    rootUsers: [
      {
        userName: "Customer",
        userEmail: "customer@example.com",
        apiKeys: [],
        authenticators: [],
        oauthProviders: [],
      },
    ],
    rootQuorumThreshold: 1,
  });
// #endregion

// #region try
const rows: Record<string, string>[] = [];
const attempt = (request: Promise<object>) =>
  request.then(
    () => "allowed",
    (error) => (error.code === "CONSENSUS_NEEDED" ? "waits" : error.code),
  );

async function example(
  name: string,
  policy: { effect?: "EFFECT_DENY"; condition: string; consensus?: string },
  allowed: () => Promise<object>,
  denied: () => Promise<object>,
) {
  const { policyId } = await client.createPolicy({
    policyName: name,
    effect: "EFFECT_ALLOW",
    consensus: `approvers.any(user, user.id == '${serviceId}')`,
    ...policy,
  });
  rows.push({ example: name, allowed: await attempt(allowed()), denied: await attempt(denied()) });
  await client.deletePolicy({ policyId });
}
// #endregion

// #region creators
await example(
  "A wallet factory",
  { condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'" },
  createWallet,
  exportWallet,
);
await example(
  "An onboarding service opens sub-organizations",
  { condition: "activity.resource == 'ORGANIZATION' && activity.action == 'CREATE'" },
  createSubOrganization,
  createWallet,
);
await example(
  "HR adds users and tags",
  {
    condition: "activity.resource == 'USER' && activity.action == 'CREATE'",
    consensus: `approvers.any(user, user.tags.contains('${userTagId}'))`,
  },
  createTag,
  createPolicy,
);
// #endregion

// #region export
await example(
  "One person exports one wallet",
  { condition: `activity.action == 'EXPORT' && wallet.id == '${walletId}'` },
  exportWallet,
  createWallet,
);
// #endregion

// #region denies
// An allow for everything, and a deny that overrides it.
const { policyId: everything } = await client.createPolicy({
  policyName: "Everything",
  effect: "EFFECT_ALLOW",
  condition: "true",
  consensus: "true",
});
await example(
  "No exports by machines",
  { effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" },
  createWallet,
  exportWallet,
);
await example(
  "HR cannot touch policies",
  {
    effect: "EFFECT_DENY",
    condition: "activity.resource == 'POLICY'",
    consensus: `approvers.any(user, user.tags.contains('${userTagId}'))`,
  },
  createTag,
  createPolicy,
);
await client.deletePolicy({ policyId: everything });
// #endregion

// #region two
await example(
  "Two people change policies",
  { condition: "activity.resource == 'POLICY'", consensus: "approvers.count() >= 2" },
  // Root can act alone, because its quorum needs no policy.
  () => client.createPolicy({ policyName: "By root", effect: "EFFECT_DENY", condition: "false" }),
  createPolicy,
);
console.table(rows);
// #endregion

for (const row of rows) {
  console.assert(row.allowed === "allowed", `${row.example}: ${row.allowed}`);
  console.assert(
    row.denied !== "allowed",
    `${row.example}: what it must not allow is ${row.denied}`,
  );
}
