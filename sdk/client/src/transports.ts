/** How an authenticator is reached: names of WebAuthn (Level 3, §5.8.4) and of the API. */
import type { AuthenticatorParamsV2 } from './generated/types.ts'

type Transport = AuthenticatorParamsV2['attestation']['transports'][number]

const TRANSPORTS: Readonly<Record<string, Transport>> = {
  internal: 'AUTHENTICATOR_TRANSPORT_INTERNAL',
  hybrid: 'AUTHENTICATOR_TRANSPORT_HYBRID',
  ble: 'AUTHENTICATOR_TRANSPORT_BLE',
  nfc: 'AUTHENTICATOR_TRANSPORT_NFC',
  usb: 'AUTHENTICATOR_TRANSPORT_USB',
}

/** The transports of an attestation by what an authenticator names; names that the API does not have are left out. */
export const toTransports = (names: readonly string[]): Transport[] =>
  names.flatMap((name) => TRANSPORTS[name] ?? [])
