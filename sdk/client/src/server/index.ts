/** For backends: a client with an API key, a proxy for pages, webhooks and a development inbox. */
export { KeywrightServer, type KeywrightServerOptions } from './keywrightServer.ts'
export type { ExpressHandler, FetchHandler, MethodName, ProxyOptions, ProxyRequest } from './proxy.ts'
