/** Transports of an authenticator: names in WebAuthn (Level 3, §5.8.4) and in the API. */
import type { AuthenticatorParamsV2 } from './generated/types.ts'

type Transport = AuthenticatorParamsV2['attestation']['transports'][number]

const TRANSPORTS: Readonly<Record<string, Transport>> = {
  internal: 'AUTHENTICATOR_TRANSPORT_INTERNAL',
  hybrid: 'AUTHENTICATOR_TRANSPORT_HYBRID',
  ble: 'AUTHENTICATOR_TRANSPORT_BLE',
  nfc: 'AUTHENTICATOR_TRANSPORT_NFC',
  usb: 'AUTHENTICATOR_TRANSPORT_USB',
}

/** Converts an authenticator's transports to those of an attestation, and drops names that the API doesn't have. */
export const toTransports = (names: readonly string[]): Transport[] =>
  names.flatMap((name) => TRANSPORTS[name] ?? [])
