/**
 * Sign in with a code
 *
 * Sends a one-time code by email or text message. Entering the code returns an expiring API key, sealed to the browser.
 * Result: code, bundle, whoami; SMS; wrong, reused and expired codes rejected
 * Pages: /features/otp-auth
 */
// #region parent
import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { generateTargetKey, openCredentialBundle } from "@keywright/client/bundles";
import { createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
// The example moves the engine's clock, so requests must use its time.
let passed = 0;
const parent = new KeywrightServer({ now: () => Date.now() + passed }).apiClient();
const user = { userName: "Alice", userEmail: "alice@example.com", userPhoneNumber: "+15555550123" };
const { subOrganizationId: organizationId } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [{ ...user, apiKeys: [], authenticators: [], oauthProviders: [] }],
  rootQuorumThreshold: 1,
});
const dev = createDevClient({ baseUrl });
// #endregion

// #region code
const browser = await generateTargetKey();
const { targetPublicKey } = browser;

// Your server starts it; the user receives the code.
const { otpId } = await parent.initOtpAuth({
  organizationId,
  appName: "Example",
  otpType: "OTP_TYPE_EMAIL",
  contact: user.userEmail,
});
const [letter] = await dev.inbox.list({ to: user.userEmail });
const otpCode = String(letter.template.code);

// The user enters the code, and your server forwards it with the browser's target key.
const { credentialBundle } = await parent.otpAuth({
  organizationId,
  otpId,
  otpCode,
  targetPublicKey,
});
const apiKey = await openCredentialBundle(credentialBundle!, browser);
const alice = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(apiKey));
const me = await alice.whoami();

console.log("a code of", otpCode.length, "digits; signed in as", me.username);
// #endregion

// #region reuse
const reused = await parent
  .otpAuth({ organizationId, otpId, otpCode, targetPublicKey })
  .catch((error) => error);

console.log("the same code again:", reused.message);
// #endregion

// #region sms
const { otpId: smsId } = await parent.initOtpAuth({
  organizationId,
  appName: "Example",
  otpType: "OTP_TYPE_SMS",
  contact: user.userPhoneNumber,
});
const [message] = await dev.inbox.list({ to: user.userPhoneNumber, kind: "sms" });
const smsCode = String(message.template.code);

console.log("text message to", message.to, "has the code:", message.text.includes(smsCode));
// #endregion

// #region wrong-code
const wrong = await parent
  .otpAuth({
    organizationId,
    otpId: smsId,
    otpCode: smsCode === "000000" ? "000001" : "000000",
    targetPublicKey,
  })
  .catch((error) => error);

console.log("a wrong code:", wrong.message);
// #endregion

// #region expired
// A code is valid for 5 minutes.
passed = 6 * 60_000;
await dev.clock.advance({ milliseconds: passed });
const expired = await parent
  .otpAuth({ organizationId, otpId: smsId, otpCode: smsCode, targetPublicKey })
  .catch((error) => error);

console.log("6 minutes later:", expired.message);
// #endregion

console.assert(me.username === "Alice", `signed in as ${me.username}`);
console.assert(message.text.includes(smsCode), "no code in the text message");
for (const refused of [reused, wrong, expired]) {
  console.assert(refused.code === "OTP_INVALID", `the code got ${refused}`);
}
