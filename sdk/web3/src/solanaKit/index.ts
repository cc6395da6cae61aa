export type { SignerConfig } from '@keywright/client/signing'
export { createSigner, type KeywrightKitSigner } from './createSigner.ts'
