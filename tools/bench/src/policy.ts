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
      function_name: 'transfer',
      contract_call_args: { to: '0x6fac4d18c912343bf86fa7049364dd4e424ab9c0', amount: 5n },
    },
  },
} as unknown as RequestFacts

/** What conditions read, in both languages. */
interface Reads {
  readonly called: string
  readonly condition: (n: number) => string
  readonly cedar: (n: number) => string
}

const TRANSACTION: Reads = {
  called: 'decided',
  condition: (n) => `eth.tx.to == '${CONTRACT}' && eth.tx.value <= ${1_000 + n} && wallet.id == 'wallet-1'`,
  cedar: (n) =>
    `context.to == "${CONTRACT}" && context.value <= ${1_000 + n} && context.wallet == "wallet-1"`,
}
const ARGUMENTS: Reads = {
  called: 'that read arguments decided',
  condition: (n) =>
    `eth.tx.to == '${CONTRACT}' && eth.tx.function_name == 'transfer' && eth.tx.contract_call_args['amount'] <= ${1_000 + n}`,
  cedar: (n) =>
    `context.to == "${CONTRACT}" && context.call.name == "transfer" && context.call.args.amount <= ${1_000 + n}`,
}

/** `count` policies of which only the last allows, so that no engine can stop early. */
function keywrightPolicies(count: number, { condition }: Reads) {
  return Array.from({ length: count }, (_, n) =>
    compilePolicy({
      policyId: `policy-${n}`,
      policyName: `policy ${n}`,
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.any(a, a.id == 'user-${n === count - 1 ? 0 : n + 1_000}')`,
      condition: condition(n),
    } as never),
  )
}

function cedarPolicies(count: number, { cedar }: Reads): string {
  return Array.from(
    { length: count },
    (
      _,
      n,
    ) => `permit(principal == User::"user-${n === count - 1 ? 0 : n + 1_000}", action == Action::"SIGN", resource)
  when { ${cedar(n)} };`,
  ).join('\n')
}

export async function benchPolicy(): Promise<void> {
  const rows = []
  const cases = [1, 10, 100].flatMap((count) => [TRANSACTION, ARGUMENTS].map((reads) => ({ count, reads })))
  for (const { count, reads } of cases) {
    const policies = keywrightPolicies(count, reads)
    const input = { policies, facts, approvers: [users[0]!], users }
    if (beginDecision(input).decision?.verdict !== 'ALLOWED')
      throw new Error('the policies under measurement must allow')
    const ours = await microseconds(() => beginDecision(input))

    const question = {
      principal: { type: 'User', id: 'user-0' },
      action: { type: 'Action', id: 'SIGN' },
      resource: { type: 'Wallet', id: 'wallet-1' },
      context: {
        to: CONTRACT,
        value: 0,
        wallet: 'wallet-1',
        call: { name: 'transfer', args: { amount: 5 } },
      },
      entities: [],
    }
    const call = { ...question, preparsedPolicySetId: `${count} ${reads.called}` }
    preparsePolicySet(call.preparsedPolicySetId, { staticPolicies: cedarPolicies(count, reads) })
    const answer = statefulIsAuthorized(call)
    if (answer.type !== 'success' || answer.response.decision !== 'allow') {
      throw new Error(`the policies under comparison must allow: ${JSON.stringify(answer)}`)
    }
    const preparsed = await microseconds(() => statefulIsAuthorized(call))
    const stateless = await microseconds(() =>
      isAuthorized({ ...question, policies: { staticPolicies: cedarPolicies(count, reads) } }),
    )
    const what = `${count} ${count === 1 ? 'policy' : 'policies'} ${reads.called}`
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
