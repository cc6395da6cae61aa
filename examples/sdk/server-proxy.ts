/**
 * A proxy for selected calls
 *
 * The page requests a call and your server signs it: only calls that you allow, and only for users that you know.
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
const signedIn = new Set(["session-of-alice"]);

// For Hono and everything based on fetch. expressProxyHandler and nextProxyHandler take the same options.
const handler = server.fetchProxyHandler({
  allowedMethods: ["createSubOrganization", "listWallets"],
  // Your own sign-in. Without it, anyone could create sub-organizations.
  authorize: ({ request }) => signedIn.has((request as Request).headers.get("authorization") ?? ""),
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
const { wallets } = await page.serverSign("listWallets", {});

console.log("listWallets:", wallets.length, "wallets");
// #endregion

// #region refused
const other = await page
  .serverSign("createWallet", { walletName: "no", accounts: [] })
  .catch((error) => error);
console.log("createWallet:", other.status, other.message);

const stranger = await pageOf("mallory")
  .serverSign("listWallets", {})
  .catch((error) => error);
console.log("an unknown user:", stranger.status, stranger.message);
// #endregion

const { wallets: after } = await server.apiClient().listWallets();
console.assert(wallets.length === 0 && after.length === 0, "a wallet was created");
console.assert(other.status === 403, `createWallet got ${other}`);
console.assert(stranger.status === 403, `an unknown user got ${stranger}`);
