/** A direct-sign wallet for CosmJS whose key is held by Keywright. */
export { SignerError, type SignerErrorCode } from '@keywright/client/signing'
export { type DirectWalletConfig, KeywrightDirectWallet } from './directWallet.ts'
