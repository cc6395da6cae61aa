/**
 * A wallet that only its user can use
 *
 * Gives a user a sub-organization with a wallet. The user's passkey signs. The parent can read, but the engine rejects its
 * attempt to sign.
 * Result: end user signs; parent reads and may not sign, code 3
 * Pages: /getting-started/quickstart, /embedded-wallets/overview
 */
// #region parent
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";
import { keccak256, recoverAddress, stringToBytes } from "viem";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
// #endregion

// #region create
// In a page, this is navigator.credentials; here a simulated device replaces the user's phone.
const { credentials } = createAuthenticator({ origin: "https://app.example.com" });
const passkey = await createPasskey({
  authenticatorName: "Alice's phone",
  rp: { id: "app.example.com", name: "Example" },
  user: { name: "alice@example.com" },
  credentials,
});
const { subOrganizationId, wallet } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [
    {
      userName: "Alice",
      apiKeys: [],
      authenticators: [passkey],
      oauthProviders: [],
    },
  ],
  rootQuorumThreshold: 1,
  wallet: {
    walletName: "Alice's wallet",
    accounts: DEFAULT_ETHEREUM_ACCOUNTS,
  },
});
const address = wallet!.addresses[0];

console.log("sub-organization", subOrganizationId, "address", address);
// #endregion

// #region user
const user = new KeywrightClient(
  { baseUrl, organizationId: subOrganizationId },
  new WebauthnStamper({ rpId: "app.example.com", credentials }),
);
const message = {
  signWith: address,
  payload: "I am Alice",
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_KECCAK256",
} as const;
const { r, s, v } = await user.signRawPayload(message);
const recovered = await recoverAddress({
  hash: keccak256(stringToBytes(message.payload)),
  signature: { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) },
});

console.log("signed by the user, verified:", recovered === address);
// #endregion

// #region parent-denied
const { wallets } = await parent.listWallets({ organizationId: subOrganizationId });
console.log("the parent reads:", wallets[0].walletName);

const refusal = await parent
  .signRawPayload({ ...message, organizationId: subOrganizationId })
  .catch((error) => error);
console.log("the parent signs:", refusal.code, refusal.message);
// #endregion

console.assert(recovered === address, `recovered ${recovered}, not ${address}`);
console.assert(refusal.code === "ORGANIZATION_MISMATCH", `the parent got ${refusal}`);
