/** A direct-sign wallet for CosmJS with a Keywright key. */
export { SignerError, type SignerErrorCode } from '@keywright/client/signing'
export { type DirectWalletConfig, KeywrightDirectWallet } from './directWallet.ts'
