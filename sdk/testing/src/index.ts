/** Keywright inside a test: `const kw = await startKeywright()`. */
export type {
  Delivery,
  DevOrganization,
  Fault,
  FaultRequest,
  Letter,
  LoggedRequest,
  TokenRequest,
} from '@keywright/client/dev'
export type { SoftwarePasskey } from './passkey.ts'
export {
  type Keywright,
  type StartOptions,
  startKeywright,
  type TestClock,
  type TestInbox,
  type TestIssuer,
  type TestOrganization,
} from './startKeywright.ts'
