/** A signer for Solana web3.js whose key is held by Keywright. */
export { SignerError, type SignerErrorCode } from '@keywright/client/signing'
export { type AnyTransaction, KeywrightSigner, type SolanaSignerConfig } from './keywrightSigner.ts'
