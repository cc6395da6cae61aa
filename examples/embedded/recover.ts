/**
 * Recover a user by email
 *
 * Alice lost her phone. An email lets her new phone register a passkey. The wallet stays, and the old passkey is deleted.
 * Result: new passkey signs; superseded credential rejected
 * Pages: /features/email-recovery, /embedded-wallets/code-examples/email-recovery
 */
// #region sign-up
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { generateTargetKey, openCredentialBundle } from "@keywright/client/bundles";
import { createAuthenticator, createDevClient } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";
import { keccak256, recoverAddress, stringToBytes } from "viem";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const rp = { id: "app.example.com", name: "Example" };
const user = { name: "alice@example.com" };
const email = user.name;
const dev = createDevClient({ baseUrl });
const lostPhone = createAuthenticator({ origin: "https://app.example.com" });
const lost = await createPasskey({
  authenticatorName: "Lost phone",
  rp,
  user,
  credentials: lostPhone.credentials,
});
// #endregion

// #region sub-organization
const {
  subOrganizationId: organizationId,
  rootUserIds,
  wallet,
} = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [
    {
      userName: "Alice",
      userEmail: email,
      apiKeys: [],
      authenticators: [lost],
      oauthProviders: [],
    },
  ],
  rootQuorumThreshold: 1,
  wallet: {
    walletName: "Alice's wallet",
    accounts: DEFAULT_ETHEREUM_ACCOUNTS,
  },
});
const userId = rootUserIds![0];
const address = wallet!.addresses[0];
// #endregion

// #region start
/** Your server starts the recovery; the requesting browser opens the emailed bundle. */
async function startRecovery() {
  const browser = await generateTargetKey();
  await parent.initUserEmailRecovery({
    organizationId,
    email,
    targetPublicKey: browser.targetPublicKey,
    emailCustomization: { appName: "Example" },
  });
  const [letter] = await dev.inbox.list({ to: email });
  const apiKey = await openCredentialBundle(String(letter.template.bundle), browser);
  return new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper(apiKey));
}
const superseded = await startRecovery();
const recovering = await startRecovery();
// #endregion

// #region superseded
const { credentials } = createAuthenticator({ origin: "https://app.example.com" });
const authenticator = await createPasskey({
  authenticatorName: "New phone",
  rp,
  user,
  credentials,
});

// Only the newest email works.
const refused = await superseded.recoverUser({ userId, authenticator }).catch((error) => error);
console.log("the first email:", refused.status, refused.code);

// The credential can only recover.
const thief = await recovering
  .createWallet({ walletName: "no", accounts: [] })
  .catch((error) => error);
console.log("another request:", thief.code);
// #endregion

// #region recover
await recovering.recoverUser({ userId, authenticator });
const alice = new KeywrightClient(
  { baseUrl, organizationId },
  new WebauthnStamper({ rpId: rp.id, credentials }),
);
const { authenticators } = await alice.getAuthenticators({ userId });
const old = authenticators.find(
  ({ credentialId }) => credentialId === lost.attestation.credentialId,
)!;
await alice.deleteAuthenticators({ userId, authenticatorIds: [old.authenticatorId] });

const payload = "I am back";
const { r, s, v } = await alice.signRawPayload({
  signWith: address,
  payload,
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_KECCAK256",
});
const signer = await recoverAddress({
  hash: keccak256(stringToBytes(payload)),
  signature: { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) },
});

console.log("the new phone signs:", signer, "verified:", signer === address);
// #endregion

// #region old-phone
const onLostPhone = new KeywrightClient(
  { baseUrl, organizationId },
  new WebauthnStamper({ rpId: rp.id, credentials: lostPhone.credentials }),
);
const finder = await onLostPhone.whoami().catch((error) => error);

console.log("the lost phone:", finder.status, finder.code);
// #endregion

console.assert(refused.code === "API_KEY_NOT_FOUND", `the first email got ${refused}`);
console.assert(thief.code === "NOT_PERMITTED_BY_POLICY", `another request got ${thief}`);
console.assert(signer === address, `signed by ${signer}`);
console.assert(finder.code === "PASSKEY_ASSERTION_INVALID", `the lost phone got ${finder}`);
