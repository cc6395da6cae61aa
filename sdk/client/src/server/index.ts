/** Keywright from a backend: every call by an API key, a proxy for pages, and a development inbox. */
export { type DevInbox, devInbox, type Letter } from './devInbox.ts'
export { KeywrightServer, type KeywrightServerOptions } from './keywrightServer.ts'
export type { ExpressHandler, FetchHandler, MethodName, ProxyOptions, ProxyRequest } from './proxy.ts'
