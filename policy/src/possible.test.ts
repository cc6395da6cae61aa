import { expect, test } from 'vitest'
import { randomRequest } from '../test-support/facts.ts'
import { generateBool } from '../test-support/generate.ts'
import { evaluateCautiously } from '../test-support/naive.ts'
import { Random } from '../test-support/random.ts'
import { spoil } from '../test-support/spoil.ts'
import { CompiledExpression } from './compile.ts'
import { parseExpression } from './parse.ts'

const EXPRESSIONS_PER_SEED = 6_000

test.each([
  // How many of them the loss of a member makes unknown is by chance: counted where chance is the same each time.
  ['a fixed seed', 20_261_122, EXPRESSIONS_PER_SEED / 200],
  ['a new seed', Math.floor(Math.random() * 2 ** 32), 0],
])(`a deny survives every member that a request leaves out or garbles, for %s (%i)`, (_, seed, atLeast) => {
  const random = new Random(seed)
  const requests = random.times(300, () => randomRequest(random))
  let spoiled = 0
  for (let i = 0; i < EXPRESSIONS_PER_SEED; i++) {
    const text = generateBool(random, 'condition')
    const compiled = new CompiledExpression(parseExpression(text), 'condition')
    const facts = random.pick(requests)
    const answer = compiled.testCautiously(facts)
    const naive = evaluateCautiously(compiled.expression, 'condition', facts)
    if (typeof answer === 'boolean') expect(naive, text).toBe(answer)
    // The naive evaluator says `maybe` more often: it knows of no element that could not match.
    if (answer === 'maybe') expect([true, 'maybe'], text).toContain(naive)
    if (naive === 'others') expect(answer, text).toBeUndefined()
    if (answer !== true && answer !== 'maybe') continue
    const withLess = spoil(facts, random)
    const then = compiled.testCautiously(withLess)
    expect(then === true || then === 'maybe', `${text}\n${show(facts)}\n${show(withLess)}`).toBe(true)
    if (then === 'maybe') spoiled++
  }
  expect(spoiled).toBeGreaterThan(atLeast)
})

const show = (facts: object) =>
  JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
