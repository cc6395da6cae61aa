/** A viem account for a Keywright key. */
export { SignerError, type SignerErrorCode } from '@keywright/client/signing'
export { type AccountConfig, createAccount, type KeywrightAccount } from './account.ts'
