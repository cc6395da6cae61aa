/**
 * One call, three clients
 *
 * The same call with the client, the server SDK and the browser SDK. All three are the same client internally.
 * Result: same call by three clients
 * Pages: /sdks/introduction
 */
// #region imports
import { KeywrightBrowser } from "@keywright/browser";
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";

const apiBaseUrl = process.env.KEYWRIGHT_BASE_URL!;
const defaultOrganizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
// #endregion

// #region client
// @keywright/client with a stamper of your choice: anywhere.
const client = new KeywrightClient(
  { baseUrl: apiBaseUrl, organizationId: defaultOrganizationId },
  new ApiKeyStamper({
    apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,
    apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,
  }),
);
const byClient = await client.whoami();

console.log("client:", byClient.organizationName, byClient.username);
// #endregion

// #region server
// @keywright/client/server: an API key, plus a proxy and webhooks.
const server = new KeywrightServer({
  apiBaseUrl,
  apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,
  apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,
  defaultOrganizationId,
});
const byServer = await server.apiClient().whoami();

console.log("server SDK:", byServer.organizationName, byServer.username);
// #endregion

// #region browser
// @keywright/browser: passkeys, frames and wallets. Omit credentials in a page.
const { credentials } = createAuthenticator({ origin: "https://app.example.com" });
const browser = new KeywrightBrowser({
  apiBaseUrl,
  defaultOrganizationId,
  rpId: "app.example.com",
  credentials,
});
const passkeys = browser.passkeyClient();
const passkey = await passkeys.createUserPasskey({
  authenticatorName: "Laptop",
  user: { name: "root@example.com" },
});
await client.createAuthenticators({ userId: byClient.userId, authenticators: [passkey] });
const byBrowser = await passkeys.whoami();

console.log("browser SDK:", byBrowser.organizationName, byBrowser.username);
// #endregion

// #region refused
// Missing configuration is reported before anything is sent.
let refused: { code: string; message: string } | undefined;
try {
  new KeywrightClient({ baseUrl: "engine.example.com" }, client.stamper);
} catch (error) {
  refused = error as { code: string; message: string };
}
console.log(refused?.code, refused?.message);
// #endregion

console.assert(byServer.userId === byClient.userId, "the server SDK is another user");
console.assert(byBrowser.userId === byClient.userId, "the browser SDK is another user");
console.assert(refused?.code === "CONFIG_INVALID", `a bad address got ${refused}`);
