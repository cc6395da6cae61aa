/**
 * Create a user
 *
 * A service has a name, an API key and a tag. It can sign in immediately, but does nothing until a policy allows it. People
 * can be invited instead.
 * Result: API-only user with tag; invitation created and deleted
 * Pages: /concepts/users/introduction
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper, generateApiKeyPair } from "@keywright/client/api-key";
import { KeywrightServer } from "@keywright/client/server";

const client = new KeywrightServer().apiClient();
// #endregion

// #region create
const { userTagId } = await client.createUserTag({ userTagName: "Services", userIds: [] });
const key = await generateApiKeyPair();
const {
  userIds: [userId],
} = await client.createUsers({
  users: [
    {
      userName: "Payout service",
      apiKeys: [
        { apiKeyName: "Payout service", publicKey: key.apiPublicKey, curveType: key.curveType },
      ],
      authenticators: [],
      oauthProviders: [],
      userTags: [userTagId],
    },
  ],
});

const service = new KeywrightClient(client, new ApiKeyStamper(key));
const me = await service.whoami();
console.log(me.username, me.userId);
// #endregion

// #region no-policy
const refusal = await service
  .createWallet({ walletName: "Mine", accounts: [] })
  .catch((error) => error);
console.log(refusal.status, refusal.message);
// #endregion

// #region invitations
const root = await client.whoami();
const {
  invitationIds: [invitationId],
} = await client.createInvitations({
  invitations: [
    {
      receiverUserName: "Bob",
      receiverUserEmail: "bob@example.com",
      receiverUserTags: [],
      accessType: "ACCESS_TYPE_WEB",
      senderUserId: root.userId,
    },
  ],
});
console.log("invited", invitationId);

await client.deleteInvitation({ invitationId });
console.log("withdrawn");
// #endregion

const { user } = await client.getUser({ userId });
console.assert(me.userId === userId, "the service signs in as itself");
console.assert(user.userTags.join() === userTagId, "it has the tag");
console.assert(refusal.code === "NOT_PERMITTED_BY_POLICY", refusal);
const gone = await client.deleteInvitation({ invitationId }).catch((error) => error);
console.assert(gone.code === "RESOURCE_NOT_FOUND", gone);
