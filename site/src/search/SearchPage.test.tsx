// @vitest-environment happy-dom

import type { SearchProvider } from '@keywright/search'
import { click, render } from '@keywright/ui/test'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SearchPage } from './SearchPage.tsx'
import { readSearchSettings } from './settings.ts'

beforeEach(() => history.replaceState(null, '', '/search?q=wallets'))
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})

it('moves the focus to the field when Retry disappears', async () => {
  let isOnline = false
  const provider: SearchProvider = {
    search: async (query) => {
      if (!isOnline) throw new Error('offline')
      return { query, groups: [], count: 0, suggestions: ['policies'] }
    },
  }
  const openProvider = () => provider
  const { host } = await render(<SearchPage settings={readSearchSettings()} openProvider={openProvider} />)
  isOnline = true
  await click(host.querySelector('[role="alert"] button')!)
  expect(host.querySelector('[role="alert"]')).toBeNull()
  expect(document.activeElement).toBe(host.querySelector('input'))
})

it('searches for no more of an address than the field takes', async () => {
  history.replaceState(null, '', `/search?q=${'a.'.repeat(5_000)}`)
  const asked: string[] = []
  const search: SearchProvider['search'] = async (query) => {
    asked.push(query)
    return { query, groups: [], count: 0, suggestions: [] }
  }
  const openProvider = () => ({ search })
  const { host } = await render(<SearchPage settings={readSearchSettings()} openProvider={openProvider} />)
  expect(asked.map(({ length }) => length)).toEqual([host.querySelector('input')!.maxLength])
})
