/**
 * Change a tag, all or nothing
 *
 * A tag names a group of users for policies. One invalid id in a change rejects the entire change.
 * Result: atomic update: one invalid id, no change
 * Pages: /concepts/users/introduction
 */
// #region client
import { generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

const key = await generateApiKeyPair();
const { userId } = await client.whoami();
const {
  userIds: [bobId],
} = await client.createUsers({
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

// #region create
const { userTagId } = await client.createUserTag({ userTagName: "Approvers", userIds: [userId] });

async function members() {
  const { users } = await client.listUsers();
  return users.filter((user) => user.userTags.includes(userTagId)).map((user) => user.userName);
}
const before = await members();
console.log(before);
// #endregion

// #region atomic
const refusal = await client
  .updateUserTag({
    userTagId,
    addUserIds: [bobId, "00000000-0000-4000-8000-000000000000"],
    removeUserIds: [userId],
  })
  .catch((error) => error);
console.log(refusal.status, refusal.message);

const unchanged = await members();
console.log("still", unchanged);
// #endregion

// #region update
await client.updateUserTag({ userTagId, addUserIds: [bobId], removeUserIds: [userId] });
const after = await members();
console.log("now", after);
// #endregion

console.assert(refusal.status === 404, refusal);
console.assert(before.join() === unchanged.join(), `${unchanged}`);
console.assert(after.join() === "Bob", `${after}`);
