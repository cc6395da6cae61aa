/**
 * A small React app
 *
 * One provider, four hooks: a user signs up with a passkey, is signed in, signs a message and logs out.
 * Result: small app: sign up, session, sign, log out
 * Pages: /sdks/react
 */
// #region hooks
import { useSession, useSign, useSignOut, useSignUp, useWallets } from "@keywright/react";

function SignUpButton() {
  const signUp = useSignUp();
  return (
    <button type="button" onClick={() => signUp.run({ userName: "Alice" })}>
      Sign up
    </button>
  );
}

function App() {
  const session = useSession();
  const signOut = useSignOut();
  if (session.status === "loading") return <p>loading</p>;
  if (session.status !== "signed-in")
    return signOut.status === "done" ? <p>Logged out</p> : <SignUpButton />;
  return <Wallet onLogOut={signOut.run} />;
}
// #endregion

// #region wallet
function Wallet({ onLogOut }: { onLogOut: () => void }) {
  const state = useWallets();
  const sign = useSign();
  if (state.status !== "ready") return <p>{state.status}</p>;
  const { address } = state.wallets[0].accounts[0];
  return (
    <>
      <p>{address}</p>
      <button type="button" onClick={() => sign.run({ signWith: address, payload: "hello" })}>
        Sign
      </button>
      <p>{sign.status === "done" ? `r ${sign.result.r}` : sign.status}</p>
      <button type="button" onClick={() => onLogOut()}>
        Log out
      </button>
    </>
  );
}

// #endregion

// #region server
import { KeywrightServer } from "@keywright/client/server";

// Your server, here in the same program: it creates the sub-organization.
const server = new KeywrightServer({
  apiBaseUrl: process.env.KEYWRIGHT_BASE_URL!,
  apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,
  apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,
  defaultOrganizationId: process.env.KEYWRIGHT_ORGANIZATION_ID!,
});
const answer = server.fetchProxyHandler({
  allowedMethods: ["createSubOrganization"],
  // Anyone may sign up. Put your rate limit here.
  authorize: () => true,
});

// #endregion

// #region screen
import { parseHTML } from "linkedom/worker";
import { createRoot } from "react-dom/client";

// A simulated document, because examples have no page. In yours: document.getElementById("root").
const { window, document } = parseHTML("<html><body><main></main></body></html>");
Object.assign(globalThis, { window });
const main = document.querySelector("main")!;
const root = createRoot(main);

// #endregion

import { memoryStorage } from "@keywright/browser";
// #region page
import { createAuthenticator } from "@keywright/client/dev";
import { KeywrightProvider } from "@keywright/react";
import { StrictMode } from "react";

const device = createAuthenticator({ origin: "https://app.example.com" });
const toServer = (request: Request) => new URL(request.url).host === "app.example.com";
root.render(
  <StrictMode>
    <KeywrightProvider
      apiBaseUrl={process.env.KEYWRIGHT_BASE_URL!}
      defaultOrganizationId={process.env.KEYWRIGHT_ORGANIZATION_ID!}
      serverSignUrl="https://app.example.com/keywright"
      rpId="app.example.com"
      // In a page, omit these to use the browser's passkeys, IndexedDB and network.
      credentials={device.credentials}
      storage={memoryStorage()}
      fetch={(request) => (toServer(request) ? answer(request) : fetch(request))}
    >
      <App />
    </KeywrightProvider>
  </StrictMode>,
);
// #endregion

// #region use
/** Waits until the page shows the text. */
async function shown(text: string) {
  while (!main.textContent!.includes(text)) await new Promise((done) => setTimeout(done, 1));
  console.log(main.innerHTML);
}
const press = (name: string) =>
  [...main.querySelectorAll("button")].find((button) => button.textContent === name)!.click();

await shown("Sign up");
press("Sign up");
await shown("0x");
press("Sign");
await shown("r ");
press("Log out");
await shown("Logged out");
// #endregion

console.assert(device.prompts === 2, `${device.prompts} prompts`);
root.unmount();
