/** The recorded scores of `keywright conformance`, ours and those of the public clients. */
import type { CheckResult, Report } from '@keywright/conformance'

export interface Score {
  readonly name: string
  readonly version: string
  /** Ids of checks. */
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  readonly notOffered: readonly string[]
}

export interface Scores {
  readonly checks: readonly Pick<CheckResult, 'id' | 'group' | 'requires' | 'source'>[]
  readonly clients: readonly Score[]
}

/** Omits the findings, because ports and ids in them differ each time. */
export function scoreOf({ client: { name, version = '' }, checks }: Report): Score {
  const idsOf = (outcome: CheckResult['outcome']) =>
    checks.filter((check) => check.outcome === outcome).map(({ id }) => id)
  return { name, version, passed: idsOf('pass'), failed: idsOf('fail'), notOffered: idsOf('not offered') }
}
