/**
 * A key in a frame
 *
 * The session key lives in a frame on another origin. The page passes it bundles and bodies, and gets stamps.
 * Result: page cannot read the key; frame stamps
 * Pages: /sdks/advanced/iframe-stamper
 */
// #region parent
import { KeywrightClient } from "@keywright/client";
import { startFrame } from "@keywright/client/frame";
import { IframeStamper } from "@keywright/client/iframe";
import { KeywrightServer } from "@keywright/client/server";

const baseUrl = process.env.KEYWRIGHT_BASE_URL!;
const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;
const client = new KeywrightServer().apiClient();
const { userId } = await client.whoami();
// #endregion

// #region stand-in
// This example runs without a page. Two simulated windows stand in; they communicate only through messages, as browsers enforce.
type Listener = (event: { source: unknown; origin: string; data: unknown }) => void;
const crossed: unknown[] = [];
const listeners = { page: new Set<Listener>(), frame: new Set<Listener>() };
const doorTo = (side: keyof typeof listeners, from: () => { source: unknown; origin: string }) => ({
  postMessage(message: unknown) {
    const data = structuredClone(message);
    if (side === "page") crossed.push(data);
    queueMicrotask(() => {
      for (const listen of listeners[side]) listen({ ...from(), data });
    });
  },
});
const windowOf = (side: keyof typeof listeners) => ({
  addEventListener: (_: string, listen: Listener) => listeners[side].add(listen),
  removeEventListener: (_: string, listen: Listener) => listeners[side].delete(listen),
});
// #endregion

// #region windows
const pageOrigin = "https://app.example.com";
const frameOrigin = "https://frame.example.com";
const toFrame: object = doorTo("frame", () => ({ source: toPage, origin: pageOrigin }));
const toPage: object = doorTo("page", () => ({ source: toFrame, origin: frameOrigin }));
const frameWindow = {
  ...windowOf("frame"),
  parent: toPage,
  document: { body: { replaceChildren() {} } },
};
const pageDocument = {
  defaultView: { ...windowOf("page"), location: new URL(pageOrigin) },
  getElementById: () => null,
  createElement: () => ({ contentWindow: toFrame, setAttribute() {}, remove() {} }),
};
const allowedOrigins = [pageOrigin];
const signerPublicKey = process.env.KEYWRIGHT_SIGNER_PUBLIC_KEY!;
const loadFrame = () =>
  startFrame({ allowedOrigins, signerPublicKey, window: frameWindow as unknown as Window });
const main = { ownerDocument: pageDocument, append: loadFrame } as unknown as HTMLElement;
// #endregion

// #region page
// In a page: iframeContainer: document.querySelector("main").
const stamper = new IframeStamper({ iframeUrl: `${frameOrigin}/`, iframeContainer: main });
const targetPublicKey = await stamper.init();

// A session, sealed to the frame's key. The page forwards the bundle but can't open it.
const { credentialBundle } = await client.createReadWriteSession({ userId, targetPublicKey });
const publicKey = await stamper.injectCredentialBundle(credentialBundle);

console.log("the frame's key:", publicKey);
// #endregion

// #region stamp
const session = new KeywrightClient({ baseUrl, organizationId }, stamper);
const me = await session.whoami();

console.log("stamped in the frame:", me.username);
// #endregion

// #region crossed
// Everything that left the frame: the target key, the public key, and a stamp.
const answers = crossed.map((message) => (message as { answer?: unknown }).answer).filter(Boolean);
const kinds = answers.map((answer) =>
  typeof answer === "string" ? `${answer.length / 2} bytes` : "a stamp",
);

console.log("out of the frame:", kinds);
// #endregion

// #region refused
// A frame on the page's own origin would protect nothing.
let refused: { code: string } | undefined;
try {
  new IframeStamper({ iframeUrl: `${pageOrigin}/frame`, iframeContainer: main });
} catch (error) {
  refused = error as { code: string };
}
console.log("a frame on the page's origin:", refused?.code);

await stamper.clear();
const emptied = await session.whoami().catch((error) => error);
console.log("after clear:", emptied.code);
// #endregion

console.assert(me.userId === userId, `stamped as ${me.username}`);
console.assert(
  answers[0] === targetPublicKey && answers[1] === publicKey,
  "something else left the frame",
);
console.assert(kinds.join() === "65 bytes,33 bytes,a stamp", `out of the frame: ${kinds}`);
console.assert(refused?.code === "FRAME_SAME_ORIGIN", `the page's origin got ${refused}`);
console.assert(emptied.code === "FRAME_EMPTY", `after clear: ${emptied}`);
