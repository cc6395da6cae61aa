/** Creates starters: small programs that run against `keywright dev` right away. */
export { type Created, type CreateOptions, createApp } from './createApp.ts'
export { CreateError, type CreateErrorCode } from './createError.ts'
export { run } from './run.ts'
export { isStarter, STARTERS, type Starter } from './starters.ts'
