import { KeywrightClient } from "@keywright/client";
import { createAuthenticator } from "@keywright/client/dev";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

const post = async (path, value) =>
  (
    await fetch(`http://localhost:3000/${path}`, { method: "POST", body: JSON.stringify(value) })
  ).json();

// A device in software. In a browser, leave out credentials: the user's passkey exists since the sign-up.
const { credentials } = createAuthenticator({ origin: "http://localhost:3000" });
const rp = { id: "localhost", name: "Example" };
const user = { name: "bob@example.com" };
const passkey = await createPasskey({ authenticatorName: "Phone", rp, user, credentials });
const { organizationId } = await post("sign-up", { email: user.name, passkey });

const stamper = new WebauthnStamper({ rpId: rp.id, credentials });
const bob = new KeywrightClient({ baseUrl: "http://127.0.0.1:8787", organizationId }, stamper);
const { body, stamp } = await bob.stampWhoami();
const proof = { body, stamp: stamp.stampHeaderValue };
console.log(await post("log-in", proof));
console.log(await post("log-in", proof));
