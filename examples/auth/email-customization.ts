/**
 * Your own sign-in email
 *
 * Puts your name, logo and link into the email. The link carries the bundle in its fragment, which browsers don't send to
 * servers.
 * Result: subject, link, logo; bad template rejected, code 3
 * Pages: /embedded-wallets/sub-organization-auth
 */
// #region client
import { generateTargetKey } from "@keywright/client/bundles";
import { createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const email = "alice@example.com";
const { subOrganizationId: organizationId } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [
    { userName: "Alice", userEmail: email, apiKeys: [], authenticators: [], oauthProviders: [] },
  ],
  rootQuorumThreshold: 1,
});
const { targetPublicKey } = await generateTargetKey();
// #endregion

// #region customize
await parent.emailAuth({
  organizationId,
  email,
  targetPublicKey,
  emailCustomization: {
    appName: "Example",
    logoUrl: "https://app.example.com/logo.png",
    // %s is the placeholder for the bundle. After "#", it stays in the browser.
    magicLinkTemplate: "https://app.example.com/sign-in#bundle=%s",
  },
});
const [letter] = await createDevClient({ baseUrl }).inbox.list({ to: email });
const link = `https://app.example.com/sign-in#bundle=${letter.template.bundle}`;

console.log("subject:", letter.subject);
console.log("link in the email:", letter.text.includes(link));
console.log("logo:", letter.template.logoUrl);
// #endregion

// #region bad-template
const refused = await parent
  .emailAuth({
    organizationId,
    email,
    targetPublicKey,
    emailCustomization: {
      appName: "Example",
      magicLinkTemplate: "https://app.example.com/sign-in",
    },
  })
  .catch((error) => error);

console.log(`code ${refused.grpcCode}:`, refused.message);
// #endregion

console.assert(letter.subject!.includes("Example"), `subject is ${letter.subject}`);
console.assert(letter.text.includes(link), "the link is not in the email");
console.assert(letter.template.logoUrl === "https://app.example.com/logo.png", "no logo");
console.assert(refused.grpcCode === 3, `the bad template got ${refused}`);
