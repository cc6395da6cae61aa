import { errorWords } from '@keywright/contract/reference'
import { expect, it } from 'vitest'
import { hintFor } from './hints.ts'

it('has a hint for every error of a call: its own, or the help of the catalog', () => {
  const without = Object.keys(errorWords).filter((code) => !hintFor(code))
  expect(without).toEqual(['HOST_INPUT_INVALID', 'HOST_RESOURCE_NOT_FOUND'])
  for (const code of ['LAST_CREDENTIAL', 'NAME_LENGTH'] as const)
    expect(hintFor(code)).toBe(errorWords[code].help)
  expect(hintFor('SEALED')).toContain('keywright unseal')
  expect(hintFor('UNKNOWN')).toBeUndefined()
})
