import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type PresetName, presets } from './presets.ts'

const PAGES: Partial<Record<PresetName, string>> = {
  quickstart: 'concepts/policies/quickstart',
  overview: 'concepts/policies/overview',
  delegate: 'features/delegated-access',
}

/** Without ids, addresses and the chain, which differ. */
const normalized = (condition: string) =>
  condition
    .replace(/'(?:\$\w+|[\da-f-]{36}|0x[\dA-Fa-f]{40})'/g, "'…'")
    .replace(/chain_id == \d+/, 'chain_id == …')

describe.each(Object.entries(PAGES))('the playground of %s', (preset, path) => {
  const page = readFileSync(new URL(`../../../content/${path}.mdx`, import.meta.url), 'utf8')
  const onPage = new Map(
    [...page.matchAll(/"policyName": "([^"]+)",[^}]*?"condition": "([^"]+)"/g)].map(([, name, condition]) => [
      name,
      normalized(condition!),
    ]),
  )
  it('has the policies of its page', () => {
    const { policies } = presets[preset as PresetName]
    const own = policies.map(({ policyName, condition }) => [policyName, normalized(condition)] as const)
    const shared = own.filter(([name]) => onPage.has(name))
    expect(shared.length).toBeGreaterThan(0)
    expect(shared).toEqual(shared.map(([name]) => [name, onPage.get(name)]))
  })
})

it('no policy limits an amount without the fee', () => {
  const all = Object.values(presets).flatMap(({ policies }) => [...policies])
  const limits = all.filter(
    ({ effect, condition }) => effect === 'EFFECT_ALLOW' && /tx\.value/.test(condition),
  )
  expect(limits.length).toBeGreaterThan(0)
  for (const { condition } of limits) expect(condition).toMatch(/tx\.gas <=.*tx\.gas_price <=/)
})
