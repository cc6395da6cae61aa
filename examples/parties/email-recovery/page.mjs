import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { generateTargetKey, openCredentialBundle } from "@keywright/client/bundles";
import { createAuthenticator, createDevClient } from "@keywright/client/dev";
import { createPasskey, WebauthnStamper } from "@keywright/client/webauthn";

const baseUrl = "http://127.0.0.1:8787";
const email = "alice@example.com";
const target = await generateTargetKey();

const body = JSON.stringify({ email, targetPublicKey: target.targetPublicKey });
const response = await fetch("http://localhost:3000/recover", { method: "POST", body });
const { parentId } = await response.json();

// The user's mailbox. In a browser, the user pastes the bundle.
const [letter] = await createDevClient({ baseUrl }).inbox.list({ to: email });
const emailed = new ApiKeyStamper(await openCredentialBundle(letter.template.bundle, target));
const parent = { baseUrl, organizationId: parentId };
const { userId, organizationId } = await new KeywrightClient(parent, emailed).whoami();

// The new phone, in software. In a browser, leave out credentials.
const { credentials } = createAuthenticator({ origin: "http://localhost:3000" });
const rp = { id: "localhost", name: "Example" };
const user = { name: email };
const authenticator = await createPasskey({
  authenticatorName: "New phone",
  rp,
  user,
  credentials,
});
const own = { baseUrl, organizationId };
await new KeywrightClient(own, emailed).recoverUser({ userId, authenticator });

const alice = new KeywrightClient(own, new WebauthnStamper({ rpId: rp.id, credentials }));
const { username } = await alice.whoami();
console.log(`${username} is back with a new passkey`);
