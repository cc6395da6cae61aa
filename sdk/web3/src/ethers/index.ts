/** An ethers v6 signer for a Keywright key. */
export { SignerError, type SignerErrorCode } from '@keywright/client/signing'
export { KeywrightSigner, type SignerSettings } from './keywrightSigner.ts'
