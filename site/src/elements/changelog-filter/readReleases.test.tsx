// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { SiteContext } from '../../shell/services.ts'
import { render } from '../../ui/testing.ts'
import ChangelogFilter from './ChangelogFilter.tsx'
import { compareVersions, filterLines, readReleases } from './readReleases.ts'

const PAGE = `<main><h2 id="a">0.2.0, 1 January 2027<a class="anchor" href="#a">#</a></h2>
  <p>Words.</p><p><strong>Changed: keys</strong></p><ul><li>Faster <code>sign</code>.</li></ul>
  <h2>0.1.0, 21 November 2026</h2><p><strong>Added: contract</strong></p>
  <ul><li>Every <a href="/q">query</a>.</li><li>Errors.</li></ul>
  <p><strong>Not provided in this release</strong></p><ul><li>An enclave.</li></ul>
  <h2>What the release contains</h2><ul><li>No line.</li></ul></main>`
beforeEach(() => {
  document.body.innerHTML = PAGE
})
afterEach(() => document.body.replaceChildren())

const ALL = { words: '', package: '', kind: '', since: '' }
const texts = (change: Partial<typeof ALL>) =>
  filterLines(readReleases(document), { ...ALL, ...change }).map(({ text }) => text)

test('reads the lines with version, kind and package', () => {
  expect(
    readReleases(document).map(({ version, kind, package: name, text }) => [version, kind, name, text]),
  ).toEqual([
    ['0.2.0', 'Changed', 'keys', 'Faster sign.'],
    ['0.1.0', 'Added', 'contract', 'Every query.'],
    ['0.1.0', 'Added', 'contract', 'Errors.'],
    ['0.1.0', 'Not provided in this release', '', 'An enclave.'],
  ])
})

describe('filterLines', () => {
  it('narrows by each, and by all of them', () => {
    expect(texts({ package: 'keys' })).toEqual(['Faster sign.'])
    expect(texts({ kind: 'Added' })).toEqual(['Every query.', 'Errors.'])
    expect(texts({ since: 'v0.1.0' })).toEqual(['Faster sign.'])
    expect(texts({ since: '0.2.0' })).toEqual([])
    expect(texts({ words: 'CONTRACT err' })).toEqual(['Errors.'])
    expect(texts({ words: 'query', package: 'keys' })).toEqual([])
  })

  it.each(['1', 'newest', '1.x.0', '0.1.0-beta'])('refuses %s as a version', (since) => {
    expect(() => texts({ since })).toThrow('three numbers')
  })
})

test.each([
  ['0.9.0', '0.10.0', -1],
  ['1.0.0', '0.10.9', 1],
  ['1.2.3', '1.2.3', 0],
])('compareVersions %s %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign)
})

test('shows links and code of the lines', async () => {
  const slot = { read: () => null, write: () => undefined }
  const site = { storage: { kept: slot, tab: slot }, announce: vi.fn(), navigate: () => undefined }
  const { host, leave } = await render(
    <SiteContext value={site}>
      <ChangelogFilter />
    </SiteContext>,
  )
  expect(host.querySelector('a')?.getAttribute('href')).toBe('/q')
  expect(host.querySelector('code')?.textContent).toBe('sign')
  expect(host.textContent).toContain('4 of 4 lines')
  await leave()
})
