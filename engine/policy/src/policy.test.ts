import { expect, test } from 'vitest'
import { describeProblem, PolicyError } from './error.ts'
import { checkPolicy, compilePolicy, type PolicyText, parsePolicy, rememberPolicies } from './policy.ts'

test('a left-out expression is true, and an empty one is refused', () => {
  expect(parsePolicy({}).condition).toMatchObject({ kind: 'boolean', value: true })
  expect(parsePolicy({ condition: null }).condition).toMatchObject({ kind: 'boolean', value: true })
  expect(checkPolicy({ condition: '', consensus: '' }).map(({ code, side }) => [code, side])).toEqual([
    ['EMPTY', 'condition'],
    ['EMPTY', 'consensus'],
  ])
})

test('both sides are checked, each with its own names', () => {
  const problems = checkPolicy({
    condition: 'approvers.count() > 1',
    consensus: "wallet.id == 'a' && eth.tx.value",
  })
  expect(problems.map(describeProblem)).toEqual([
    'condition: `approvers` is known in a consensus, not in a condition; move this clause to the consensus (line 1, column 1)',
    'consensus: `wallet` is known in a condition, not in a consensus; move this clause to the condition (line 1, column 1)',
    'consensus: `eth` is known in a condition, not in a consensus; move this clause to the condition (line 1, column 21)',
  ])
})

test('both expressions must be bools', () => {
  const problems = checkPolicy({ condition: 'eth.tx.value', consensus: 'approvers' })
  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    ['NOT_BOOL', 'a condition must be a bool, and this is an int'],
    ['NOT_BOOL', 'a consensus must be a bool, and this is a list of User'],
  ])
})

test('compiling throws the first problem', () => {
  const compile = () =>
    compilePolicy({ policyId: 'p', effect: 'EFFECT_ALLOW', consensus: 'approvers.cuont() > 1' })
  expect(compile).toThrow(PolicyError)
  expect(compile).toThrow(expect.objectContaining({ code: 'UNKNOWN_FUNCTION', side: 'consensus' }))
})

test('an error turns into plain data and back into a line', () => {
  const [error] = checkPolicy({ condition: 'true &&\n  walet.imported' })
  const problem = structuredClone(error!.toProblem())
  expect(problem).toEqual({
    code: 'UNKNOWN_NAME',
    message: 'unknown name `walet` in a condition',
    hint: 'did you mean `wallet`?',
    side: 'condition',
    span: { start: 10, end: 15, line: 2, column: 3 },
  })
  expect(describeProblem(problem)).toBe(
    'condition: unknown name `walet` in a condition; did you mean `wallet`? (line 2, column 3)',
  )
})

function remembering(limit: number) {
  const remember = rememberPolicies(limit)
  return (text: PolicyText, onStep = () => undefined as unknown) => {
    const steps = remember(text)
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
      onStep()
    }
  }
}

test('a remembered policy is compiled again only when its text changes', () => {
  const remember = remembering(90)
  const text = { policyId: 'a', effect: 'EFFECT_ALLOW', condition: 'true' } as const
  const first = remember(text)
  expect(remember({ ...text })).toBe(first)
  expect(remember({ ...text, condition: 'false' })).not.toBe(first)
  remember({ ...text, policyId: 'b' })
  expect(remember(text)).not.toBe(first)
})

test('remembered policies are bounded by their characters, and compiling one has three steps for each expression', () => {
  const remember = remembering(2_000)
  const compiled: string[] = []
  const use = (policyId: string, condition: string) =>
    remember({ policyId, effect: 'EFFECT_ALLOW', condition }, () => compiled.push(policyId))
  use('small', 'true')
  use('small', 'true')
  use('large', `true${' || true'.repeat(200)}`)
  use('small', 'true')
  use('large', `true${' || true'.repeat(300)}`)
  use('small', 'true')
  expect(compiled).toEqual(['small', 'large', 'large', 'small'].flatMap((id) => Array(6).fill(id)))
})
