/** Keywright in a page: passkeys, frames, wallets, and sessions with non-extractable keys. */
export type { CreateOrganization } from '@keywright/client'
export {
  BrowserClient,
  IframeClient,
  type LoginOptions,
  PasskeyClient,
  type SessionOptions,
  WalletClient,
} from './clients.ts'
export { KeywrightBrowser, type KeywrightBrowserOptions } from './keywrightBrowser.ts'
export type { ServerMethod } from './serverSign.ts'
export type { ReadOnlySession, ReadWriteSession, Session } from './session.ts'
export type {
  OtpChallenge,
  PersonOptions,
  SendEmailOptions,
  SendOtpOptions,
  SignUpOptions,
} from './signIn.ts'
export { defaultStorage, indexedDbStorage, type KeyStorage, memoryStorage } from './storage.ts'
