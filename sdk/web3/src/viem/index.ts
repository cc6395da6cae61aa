/** A viem account whose key is held by Keywright. */
export { SignerError, type SignerErrorCode } from '@keywright/client/signing'
export { type AccountConfig, createAccount, type KeywrightAccount } from './account.ts'
