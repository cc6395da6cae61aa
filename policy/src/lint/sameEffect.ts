/** Denies that leave another call with the same effect, which an allow grants. */
import { kindsMeeting } from '../applicability.ts'
import type { CompiledPolicy } from '../compiledPolicy.ts'
import { format } from '../format.ts'
import type { LintFinding } from './finding.ts'

const SIGN_RAW = ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']

/** Kinds by which a caller reaches the effect of another kind. */
const SAME_EFFECT: Readonly<Record<string, readonly string[]>> = {
  ...both('CREATE_API_KEYS', 'CREATE_AUTHENTICATORS'),
  ...both('CREATE_POLICY', 'CREATE_POLICIES'),
  ...both('CREATE_READ_WRITE_SESSION', 'STAMP_LOGIN'),
  ...both('DELETE_POLICY', 'DELETE_POLICIES'),
  ...both('DELETE_WALLETS', 'DELETE_WALLET_ACCOUNTS'),
  ...both('EXPORT_WALLET', 'EXPORT_WALLET_ACCOUNT'),
  ...both('INIT_OTP', 'INIT_OTP_AUTH'),
  ...both('OAUTH', 'OAUTH_LOGIN'),
  ...both('OTP_AUTH', 'OTP_LOGIN'),
  ...both('SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS'),
  // The digest of any transaction.
  SIGN_TRANSACTION: SIGN_RAW,
  UPDATE_USER_EMAIL: ['UPDATE_USER'],
  UPDATE_USER_NAME: ['UPDATE_USER'],
  UPDATE_USER_PHONE_NUMBER: ['UPDATE_USER'],
  UPDATE_USER_TAG: ['UPDATE_USER'],
}

function both(one: string, other: string): Record<string, readonly string[]> {
  return { [one]: [other], [other]: [one] }
}

export function lintSameEffect(policies: readonly CompiledPolicy[]): LintFinding[] {
  const read = policies.map((policy) => ({
    policy,
    kinds: kindsMeeting(policy.condition.expression),
    consensus: format(policy.consensus.expression),
  }))
  const allowed = new Set(
    read.flatMap(({ policy, kinds }) => (policy.effect === 'EFFECT_ALLOW' ? [...kinds] : [])),
  )
  const denies = read.filter(({ policy }) => policy.effect === 'EFFECT_DENY')
  return denies.flatMap(({ policy, kinds, consensus }): LintFinding[] => {
    const denied = new Set(
      denies.flatMap((other) =>
        other.consensus === consensus || other.consensus === 'true' ? [...other.kinds] : [],
      ),
    )
    const left = [...kinds]
      .flatMap((kind) => SAME_EFFECT[kind] ?? [])
      .filter((kind) => allowed.has(kind) && !denied.has(kind))
    if (left.length === 0) return []
    const names = [...new Set(left)].map((kind) => `\`${kind}\``)
    const them = names.length === 1 ? 'it' : 'them'
    return [
      {
        code: 'INCOMPLETE_DENY',
        severity: 'caution',
        message: `${names.join(' and ')} can have the same effect, and no deny applies to ${them}`,
        hint: `deny ${them} too`,
        policyId: policy.policyId,
        side: 'condition',
        span: policy.condition.expression.span,
      },
    ]
  })
}
