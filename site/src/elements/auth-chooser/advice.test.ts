import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Answers, adviseOn, FIRST, QUESTIONS, readAnswers } from './advice.ts'

const all: Answers[] = QUESTIONS.builds.options.flatMap(([builds]) =>
  QUESTIONS.has.options.flatMap(([has]) =>
    QUESTIONS.signs.options.map(([signs]) => ({ builds, has, signs })),
  ),
)

test.each(all)('has four parts for %o, each with a reason and a page that is there', (answers) => {
  const advice = adviseOn(answers)
  expect(advice.map(({ title }) => title)).toEqual(['Start page', 'Sign-in', 'Recovery', 'Session'])
  for (const { choice, reason, href } of advice) {
    expect([choice, reason].every((text) => text.length > 3)).toBe(true)
    expect(existsSync(`site/content${href}.mdx`), href).toBe(true)
  }
})

test('a program never gets a prompt', () => {
  for (const answers of all.filter(({ builds }) => builds === 'bot')) {
    expect(adviseOn(answers)[1]!.choice).toBe('API key')
  }
})

test('answers come from a link, unknown ones are as at first', () => {
  expect(readAnswers({ builds: 'bot', has: 'horse' })).toEqual({ ...FIRST, builds: 'bot' })
  expect(readAnswers(undefined)).toEqual(FIRST)
})
