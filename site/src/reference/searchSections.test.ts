import { callList } from '@keywright/contract'
import { openapi } from '@keywright/contract/reference'
import { describe, expect, it } from 'vitest'
import type { ApiDescription } from './description.ts'
import { referenceSections } from './searchSections.ts'

const sections = referenceSections(openapi() as unknown as ApiDescription)
const wordsOf = (anchor: string) => sections.find((one) => one.anchor === anchor)!.words.split(' ')

describe('what search knows of the API', () => {
  it('is a section for every call, with its path, types and errors', () => {
    for (const call of callList) {
      const words = wordsOf(call.name)
      expect(words).toContain(call.path)
      if (call.kind === 'submit') for (const { type } of call.versions) expect(words).toContain(type)
    }
    expect(wordsOf('update_root_quorum')).toContain('THRESHOLD_TOO_HIGH')
  })
  it('is the fields of every version, also those within', () => {
    expect(wordsOf('create_policy')).toEqual(expect.arrayContaining(['selectors', 'operator', 'condition']))
  })
  it('is a section for each shared entity', () => {
    expect(wordsOf('schema-Activity')).toContain('canApprove')
  })
})
