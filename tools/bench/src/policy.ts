/** Deciding policies, compared with Cedar's WebAssembly build on equivalent policies. */
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { beginDecision, compilePolicy, type RequestFacts } from '@keywright/policy'
import { costOf, median, pairedRatio } from './measure.ts'
import { atLeast, printTable, type Row, times, us } from './table.ts'

/** Alternating. In the first ones, V8 still compiles. */
const ROUNDS = 15
const RUNS = 2_000

const CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const users = Array.from({ length: 10 }, (_, n) => ({
  id: `user-${n}`,
  tags: [`tag-${n % 5}`],
  email: `u${n}@example.com`,
  alias: `u${n}`,
}))

const facts = {
  activity: { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', resource: 'PRIVATE_KEY', action: 'SIGN' },
  wallet: { id: 'wallet-1' },
  eth: { tx: { to: CONTRACT, value: 0n } },
} as unknown as RequestFacts

const question = {
  principal: { type: 'User', id: 'user-0' },
  action: { type: 'Action', id: 'SIGN' },
  resource: { type: 'Wallet', id: 'wallet-1' },
  context: { to: CONTRACT, value: 0, wallet: 'wallet-1' },
  entities: [],
}

export async function benchPolicy(): Promise<void> {
  const rows: Row[] = []
  for (const count of [1, 10, 100]) {
    // Only the last allows, so that no engine can stop early.
    const approver = (n: number) => `user-${n === count - 1 ? 0 : n + 1_000}`
    const policies = Array.from({ length: count }, (_, n) =>
      compilePolicy({
        policyId: `policy-${n}`,
        policyName: `policy ${n}`,
        effect: 'EFFECT_ALLOW',
        consensus: `approvers.any(a, a.id == '${approver(n)}')`,
        condition: `eth.tx.to == '${CONTRACT}' && eth.tx.value <= ${1_000 + n} && wallet.id == 'wallet-1'`,
      } as never),
    )
    const staticPolicies = policies.map(
      (_, n) => `permit(principal == User::"${approver(n)}", action == Action::"SIGN", resource)
        when { context.to == "${CONTRACT}" && context.value <= ${1_000 + n} && context.wallet == "wallet-1" };`,
    )
    const input = { policies, facts, approvers: [users[0]!], users }
    const call = { ...question, preparsedPolicySetId: `${count}` }
    preparsePolicySet(call.preparsedPolicySetId, { staticPolicies: staticPolicies.join('\n') })
    const answer = statefulIsAuthorized(call)
    const isAllowed = answer.type === 'success' && answer.response.decision === 'allow'
    if (!isAllowed || beginDecision(input).decision?.verdict !== 'ALLOWED')
      throw new Error(`both have to allow: ${JSON.stringify(answer)}`)

    const [ours, cedar]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await costOf(RUNS, () => beginDecision(input)))
      cedar.push(await costOf(RUNS, () => statefulIsAuthorized(call)))
    }
    const ratio = pairedRatio(cedar, ours)
    rows.push({
      what: `${count} decided`,
      value: us(median(ours)),
      reference: `${us(median(cedar))} cedar-wasm, parsed before`,
      ratio: times(ratio),
      ...atLeast(ratio, 10, '10 ×'),
    })
  }
  printTable('policies', rows)
}
