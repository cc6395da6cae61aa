/**
 * A proxy for chosen calls
 *
 * The page asks, your server signs: only what you allowed, and only for people that you know.
 * Result: allowed forwarded; other refused
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

// For Hono and everything that speaks fetch; expressProxyHandler and nextProxyHandler take the same options.
const handler = server.fetchProxyHandler({
  allowedMethods: ["createSubOrganization", "listWallets"],
  // Your own sign-in: without it, anybody could create sub-organizations.
  authorize: ({ request }) => signedIn.has((request as Request).headers.get("authorization") ?? ""),
});
// #endregion

// #region page
/** What the page's requests reach: your server. */
const pageOf = (authorization: string) =>
  new KeywrightBrowser({
    apiBaseUrl,
    defaultOrganizationId,
    serverSignUrl: "https://app.example.com/keywright",
    fetch: (request) => handler(new Request(request, { headers: { authorization } })),
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

const stranger = await pageOf("nobody")
  .serverSign("listWallets", {})
  .catch((error) => error);
console.log("somebody unknown:", stranger.status, stranger.message);
// #endregion

const { wallets: after } = await server.apiClient().listWallets();
console.assert(wallets.length === 0 && after.length === 0, "a wallet was made");
console.assert(other.status === 403, `createWallet got ${other}`);
console.assert(stranger.status === 403, `somebody unknown got ${stranger}`);
