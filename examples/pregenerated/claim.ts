/**
 * A wallet before its owner
 *
 * Creates a wallet for an email address. Its owner claims it later by email, adds a passkey and signs.
 * Result: address; parent denied; owner claims and signs
 * Pages: /features/pregenerated-wallets
 */
// #region parent
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { generateTargetKey, openCredentialBundle } from "@keywright/client/bundles";
import { createAuthenticator, createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";
import { keccak256, recoverAddress, stringToBytes } from "viem";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const email = "alice@example.com";
// #endregion

// #region pregenerate
const {
  subOrganizationId: organizationId,
  rootUserIds,
  wallet,
} = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [
    { userName: "Alice", userEmail: email, apiKeys: [], authenticators: [], oauthProviders: [] },
  ],
  rootQuorumThreshold: 1,
  wallet: {
    walletName: "Alice's wallet",
    accounts: DEFAULT_ETHEREUM_ACCOUNTS,
  },
});
const userId = rootUserIds![0];
const address = wallet!.addresses[0];

// The address can receive funds from now on.
console.log("address", address);
// #endregion

// #region parent-denied
const message = {
  signWith: address,
  payload: "This wallet is mine",
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_KECCAK256",
} as const;
const denied = await parent.signRawPayload({ organizationId, ...message }).catch((error) => error);

console.log("the parent signs:", denied.code);
// #endregion

// #region claim
// The owner follows an email link and gets an expiring key in the browser.
const browser = await generateTargetKey();
await parent.emailAuth({
  organizationId,
  email,
  targetPublicKey: browser.targetPublicKey,
  emailCustomization: { appName: "Example" },
});
const [letter] = await createDevClient({ baseUrl }).inbox.list({ to: email });
const apiKey = await openCredentialBundle(String(letter.template.bundle), browser);
const claiming = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(apiKey));

// With this key the owner adds a permanent credential: a passkey.
const rp = { id: "app.example.com", name: "Example" };
const { credentials } = createAuthenticator({ origin: "https://app.example.com" });
const passkey = await createPasskey({
  authenticatorName: "Phone",
  rp,
  user: { name: email },
  credentials,
});
await claiming.createAuthenticators({ userId, authenticators: [passkey] });
// #endregion

// #region sign
const owner = new KeywrightClient(
  { baseUrl, organizationId },
  new WebauthnStamper({ rpId: rp.id, credentials }),
);
const { r, s, v } = await owner.signRawPayload(message);
const signer = await recoverAddress({
  hash: keccak256(stringToBytes(message.payload)),
  signature: { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) },
});

console.log("the owner signs:", signer, "verified:", signer === address);
// #endregion

console.assert(denied.code === "ORGANIZATION_MISMATCH", `the parent got ${denied}`);
console.assert(signer === address, `signed by ${signer}`);
