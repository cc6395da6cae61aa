/**
 * Create a user with a passkey
 *
 * The page creates a passkey, your server creates a sub-organization with it, and the user signs.
 * Result: sub-organization, address, first signature
 * Pages: /getting-started/quickstart, /passkeys/integration, /embedded-wallets/code-examples/create-user-passkey
 */
// #region server
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightClient } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";
import { keccak256, recoverAddress, stringToBytes } from "viem";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
// #endregion

// #region page
// In the page. This device is simulated; omit credentials to use the browser's passkeys.
const device = createAuthenticator({ origin: "https://app.example.com" });
const { credentials } = device;
const rp = { id: "app.example.com", name: "Example" };
const user = { name: "alice@example.com" };
const passkey = await createPasskey({ authenticatorName: "Phone", rp, user, credentials });
// The page sends this to your server. It contains no secrets.
console.log(Object.keys(passkey));
// #endregion

// #region create
// On your server, after sign-up.
const { subOrganizationId, rootUserIds, wallet } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootUsers: [
    {
      userName: "Alice",
      userEmail: user.name,
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

console.log("sub-organization", subOrganizationId, "user", rootUserIds![0], "address", address);
// #endregion

// #region sign
// In the page: one prompt, one signature.
const stamper = new WebauthnStamper({ rpId: rp.id, credentials });
const alice = new KeywrightClient({ baseUrl, organizationId: subOrganizationId }, stamper);
const payload = "My first signature";
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

console.log("signed by", signer, "verified:", signer === address);
// #endregion

// #region refused
// A passkey can be registered only once.
const twice = await alice
  .createAuthenticators({ userId: rootUserIds![0], authenticators: [passkey] })
  .catch((error) => error);

console.log("registered again:", twice.message);
// #endregion

console.assert(signer === address, `signed by ${signer}`);
console.assert(device.prompts === 3, `${device.prompts} prompts`);
console.assert(twice.status >= 400, `the second registration got ${twice}`);
