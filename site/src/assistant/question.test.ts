import { expect, it } from 'vitest'
import { contentOf, isAsked, isFollowUp } from './question.ts'

it('leaves out what no page could have: words of asking, values, endless words, and whatever comes after many', () => {
  expect(contentOf('tell me about wallets please')).toBe('wallets')
  expect(contentOf('key 02ab34cd56ef0011 expired')).toBe('key expired')
  expect(contentOf('x'.repeat(10_000))).toBe('')
  expect(contentOf('wallet export '.repeat(2_000)).split(' ')).toHaveLength(60)
})

it('takes no endless word for a follow-up', () => {
  expect(isFollowUp('why')).toBe(true)
  expect(isFollowUp('x'.repeat(10_000))).toBe(false)
})

it('joins verbs of two words', () => {
  expect(contentOf('back up keys')).toBe('backup keys')
})

it('tells a question from a message that was pasted', () => {
  expect(isAsked('What is a stamp')).toBe(true)
  expect(isAsked('the server is sealed, unseal it first')).toBe(false)
})
