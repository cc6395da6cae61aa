/**
 * Who am I
 *
 * Stamps one request with an API key and asks the engine whose key it is.
 * Result: organization name, user id
 * Pages: /api-overview/introduction
 */
// #region client
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";

const stamper = new ApiKeyStamper({
  apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,
  apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,
});
const client = new KeywrightClient(
  {
    baseUrl: process.env.KEYWRIGHT_BASE_URL!,
    organizationId: process.env.KEYWRIGHT_ORGANIZATION_ID!,
  },
  stamper,
);
// #endregion

// #region whoami
const me = await client.whoami();

console.log(me.organizationName, me.userId);
// #endregion

console.assert(me.organizationId === process.env.KEYWRIGHT_ORGANIZATION_ID, "another organization");
console.assert(me.username === "Root user", `signed in as ${me.username}`);
