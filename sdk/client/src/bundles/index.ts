/** The sealed bundles in which secrets leave and enter the engine: the client's end of each. */
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
