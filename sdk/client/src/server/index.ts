/** For backends: a client with an API key, a proxy for pages, webhooks and a development inbox. */
export { type DevInbox, devInbox, type Letter } from './devInbox.ts'
export { KeywrightServer, type KeywrightServerOptions } from './keywrightServer.ts'
export type { ExpressHandler, FetchHandler, MethodName, ProxyOptions, ProxyRequest } from './proxy.ts'
