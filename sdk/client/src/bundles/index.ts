/** Opens and seals the encrypted bundles in which secrets enter and leave the engine. */
export { BundleError, type BundleErrorCode } from './bundleErrors.ts'
export {
  openCredentialBundle,
  openSessionBundle,
  type SealedApiKey,
  type SealedSessionKey,
  sealCredentialBundle,
} from './credentialBundle.ts'
export { type KeyFormat, openKeyExport, openWalletExport } from './exportBundle.ts'
export { type ExpectedImport, sealKeyImport, sealOtp, sealWalletImport } from './importBundle.ts'
export type { ExpectedBundle } from './signedBundle.ts'
export { generateTargetKey, importTargetKey, type TargetKey } from './targetKey.ts'
