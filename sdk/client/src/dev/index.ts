/** Development hosts: inbox, clock, faults, organizations, snapshots, webhooks and token issuer; and a simulated passkey device. */
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
