import { loadPayloads, loadTransactions } from '@keywright/keys'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { pieceOf } from '../support/longestStep.ts'
import { worstInputs } from '../worstInputs/index.ts'

beforeAll(async () => {
  await loadTransactions()
  await loadPayloads('PAYLOAD_ENCODING_EIP712')
  await loadPayloads('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION')
})

describe.each(Object.entries(worstInputs))('%s is rejected or read in short pieces', (_, inputs) => {
  it.each(everyNth(12, inputs))('$what', async ({ works }) => {
    for (const work of works()) expect(await pieceOf(work)).toBeLessThan(1)
  })
})
