import { KeywrightClient } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

// A device in software. In a browser, leave out credentials to use the user's own.
const { credentials } = createAuthenticator({ origin: "http://localhost:3000" });
const rp = { id: "localhost", name: "Example" };
const user = { name: "alice@example.com" };
const passkey = await createPasskey({ authenticatorName: "Phone", rp, user, credentials });

const body = JSON.stringify({ email: user.name, passkey });
const response = await fetch("http://localhost:3000/sign-up", { method: "POST", body });
const { organizationId, address } = await response.json();

const stamper = new WebauthnStamper({ rpId: rp.id, credentials });
const alice = new KeywrightClient({ baseUrl: "http://127.0.0.1:8787", organizationId }, stamper);
const { r, s, v } = await alice.signRawPayload({
  signWith: address,
  payload: "My first signature",
  encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
  hashFunction: "HASH_FUNCTION_KECCAK256",
});
console.log(`${address} signed: 0x${r}${s}${v === "00" ? "1b" : "1c"}`);
