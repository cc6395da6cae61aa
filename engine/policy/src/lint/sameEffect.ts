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
  const allowed = new Set<string>()
  /** Denied kinds by consensus. */
  const denied = new Map<string, Set<string>>()
  for (const { policy, kinds, consensus } of read) {
    const into = policy.effect === 'EFFECT_ALLOW' ? allowed : (denied.get(consensus) ?? new Set())
    for (const kind of kinds) into.add(kind)
    if (into !== allowed) denied.set(consensus, into)
  }
  return read.flatMap(({ policy, kinds, consensus }): LintFinding[] => {
    if (policy.effect === 'EFFECT_ALLOW') return []
    const isOpen = (kind: string) =>
      allowed.has(kind) && ![consensus, 'true'].some((each) => denied.get(each)?.has(kind))
    const left = new Set([...kinds].flatMap((kind) => SAME_EFFECT[kind] ?? []).filter(isOpen))
    if (left.size === 0) return []
    const names = [...left].map((kind) => `\`${kind}\``).join(' and ')
    const them = left.size === 1 ? 'it' : 'them'
    return [
      {
        code: 'INCOMPLETE_DENY',
        severity: 'caution',
        message: `${names} can have the same effect, and no deny applies to ${them}`,
        hint: `deny ${them} too`,
        policyId: policy.policyId,
        side: 'condition',
        span: policy.condition.expression.span,
      },
    ]
  })
}
