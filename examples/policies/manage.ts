/**
 * Create, change and batch policies
 *
 * An update changes only the members that it names. A batch is stored completely or not at all.
 * Result: partial update; batch all or none
 * Pages: /concepts/policies/overview
 */
// #region client
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region create
const { policyId } = await client.createPolicy({
  policyName: "Anyone changes tags",
  effect: "EFFECT_ALLOW",
  condition: "activity.resource == 'USER_TAG'",
  consensus: "approvers.count() >= 1",
  notes: "Requested by support",
});
const before = (await client.getPolicy({ policyId })).policy;
// #endregion

// #region update
await client.updatePolicy({ policyId, policyName: "Support creates tags" });

const after = (await client.getPolicy({ policyId })).policy;
console.log(after.policyName, "·", after.condition, "·", after.consensus, "·", after.notes);
// #endregion

// #region batch
const good = {
  policyName: "Faucet: small transfers on Sepolia",
  effect: "EFFECT_ALLOW",
  condition: "eth.tx.value <= 100000000000000000 && eth.tx.chain_id == 11155111",
  consensus: "true",
} as const;
const refusal = await client
  .createPolicies({
    policies: [good, { ...good, policyName: "Typo", condition: "eth.tx.valu <= 1" }],
  })
  .catch((error) => error);
console.log(refusal.status, refusal.message);

const { policies: kept } = await client.listPolicies();
console.log(
  "stored:",
  kept.map(({ policyName }) => policyName),
);

const { policyIds } = await client.createPolicies({
  policies: [good, { ...good, policyName: "Faucet: no more", effect: "EFFECT_DENY" }],
});
console.log(policyIds.length, "stored together");
// #endregion

// #region delete
await client.deletePolicies({ policyIds: [policyId, ...policyIds] });
const { policies: left } = await client.listPolicies();
console.log(left.length, "left");
// #endregion

console.assert(after.policyName === "Support creates tags", after.policyName);
console.assert(
  after.condition === before.condition &&
    after.notes === before.notes &&
    after.consensus === before.consensus,
  "the rest is unchanged",
);
console.assert(refusal.grpcCode === 3 && kept.length === 1, `${kept.length} policies are stored`);
console.assert(policyIds.length === 2 && left.length === 0, `${left.length} are left`);
