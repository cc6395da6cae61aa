/** A whole Keywright inside a test: `const kw = await startKeywright()`. */
export type {
  DevOrganization,
  Fault,
  FaultRequest,
  Letter,
  LoggedRequest,
  SeenDelivery,
} from '@keywright/devhost'
export type { SoftwarePasskey } from './passkey.ts'
export {
  type Keywright,
  type StartOptions,
  startKeywright,
  type TestClock,
  type TestInbox,
  type TestIssuer,
  type TestOrganization,
  type TokenRequest,
} from './startKeywright.ts'
