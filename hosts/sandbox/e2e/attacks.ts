/**
 * Escape attempts. Each is the body of an async function that runs in the isolated worker and returns whether it
 * escaped. An attempt that throws was blocked. `T` is a URL on the page's server, which accepts and records all
 * requests. `W` waits for a number of milliseconds.
 */
export interface Attack {
  readonly name: string
  readonly code: string
}

const attack = (name: string, code: string): Attack => ({ name, code })

/** Resolves on the first of these events: true for `good`, false for `bad`. */
const opens = (made: string, good: string, ...bad: string[]) =>
  `const it = ${made}; return await new Promise((done) => { it.on${good} = () => done(true); ${bad
    .map((name) => `it.on${name} = () => done(false);`)
    .join(' ')} setTimeout(() => done(false), 1500) })`

export const ATTACKS: readonly Attack[] = [
  // The network
  attack('fetch', 'return (await fetch(T)).ok'),
  attack(
    'the fetch that the worker was born with',
    'return (await WorkerGlobalScope.prototype.fetch.call(self, T)).ok',
  ),
  attack('fetch, no-cors', 'await fetch(T, { mode: "no-cors" }); return true'),
  attack('fetch, keepalive', 'await fetch(T, { keepalive: true, method: "POST", body: "x" }); return true'),
  attack('fetch of the page itself', 'return (await fetch(new URL("/", T))).ok'),
  attack('fetch of data:', 'return (await fetch("data:text/plain,x")).ok'),
  attack('fetch of a blob of its own', 'return (await fetch(URL.createObjectURL(new Blob(["x"])))).ok'),
  attack('fetch of file:', 'return (await fetch("file:///etc/passwd")).ok'),
  attack(
    'fetch with the sandbox as user info',
    'return (await fetch(T.replace("//", "//sandbox.keywright.example@"))).ok',
  ),
  attack(
    'XMLHttpRequest',
    `const x = new XMLHttpRequest(); x.open("GET", T); return await new Promise((done) => { x.onload = () => done(true); x.onerror = () => done(false); x.send() })`,
  ),
  attack(
    'XMLHttpRequest, synchronous',
    'const x = new XMLHttpRequest(); x.open("GET", T, false); x.send(); return x.status === 200',
  ),
  attack('WebSocket', opens('new WebSocket(T.replace("http", "ws"))', 'open', 'error', 'close')),
  attack('WebSocketStream', 'await new WebSocketStream(T.replace("http", "ws")).opened; return true'),
  attack('EventSource', opens('new EventSource(T)', 'open', 'error')),
  attack(
    'WebTransport',
    'const t = new WebTransport(T.replace("http:", "https:")); await Promise.race([t.ready, W(1500).then(() => { throw 1 })]); return true',
  ),
  attack(
    'RTCPeerConnection',
    'const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1" }] }); p.createDataChannel("x"); await p.setLocalDescription(await p.createOffer()); return true',
  ),
  attack('sendBeacon', 'return navigator.sendBeacon(T, "x")'),
  attack('importScripts', 'importScripts(T); return true'),
  attack('import()', 'await import(T); return true'),
  attack('import() of data:', 'await import("data:text/javascript,export default 1"); return true'),
  attack('a font', 'const f = new FontFace("x", "url(" + T + ")"); await f.load(); return true'),
  attack('an image', opens('new Image()', 'load', 'error').replace('return', 'it.src = T; return')),
  attack(
    'createImageBitmap of what was fetched',
    'await createImageBitmap(await (await fetch(T)).blob()); return true',
  ),
  attack(
    'background fetch and sync',
    'const r = await navigator.serviceWorker.ready; await r.backgroundFetch.fetch("x", T); return true',
  ),
  attack('a report', 'new ReportingObserver(() => 0); await navigator.sendBeacon(T); return true'),
  attack('DirectSocket', 'await new TCPSocket("127.0.0.1", Number(new URL(T).port)).opened; return true'),
  // Other realms, with all their functions
  attack('fetch in a worker of a blob', worker('postMessage((await fetch(T)).ok)')),
  attack('fetch in a module worker', worker('postMessage((await fetch(T)).ok)', '{ type: "module" }')),
  attack('importScripts in a worker of a blob', worker('importScripts(T); postMessage(true)')),
  attack(
    'fetch in a worker of a worker',
    worker(
      'const n = new Worker(URL.createObjectURL(new Blob(["onmessage = async ({ data }) => { await fetch(data); postMessage(true) }"]))); n.onmessage = () => postMessage(true); n.postMessage(T); setTimeout(() => postMessage(false), 800)',
    ),
  ),
  attack(
    'a socket in a worker of a blob',
    worker(
      'const s = new WebSocket(T.replace("http", "ws")); s.onopen = () => postMessage(true); s.onerror = () => postMessage(false)',
    ),
  ),
  attack(
    'the database of the page in a worker of a blob',
    worker(
      'const r = indexedDB.open("keywright sandbox"); r.onsuccess = () => postMessage(true); r.onerror = () => postMessage(false)',
    ),
  ),
  attack('a worker from the network', opens('new Worker(T)', 'message', 'error')),
  attack(
    'a worker of data:',
    `const w = new Worker("data:text/javascript," + encodeURIComponent("fetch(" + JSON.stringify(T) + ").then(() => postMessage(1))")); return await new Promise((done) => { w.onmessage = () => done(true); w.onerror = () => done(false); setTimeout(() => done(false), 1500) })`,
  ),
  attack('SharedWorker', 'new SharedWorker(T); await W(300); return true'),
  attack(
    'SharedWorker of a blob',
    'const s = new SharedWorker(URL.createObjectURL(new Blob(["onconnect = () => fetch(" + JSON.stringify(T) + ")"]))); s.port.start(); await W(500); return "out" in s',
  ),
  attack('a service worker', 'await navigator.serviceWorker.register(T); return true'),
  attack(
    'the service worker of the site',
    'const s = navigator.serviceWorker; return s.controller !== null || (await s.getRegistrations()).length >= 0',
  ),
  attack(
    'a service worker in a worker of a blob',
    worker(
      'await navigator.serviceWorker.register(new URL("/sw.js", T).href, { scope: "/" }); postMessage(true)',
    ),
  ),
  attack(
    'what a service worker has kept, in a worker of a blob',
    worker('postMessage((await caches.keys()).length >= 0)'),
  ),
  attack('a worklet', 'await CSS.paintWorklet.addModule(T); return true'),
  // The page
  attack('the document', 'return document.title.length >= 0'),
  attack('parent', 'return parent !== self && parent.document !== undefined'),
  attack('top', 'return top.location.href.length > 0'),
  attack('opener', 'return opener.location !== null'),
  attack('window by frames', 'return frames[0] !== undefined || window.length >= 0'),
  attack(
    'a nested frame',
    'const f = document.createElement("iframe"); f.src = T; document.body.append(f); return true',
  ),
  attack('navigation', 'location.href = T; await W(300); return location.href === T'),
  attack('navigation of the page', 'top.location = T; return true'),
  attack('a popup', 'return open(T) !== null'),
  attack(
    'a form',
    'const f = document.createElement("form"); f.action = T; document.body.append(f); f.submit(); return true',
  ),
  attack(
    'a download',
    'const a = document.createElement("a"); a.href = T; a.download = "x"; a.click(); return true',
  ),
  attack(
    'a style sheet with @import',
    'const s = document.createElement("style"); s.textContent = "@import url(" + T + ")"; document.head.append(s); await W(300); return true',
  ),
  attack(
    'a constructed style sheet',
    'const s = new CSSStyleSheet(); await s.replace("@import url(" + T + "); * { background: url(" + T + ") }"); return true',
  ),
  attack('dialogs', 'alert(1); return true'),
  attack('windows of a service worker', 'return (await clients.openWindow(T)) !== null'),
  attack('the history', 'history.pushState({}, "", "/escaped"); return true'),
  attack('the name of the window', 'return typeof window.name === "string"'),
  // Site storage
  attack('localStorage', 'localStorage.setItem("x", "1"); return true'),
  attack('sessionStorage', 'sessionStorage.setItem("x", "1"); return true'),
  attack('cookies', 'document.cookie = "x=1"; return true'),
  attack('cookieStore', 'await cookieStore.set("x", "1"); return true'),
  attack(
    'IndexedDB',
    'return await new Promise((done, fail) => { const r = indexedDB.open("keywright sandbox"); r.onsuccess = () => done(true); r.onerror = () => fail() })',
  ),
  attack('the list of databases', 'return (await indexedDB.databases()).length >= 0'),
  attack(
    'deleting the databases of the page',
    'return await new Promise((done, fail) => { const r = indexedDB.deleteDatabase("keywright sandbox"); r.onsuccess = () => done(true); r.onerror = () => fail() })',
  ),
  attack('caches', 'await caches.open("x"); return true'),
  attack('the private file system', 'await navigator.storage.getDirectory(); return true'),
  attack('storage buckets', 'await navigator.storageBuckets.open("x"); return true'),
  attack(
    'locks of the page',
    'return await navigator.locks.request("keywright sandbox keywright sandbox ", { steal: true }, () => true)',
  ),
  attack(
    'a BroadcastChannel that the page hears',
    'const c = new BroadcastChannel("attack"); c.postMessage("escaped"); await W(100); return false',
  ),
  attack(
    'a BroadcastChannel to the other tabs',
    'const c = new BroadcastChannel("keywright sandbox keywright sandbox "); const seen = new Promise((done) => { c.onmessage = () => done(true) }); c.postMessage({ kind: "ask", from: "x", ask: { kind: "reset", id: 1, snapshots: true } }); return await Promise.race([seen, W(500).then(() => false)])',
  ),
  // The machine
  attack('the clipboard', 'await navigator.clipboard.writeText("x"); return true'),
  attack('reading the clipboard', 'return (await navigator.clipboard.readText()) !== undefined'),
  attack('notifications', 'new Notification("x"); return Notification.permission === "granted"'),
  attack('asking for notifications', 'return (await Notification.requestPermission()) === "granted"'),
  attack(
    'geolocation',
    'return await new Promise((done, fail) => navigator.geolocation.getCurrentPosition(() => done(true), fail))',
  ),
  attack('credentials', 'await navigator.credentials.create({ publicKey: {} }); return true'),
  attack('the camera', 'await navigator.mediaDevices.getUserMedia({ video: true }); return true'),
  attack('USB', 'return (await navigator.usb.getDevices()).length > 0'),
  attack('HID', 'return (await navigator.hid.getDevices()).length > 0'),
  attack('serial ports', 'return (await navigator.serial.getPorts()).length > 0'),
  attack('payment', 'return (await new PaymentRequest([], {}).canMakePayment())'),
  attack('a wake lock', 'await navigator.wakeLock.request(); return true'),
  attack('shared memory, for exact timing', 'new SharedArrayBuffer(8); return true'),
  attack(
    'memory that WebAssembly shares',
    'return new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer instanceof SharedArrayBuffer',
  ),
  attack('measuring the memory', 'await performance.measureUserAgentSpecificMemory(); return true'),
  // Code from text: the frame's policy forbids eval
  attack('eval', 'return (0, eval)("1 + 1") === 2'),
  attack('the Function constructor', 'return new Function("return 1")() === 1'),
  attack(
    'the constructor of async functions',
    'return (await (async () => 0).constructor("return 1")()) === 1',
  ),
  attack(
    'the constructor of generators',
    'return (function* () {}).constructor("yield 1")().next().value === 1',
  ),
  attack(
    'a timer with a text',
    'globalThis.hit = false; setTimeout("globalThis.hit = true", 0); await W(50); return globalThis.hit',
  ),
  attack(
    'WebAssembly from bytes',
    'await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); return true',
  ),
]

function worker(text: string, options = '{}'): string {
  const script = `onmessage = async ({ data: T }) => { try { ${text} } catch { postMessage(false) } }`
  return `const w = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(script)}], { type: "text/javascript" })), ${options}); return await new Promise((done) => { w.onmessage = ({ data }) => done(data); w.onerror = () => done(false); setTimeout(() => done(false), 2500); w.postMessage(T) })`
}
