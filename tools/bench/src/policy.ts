/** Deciding policies, compared with Cedar's WebAssembly build on equivalent policies. */
import { isAuthorized, preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { beginDecision, compilePolicy, type RequestFacts } from '@keywright/policy'
import { microseconds } from './measure.ts'
import { atLeast, printTable, times, us } from './table.ts'

const CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const user = (n: number) => ({
  id: `user-${n}`,
  tags: [`tag-${n % 5}`],
  email: `u${n}@example.com`,
  alias: `u${n}`,
})
const users = Array.from({ length: 10 }, (_, n) => user(n))

const facts: RequestFacts = {
  activity: { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', resource: 'PRIVATE_KEY', action: 'SIGN' },
  wallet: { id: 'wallet-1' },
  eth: {
    tx: {
      from: '0x9858effd232b4033e47d90003d41ec34ecaeda94',
      to: CONTRACT,
      data: '0xa9059cbb',
      value: 0n,
      gas: 60_000n,
      gas_price: 10n ** 9n,
      chain_id: 1n,
      nonce: 7n,
    },
  },
} as unknown as RequestFacts

/** `count` policies of which only the last allows, so that no engine can stop early. */
function keywrightPolicies(count: number) {
  return Array.from({ length: count }, (_, n) =>
    compilePolicy({
      policyId: `policy-${n}`,
      policyName: `policy ${n}`,
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.any(a, a.id == 'user-${n === count - 1 ? 0 : n + 1_000}')`,
      condition: `eth.tx.to == '${CONTRACT}' && eth.tx.value <= ${1_000 + n} && wallet.id == 'wallet-1'`,
    } as never),
  )
}

function cedarPolicies(count: number): string {
  return Array.from(
    { length: count },
    (
      _,
      n,
    ) => `permit(principal == User::"user-${n === count - 1 ? 0 : n + 1_000}", action == Action::"SIGN", resource)
  when { context.to == "${CONTRACT}" && context.value <= ${1_000 + n} && context.wallet == "wallet-1" };`,
  ).join('\n')
}

export async function benchPolicy(): Promise<void> {
  const rows = []
  for (const count of [1, 10, 100]) {
    const policies = keywrightPolicies(count)
    const input = { policies, facts, approvers: [users[0]!], users }
    if (beginDecision(input).decision?.verdict !== 'ALLOWED')
      throw new Error('the policies under measurement must allow')
    const ours = await microseconds(() => beginDecision(input))

    const question = {
      principal: { type: 'User', id: 'user-0' },
      action: { type: 'Action', id: 'SIGN' },
      resource: { type: 'Wallet', id: 'wallet-1' },
      context: { to: CONTRACT, value: 0, wallet: 'wallet-1' },
      entities: [],
    }
    const call = { ...question, preparsedPolicySetId: `set of ${count}` }
    preparsePolicySet(call.preparsedPolicySetId, { staticPolicies: cedarPolicies(count) })
    const answer = statefulIsAuthorized(call)
    if (answer.type !== 'success' || answer.response.decision !== 'allow') {
      throw new Error(`the policies under comparison must allow: ${JSON.stringify(answer)}`)
    }
    const preparsed = await microseconds(() => statefulIsAuthorized(call))
    const stateless = await microseconds(() =>
      isAuthorized({ ...question, policies: { staticPolicies: cedarPolicies(count) } }),
    )
    const what = `${count} ${count === 1 ? 'policy' : 'policies'} decided`
    rows.push(
      {
        what,
        value: us(ours),
        reference: `${us(preparsed)} cedar-wasm, preparsed`,
        ratio: times(preparsed / ours),
        ...atLeast(preparsed / ours, 10, '10 ×'),
      },
      {
        what,
        value: us(ours),
        reference: `${us(stateless)} cedar-wasm, from text`,
        ratio: times(stateless / ours),
        ...atLeast(stateless / ours, 10, '10 ×'),
      },
    )
  }
  printTable('policies', rows)
}
