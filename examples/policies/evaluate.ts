/**
 * One request, five sets of policies
 *
 * A request is allowed if a policy allows it and none denies it. The response contains the outcome of each policy.
 * Result: decision and matching policy under five sets
 * Pages: /concepts/policies/overview
 */
// #region client
import { type CreatePolicyIntentV3, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const key = await generateApiKeyPair();
await client.createUsers({
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

// #region sets
const condition = "activity.resource == 'WALLET' && activity.action == 'CREATE'";
const allow = {
  policyName: "allow",
  effect: "EFFECT_ALLOW",
  condition,
  consensus: "true",
} as const;
const sets: Record<string, CreatePolicyIntentV3[]> = {
  "no policy": [],
  "a matching allow": [allow],
  "an allow for another action": [{ ...allow, condition: "activity.action == 'SIGN'" }],
  "an allow and a deny": [allow, { ...allow, policyName: "deny", effect: "EFFECT_DENY" }],
  "an allow that needs two approvers": [{ ...allow, consensus: "approvers.count() >= 2" }],
};
// #endregion

// #region evaluate
const rows = [];
for (const [set, policies] of Object.entries(sets)) {
  const { policyIds } =
    policies.length > 0 ? await client.createPolicies({ policies }) : { policyIds: [] };
  const outcome = await service
    .createWallet({ walletName: set, accounts: [] })
    .catch((error) => error);
  // A rejected request has no activity; the error contains the outcomes. Otherwise the activity does.
  const evaluated = outcome.activity
    ? (
        await client.getPolicyEvaluations({ activityId: outcome.activity.id })
      ).policyEvaluations.flatMap((vote) => vote.policyEvaluations)
    : outcome.policyEvaluations;
  rows.push({
    set,
    decision: outcome.code ?? outcome.activity.status,
    policies: policyIds.map((id, n) => {
      const found = evaluated.find((one: { policyId: string }) => one.policyId === id);
      return `${policies[n].policyName}: ${found?.outcome}`;
    }),
  });
  if (policyIds.length > 0) await client.deletePolicies({ policyIds });
}
console.table(rows);
// #endregion

const decisions = rows.map(({ decision }) => decision).join();
console.assert(
  decisions ===
    "NOT_PERMITTED_BY_POLICY,ACTIVITY_STATUS_COMPLETED,NOT_PERMITTED_BY_POLICY,DENIED_BY_POLICY,CONSENSUS_NEEDED",
  decisions,
);
