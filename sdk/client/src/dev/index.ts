/** What only a development host has: its inbox, clock, faults, organizations, snapshots, webhooks and token issuer; and a passkey device in software. */
export {
  type Authenticator,
  type AuthenticatorConfig,
  createAuthenticator,
  type HeldPasskey,
} from './authenticator.ts'
export { createDevClient, type DevClient, type DevClientConfig, DevHostError } from './devClient.ts'
export type { NativeModule } from './nativeModule.ts'
export type {
  Delivery,
  DevAbout,
  DevOrganization,
  Fault,
  FaultRequest,
  Letter,
  LetterFilter,
  LoggedRequest,
  TokenRequest,
} from './types.ts'
