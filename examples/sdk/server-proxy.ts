/**
 * A proxy for selected calls
 *
 * The page requests a call and your server signs it: only calls that you allow, and only in the user's own organization.
 * Result: allowed call forwarded; others rejected
 * Pages: /sdks/javascript-server
 */
// #region server
import { KeywrightBrowser } from "@keywright/browser";
import { KeywrightServer } from "@keywright/client/server";

const apiBaseUrl = process.env.KEYWRIGHT_BASE_URL!;
const defaultOrganizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const server = new KeywrightServer({
  apiBaseUrl,
  apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,
  apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,
  defaultOrganizationId,
});
const { subOrganizationId } = await server.apiClient().createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [
    {
      userName: "Alice",
      userEmail: "alice@example.com",
      apiKeys: [],
      authenticators: [],
      oauthProviders: [],
    },
  ],
  rootQuorumThreshold: 1,
});
const organizations = new Map([["session-of-alice", subOrganizationId]]); // in your database
// #endregion

// #region proxy
// For Hono and everything based on fetch. expressProxyHandler and nextProxyHandler take the same options.
const handler = server.fetchProxyHandler({
  allowedMethods: ["listWallets"],
  // Your own sign-in, and the user's own organization, because your key reads those of all users.
  authorize({ params, request }) {
    const own = organizations.get((request as Request).headers.get("authorization") ?? "");
    return own !== undefined && params.organizationId === own;
  },
});
// #endregion

// #region page
/** Your server, which receives the page's requests. */
const pageOf = (authorization: string) =>
  new KeywrightBrowser({
    apiBaseUrl,
    defaultOrganizationId,
    serverSignUrl: "https://app.example.com/keywright",
    fetch: (request) => {
      request.headers.set("authorization", authorization);
      return handler(request);
    },
  });
const page = pageOf("session-of-alice");
// #endregion

// #region allowed
const ofAlice = { organizationId: subOrganizationId };
const { wallets } = await page.serverSign("listWallets", ofAlice);

console.log("listWallets:", wallets.length, "wallets");
// #endregion

// #region refused
const other = await page
  .serverSign("createWallet", { walletName: "no", accounts: [] })
  .catch((error) => error);
console.log("createWallet:", other.status, other.message);

const stranger = await pageOf("mallory")
  .serverSign("listWallets", ofAlice)
  .catch((error) => error);
console.log("an unknown user:", stranger.status, stranger.message);

const elsewhere = await page.serverSign("listWallets", {}).catch((error) => error);
console.log("another organization:", elsewhere.status, elsewhere.message);
// #endregion

const { wallets: after } = await server.apiClient().listWallets();
console.assert(wallets.length === 0 && after.length === 0, "a wallet was created");
console.assert(other.status === 403, `createWallet got ${other}`);
console.assert(stranger.status === 403, `an unknown user got ${stranger}`);
console.assert(elsewhere.status === 403, `another organization got ${elsewhere}`);
