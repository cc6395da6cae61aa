/** An ethers v6 signer whose key is held by Keywright. */
export { SignerError, type SignerErrorCode } from '@keywright/client/signing'
export { KeywrightSigner, type SignerSettings } from './keywrightSigner.ts'
