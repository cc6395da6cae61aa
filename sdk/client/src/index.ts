/** The typed client of the API: every call, signed by any stamper, in browsers, workers and servers. */
export { type Completed, waitForActivity } from './activity.ts'
export type {
  Frame,
  FullInput,
  QueryCall,
  QueryInput,
  QueryName,
  ShortInput,
  SubmitCall,
  SubmitInput,
  SubmitName,
  SubmitResult,
  VoteCall,
  VoteName,
} from './call.ts'
export { KeywrightClient } from './client.ts'
export { type Connection, type ConnectionConfig, createConnection } from './connection.ts'
export { DEFAULT_ETHEREUM_ACCOUNTS, DEFAULT_SOLANA_ACCOUNTS } from './defaultAccounts.ts'
export { fromBase64url, fromHex, type StampScheme, toBase64url, toDer, toHex, toStamp } from './encoding.ts'
export * from './errors.ts'
export * from './generated/calls.ts'
export type { Methods } from './generated/methods.ts'
export type * from './generated/types.ts'
export { type EntryOf, listAll, type PagedQueryName } from './listAll.ts'
export { revokeKey } from './revokeKey.ts'
export { type CallOptions, send } from './send.ts'
export type { SignedRequest } from './signedRequest.ts'
export {
  type BaseSignUpOptions,
  type CreateOrganization,
  type FirstSession,
  type SignUpHost,
  signUpOnce,
} from './signUp.ts'
export type { Stamp, Stamper } from './stamper.ts'
export { toTransports } from './transports.ts'
export type { Sleep } from './wait.ts'
