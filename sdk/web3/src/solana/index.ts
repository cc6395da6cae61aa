/** A signer for Solana web3.js with Keywright keys. */
export { SignerError, type SignerErrorCode } from '@keywright/client/signing'
export { type AnyTransaction, KeywrightSigner, type SolanaSignerConfig } from './keywrightSigner.ts'
