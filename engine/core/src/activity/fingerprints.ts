/** Fingerprints of a posted submit, and those under which its activity may be stored. */
import { fingerprintOf } from '@keywright/keys'
import type { RequestBody } from '../http/readBody.ts'
import type { Vault } from '../vault.ts'
import { keyedFingerprint, storedFingerprint } from './secrets.ts'
import type { Posted } from './submission.ts'

export interface Fingerprints extends Pick<Posted, 'fingerprint' | 'storedFingerprint' | 'keyed'> {
  /** Stored fingerprints of the activities that the request may refer to. */
  readonly named: readonly string[]
}

export function fingerprintsOf(
  { bytes, json }: RequestBody,
  organizationId: string,
  vault: Vault,
): Fingerprints {
  const fingerprint = fingerprintOf(bytes)
  const keyed = (of: string) => keyedFingerprint(of, organizationId, vault)
  const stored = storedFingerprint(String(json['type']), fingerprint, organizationId, vault)
  // A vote contains the fingerprint of its activity.
  const { fingerprint: voted } = (json['parameters'] ?? {}) as Record<string, unknown>
  const isNamed = typeof voted === 'string' && voted.length <= fingerprint.length
  return {
    fingerprint,
    storedFingerprint: stored,
    keyed,
    named: isNamed ? [stored, voted, keyed(voted)] : [stored],
  }
}
