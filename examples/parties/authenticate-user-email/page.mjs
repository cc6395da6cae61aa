import { KeywrightClient } from "@keywright/client";
import { ApiKeyStamper } from "@keywright/client/api-key";
import { generateTargetKey, openCredentialBundle } from "@keywright/client/bundles";
import { createDevClient } from "@keywright/client/dev";

const baseUrl = "http://127.0.0.1:8787";
const email = "alice@example.com";
const target = await generateTargetKey();

const body = JSON.stringify({ email, targetPublicKey: target.targetPublicKey });
const response = await fetch("http://localhost:3000/sign-in", { method: "POST", body });
const { parentId } = await response.json();

// The user's mailbox. In a browser, the bundle is behind # in the address.
const [letter] = await createDevClient({ baseUrl }).inbox.list({ to: email });
const stamper = new ApiKeyStamper(await openCredentialBundle(letter.template.bundle, target));
const { username, organizationId } = await new KeywrightClient(
  { baseUrl, organizationId: parentId },
  stamper,
).whoami();

const alice = new KeywrightClient({ baseUrl, organizationId }, stamper);
const { wallets } = await alice.listWallets();
console.log(`${username} signed in, wallets: ${wallets.length}`);
