/**
 * Passkey options
 *
 * Five sets of options, the authenticator's response to each, and the engine's verdict.
 * Result: flags and algorithm per set; rejections
 * Pages: /passkeys/options
 */
// #region parent
import { fromBase64url } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightServer } from "@keywright/client/server";
import { createPasskey } from "@keywright/client/webauthn";
import { decodeCBOR, decodePartialCBOR } from "@levischuck/tiny-cbor";

const parent = new KeywrightServer().apiClient();
const { credentials } = createAuthenticator({ origin: "https://app.example.com" });
// #endregion

// #region sets
const algorithms = (...ids: number[]): PublicKeyCredentialCreationOptions["pubKeyCredParams"] =>
  ids.map((alg) => ({ type: "public-key", alg }));
const [ES256, EDDSA, RS256] = [-7, -8, -257];

const sets: Record<string, Partial<PublicKeyCredentialCreationOptions>> = {
  // ES256 first, RS256 for older devices; discoverable; verifies the user if the device can.
  recommended: {},
  "no user verification": { authenticatorSelection: { userVerification: "discouraged" } },
  "RS256 only": { pubKeyCredParams: algorithms(RS256) },
  "EdDSA first": { pubKeyCredParams: algorithms(EDDSA, ES256) },
  "another domain": { rp: { id: "example.org", name: "Example" } },
};
// #endregion

// #region read
/** Reads flags and algorithm from the attestation object (WebAuthn §6.5). */
function read(attestationObject: string) {
  const object = decodeCBOR(fromBase64url(attestationObject)) as Map<string, unknown>;
  const data = object.get("authData") as Uint8Array;
  // rpIdHash (32), flags (1), counter (4), aaguid (16), length of the id (2), id, key
  const keyAt = 55 + new DataView(data.buffer, data.byteOffset).getUint16(53);
  const [key] = decodePartialCBOR(data, keyAt) as [Map<number, number>, number];
  return {
    isPresent: (data[32] & 0x01) !== 0,
    isVerified: (data[32] & 0x04) !== 0,
    algorithm: key.get(3),
  };
}
// #endregion

// #region try
const rows: Record<string, Record<string, unknown>> = {};
for (const [name, publicKey] of Object.entries(sets)) {
  try {
    const passkey = await createPasskey({
      authenticatorName: name,
      rp: { id: "app.example.com", name: "Example" },
      user: { name: "alice@example.com" },
      publicKey,
      credentials,
    });
    rows[name] = read(passkey.attestation.attestationObject);
    await parent.createSubOrganization({
      subOrganizationName: name,
      rootUsers: [
        { userName: "Alice", apiKeys: [], authenticators: [passkey], oauthProviders: [] },
      ],
      rootQuorumThreshold: 1,
    });
    rows[name].outcome = "registered";
  } catch (error) {
    rows[name] = { ...rows[name], outcome: (error as { code: string }).code };
  }
}

console.table(rows);
// #endregion

console.assert(
  rows.recommended.outcome === "registered" && rows.recommended.isVerified,
  "recommended",
);
console.assert(rows["no user verification"].isVerified === false, "the user was verified");
console.assert(rows["RS256 only"].outcome === "PASSKEY_UNSUPPORTED", "RS256 was used");
console.assert(rows["EdDSA first"].algorithm === EDDSA, "EdDSA was not used");
console.assert(rows["EdDSA first"].outcome === "ATTESTATION_INVALID", "the engine accepted EdDSA");
console.assert(
  rows["another domain"].outcome === "PASSKEY_RP_ID_MISMATCH",
  "another domain was accepted",
);
