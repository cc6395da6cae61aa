/** Signs requests with an API key pair on any of the three curves. */
export { ApiKeyStamper, type ApiKeyStamperOptions } from './apiKeyStamper.ts'
export { createClientSignature, type TokenPurpose } from './clientSignature.ts'
export type { ApiKeyCurve } from './curve.ts'
export { type ApiKeyPair, generateApiKeyPair } from './generateApiKeyPair.ts'
export { KeyError, type KeyErrorCode } from './keyErrors.ts'
