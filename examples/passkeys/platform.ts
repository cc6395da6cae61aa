/**
 * Passkeys with browser APIs
 *
 * Without a package: check for support, create a passkey, stamp a request with it, and distinguish errors.
 * Result: registered; whoami stamped; a closed prompt distinguished from a wrong domain
 * Pages: /passkeys/introduction, /passkeys/integration
 */
// #region parent
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const parent = new KeywrightServer().apiClient();
const rpId = "app.example.com";
// #endregion

// #region encode
const base64url = (bytes: ArrayBuffer | Uint8Array) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
// #endregion

// #region detect
// What to offer. None of these checks prompts the user.
const platform = globalThis.PublicKeyCredential;
const offers = {
  passkeys: platform !== undefined,
  builtIn: (await platform?.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false,
  autofill: (await platform?.isConditionalMediationAvailable?.()) ?? false,
};
// #endregion

// #region create
// In a page: const { credentials } = navigator. This device is simulated.
const { credentials } = createAuthenticator({ origin: `https://${rpId}` });
const challenge = crypto.getRandomValues(new Uint8Array(32));
const made = (await credentials.create({
  publicKey: {
    challenge,
    rp: { id: rpId, name: "Example" },
    // Random, because reusing an id would replace the user's passkey on this device.
    user: {
      id: crypto.getRandomValues(new Uint8Array(16)),
      name: "alice@example.com",
      displayName: "Alice",
    },
    pubKeyCredParams: [
      { type: "public-key", alg: -7 },
      { type: "public-key", alg: -257 },
    ],
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    attestation: "none",
  },
})) as PublicKeyCredential;
const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
// #endregion

// #region register
const { subOrganizationId: organizationId } = await parent.createSubOrganization({
  subOrganizationName: "Alice",
  rootQuorumThreshold: 1,
  rootUsers: [
    {
      userName: "Alice",
      apiKeys: [],
      oauthProviders: [],
      authenticators: [
        {
          authenticatorName: "Alice's phone",
          challenge: base64url(challenge),
          attestation: {
            credentialId: base64url(made.rawId),
            clientDataJson: base64url(clientDataJSON),
            attestationObject: base64url(attestationObject),
            transports: ["AUTHENTICATOR_TRANSPORT_INTERNAL"],
          },
        },
      ],
    },
  ],
});
// #endregion

// #region stamp
const callPath = "/public/v1/query/whoami";
const body = JSON.stringify({ organizationId, timestampMs: String(Date.now()), callPath });
const digest = new Uint8Array(
  await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body)),
);
const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
const publicKey = { challenge: new TextEncoder().encode(hex), rpId };

const assertion = (await credentials.get({ publicKey })) as PublicKeyCredential;
const response = assertion.response as AuthenticatorAssertionResponse;
const answer = await fetch(`${baseUrl}${callPath}`, {
  method: "POST",
  headers: {
    "X-Stamp-WebAuthn": JSON.stringify({
      credentialId: base64url(assertion.rawId),
      authenticatorData: base64url(response.authenticatorData),
      clientDataJson: base64url(response.clientDataJSON),
      signature: base64url(response.signature),
    }),
  },
  body,
});
const { username } = await answer.json();

console.log("stamped with the passkey:", answer.status, username);
// #endregion

// #region autofill
// Offers passkeys among the suggestions of an input with autocomplete="username webauthn", until the user picks one.
// Abort it before a button prompts, because a page can have only one request at a time.
const pending = new AbortController();
if (offers.autofill) {
  credentials.get({ mediation: "conditional", signal: pending.signal, publicKey }).then(
    (picked) => console.log("picked", picked !== null),
    () => undefined,
  );
}
pending.abort();
// #endregion

// #region failures
const advice: Record<string, string> = {
  NotAllowedError: "closed, timed out, or no passkey here: offer another way to sign in",
  InvalidStateError: "this device already has a passkey: sign in with it",
  SecurityError: "the RP id doesn't match this page: fix the configuration",
  NotSupportedError: "the device supports none of these algorithms: offer another way to sign in",
  AbortError: "you aborted the request",
};
const stranger = createAuthenticator({ origin: `https://${rpId}` });
const closed = (await stranger.credentials
  .get({ publicKey })
  .catch((error) => error)) as DOMException;
const elsewhere = (await credentials
  .get({ publicKey: { ...publicKey, rpId: "other.example.com" } })
  .catch((error) => error)) as DOMException;

console.log(closed.name, advice[closed.name]);
console.log(elsewhere.name, advice[elsewhere.name]);
// #endregion

console.assert(username === "Alice", `signed in as ${username}`);
console.assert(closed.name === "NotAllowedError", `a device without a passkey threw ${closed}`);
console.assert(elsewhere.name === "SecurityError", `another domain threw ${elsewhere}`);
