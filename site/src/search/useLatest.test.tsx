// @vitest-environment happy-dom

import { act, render } from '@keywright/ui/test'
import { useLayoutEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { useAnswer } from './useLatest.ts'

it('waits for the answer as soon as there are results with one', async () => {
  const results = { query: 'a', groups: [], count: 1, suggestions: [], answer: async () => undefined }
  const shown: (readonly [text: string, state: string | undefined])[] = []
  let type = (_: string) => {}
  function Probe() {
    const [text, setText] = useState('')
    type = setText
    const { latestAnswer } = useAnswer(text, text === 'a' ? results : undefined, undefined)
    useLayoutEffect(() => void shown.push([text, latestAnswer?.state]))
    return null
  }
  const { leave } = await render(<Probe />)
  await act(() => type('a'))
  await act(() => type(''))
  const states = (of: string) => [...new Set(shown.filter(([text]) => text === of).map(([, state]) => state))]
  expect(states('')).toEqual([undefined])
  expect(states('a')).toEqual(['loading'])
  await leave()
})
