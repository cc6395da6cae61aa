/** What every host of the engine needs. Pure: no `node:`, no DOM. */
export { bufferedRequest } from './bufferedRequest.ts'
export * from './exchange.ts'
export { HostError } from './hostError.ts'
export { DEV, type HostRows, hostRows, SERVER } from './hostRows.ts'
export { jsonOf } from './jsonOf.ts'
export { describeError, type Log, type LogEntry } from './log.ts'
export { newId } from './newId.ts'
export { isOutdated } from './outdated.ts'
export { seededRandom } from './seededRandom.ts'
export type { Fetch, WebhookTry } from './webhooks/post.ts'
export {
  createWebhookSigner,
  WEBHOOK_JWKS_PATH,
  type WebhookKeyNumbers,
  type WebhookSigner,
} from './webhooks/signer.ts'
