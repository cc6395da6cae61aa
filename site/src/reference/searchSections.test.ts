import { callList } from '@keywright/contract'
import { openapi } from '@keywright/contract/reference'
import { describe, expect, it } from 'vitest'
import type { ApiDescription } from './description.ts'
import { referenceSections } from './searchSections.ts'

const sections = referenceSections(openapi() as unknown as ApiDescription)
const wordsOf = (anchor: string) => sections.find((one) => one.anchor === anchor)!.words.split(' ')

describe('what search knows of the API', () => {
  it('has a section per call, with path, types and errors', () => {
    for (const call of callList) {
      const words = wordsOf(call.name)
      expect(words).toContain(call.path)
      if (call.kind === 'submit') for (const { type } of call.versions) expect(words).toContain(type)
    }
    expect(wordsOf('update_root_quorum')).toContain('THRESHOLD_TOO_HIGH')
  })
  it('includes the fields of every version, also nested ones', () => {
    expect(wordsOf('create_policy')).toEqual(expect.arrayContaining(['selectors', 'operator', 'condition']))
  })
  it('has a section per shared entity', () => {
    expect(wordsOf('schema-Activity')).toContain('canApprove')
  })
})
