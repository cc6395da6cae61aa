/**
 * Check the votes yourself
 *
 * Each vote is the voter's signed request. Anyone with the record and the public keys can verify it without the engine.
 * Result: votes verified offline; edited row found
 * Pages: /security/verifiable-data
 */
// #region client
import { type Activity, KeywrightClient, type Vote } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";
import { type StampScheme, verifyStamp } from "@keywright/keys";
import { sha256, stringToBytes } from "viem";

const client = new KeywrightServer().apiClient();
// #endregion

// #region record
const { userId } = await client.whoami();
const key = await generateApiKeyPair();
const { userIds } = await client.createUsers({
  users: [
    {
      userName: "Bob",
      apiKeys: [{ apiKeyName: "Bob", publicKey: key.apiPublicKey, curveType: key.curveType }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
  ],
});
await client.updateRootQuorum({ threshold: 2, userIds: [userId, ...userIds] });
const waiting = await client
  .createWallet({ walletName: "Treasury", accounts: [] })
  .catch((error) => error);
const bob = new KeywrightClient(client, new ApiKeyStamper(key));
const approved = await bob.approveActivity({ fingerprint: waiting.fingerprint });
// While a vote could still be replayed, only its voter sees its bytes, so each voter provides their own.
const activity: Activity = {
  ...approved.activity,
  votes: [waiting.activity.votes[0], approved.activity.votes[1]],
};

// From your own records: a database writer could change the keys in a vote's `user` too.
const keyOf = new Map([
  [userId, process.env.KEYWRIGHT_API_PUBLIC_KEY],
  [userIds[0], key.apiPublicKey],
]);
// #endregion

// #region verify
/** The problems with an activity's votes; empty if all are valid. */
async function faultsOf({ fingerprint, votes }: Activity) {
  const faults: string[] = [];
  for (const [n, vote] of votes.entries()) {
    const body = stringToBytes(vote.message);
    const { publicKey, scheme, signature } = vote;
    const stamp = { publicKey, scheme: scheme as StampScheme, signature };
    if (!(await verifyStamp(stamp, body)))
      faults.push(`vote ${n + 1}: the signature covers another text`);

    if (keyOf.get(vote.userId) !== publicKey)
      faults.push(`vote ${n + 1}: not signed with a key of ${vote.user.userName}`);

    // The first vote is the request itself. The others name its fingerprint.
    const names = n === 0 ? `sha256:${sha256(body).slice(2)}` : fingerprintIn(vote);
    if (names !== fingerprint) faults.push(`vote ${n + 1}: names another request`);
    if (selectionIn(vote, n) !== vote.selection) faults.push(`vote ${n + 1}: says the opposite`);
  }
  if (new Set(votes.map((vote) => vote.userId)).size < votes.length)
    faults.push("a user is counted twice");
  return faults;
}
const fingerprintIn = (vote: Vote): string => JSON.parse(vote.message).parameters.fingerprint;
const selectionIn = (vote: Vote, n: number) =>
  n === 0 || JSON.parse(vote.message).type === "ACTIVITY_TYPE_APPROVE_ACTIVITY"
    ? "VOTE_SELECTION_APPROVED"
    : "VOTE_SELECTION_REJECTED";
// #endregion

// #region run
const { votes } = activity;
console.log(
  votes.map((vote) => vote.user.userName),
  "faults:",
  await faultsOf(activity),
);

// An attacker with access to the database renames the wallet.
const edited = structuredClone(activity);
edited.votes[0].message = edited.votes[0].message.replace("Treasury", "Plundered");
const faults = await faultsOf(edited);
console.log(faults);

// Or claims that Bob approved, using a vote of Bob for something else.
const moved = { ...activity, fingerprint: `sha256:${"0".repeat(64)}` };
const others = await faultsOf(moved);
console.log(others);
// #endregion

console.assert(
  votes.length === 2 && (await faultsOf(activity)).length === 0,
  "both votes are valid",
);
console.assert(
  faults.length === 2 && faults.every((fault) => fault.startsWith("vote 1")),
  `${faults}`,
);
console.assert(others.length === 2, `${others}`);
const [first, second] = activity.votes;
const twice = await faultsOf({ ...activity, votes: [first, first] });
console.assert(twice.includes("a user is counted twice"), `${twice}`);
const opposite: Vote = { ...second, selection: "VOTE_SELECTION_REJECTED" };
const turned = await faultsOf({ ...activity, votes: [first, opposite] });
console.assert(turned.join() === "vote 2: says the opposite", `${turned}`);
