// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { SiteContext } from '../../shell/services.ts'
import { click, render } from '../../ui/testing.ts'
import { ElementTitle } from '../kit/ElementFrame.tsx'
import Checklist from './Checklist.tsx'
import { readChecklist, SAME, toMarkdown } from './readChecklist.ts'

const slot = { read: () => null, write: () => undefined }
const site = { storage: { kept: slot, tab: slot }, announce: vi.fn(), navigate: () => undefined }

const PAGE = `<main><h1>Launch</h1><div class="content-body">
  <p>Before.</p>
  <h2 id="keys">Keys<a class="anchor" href="#keys">#</a></h2>
  <div class="table-scroll"><table><thead><tr><th>True</th><th>Check</th></tr></thead><tbody>
    <tr><td>Each program has its own user and key.</td><td><a href="/x">list_users</a></td></tr>
    <tr><td>Jobs use keys with <code>expirationSeconds</code>.</td><td></td></tr></tbody></table></div>
  <table><thead><tr><th>Lost</th></tr></thead><tbody><tr><td>no item</td></tr></tbody></table>
  <h2>Rules</h2><h3 id="one-user-per-application">One user</h3><p><strong>Rule.</strong> No two share a key.</p>
  <h2>Drill</h2><div class="steps"><ol><li><p><strong>Restore</strong> it.</p></li><li>Start.</li></ol></div>
</div></main>`

beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = PAGE
})
afterEach(() => document.body.replaceChildren())

describe('readChecklist', () => {
  it('reads tables of what is true, rules and steps by their headings', () => {
    const groups = readChecklist(document)
    expect(groups.map(({ title, items }) => [title, items.map(({ text }) => text)])).toEqual([
      ['Keys', ['Each program has its own user and key.', 'Jobs use keys with expirationSeconds.']],
      ['Rules', ['No two share a key.']],
      ['Drill', ['Restore it.', 'Start.']],
    ])
    expect(groups[0]!.items[0]!.check).toBe('list_users')
  })

  it('gives a rule the id of the line that says the same', () => {
    const [keys, rules] = readChecklist(document)
    expect(rules!.items[0]!.id).toBe(keys!.items[0]!.id)
  })

  it('finds nothing in a page without a list', () => {
    document.body.innerHTML = '<main><p>Text.</p></main>'
    expect(readChecklist(document)).toEqual([])
  })
})

test('what is the same on two pages stands on both', () => {
  const plain = (path: string) => readFileSync(`site/content/${path}.mdx`, 'utf8').replaceAll('`', '')
  for (const [heading, line] of Object.entries(SAME)) {
    expect(plain('concepts/users/best-practices')).toContain(`{#${heading}}`)
    expect(plain('getting-started/launch-checklist')).toContain(line)
  }
})

test('the Markdown is a list of tasks', () => {
  const text = toMarkdown(
    'Launch',
    [
      {
        title: 'Keys',
        items: [
          { id: 'a', text: 'A.', check: 'b' },
          { id: 'c', text: 'C.' },
        ],
      },
    ],
    new Set(['a']),
  )
  expect(text).toBe('# Launch\n\n## Keys\n\n- [x] A. Check: b\n- [ ] C.\n')
})

describe('Checklist', () => {
  const show = () =>
    render(
      <SiteContext value={site}>
        <ElementTitle value="Checklist">
          <Checklist />
        </ElementTitle>
      </SiteContext>,
    )
  const boxes = (host: Element) => [...host.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]

  it('ticks what two groups share at once, keeps it, and unticks it by Reset', async () => {
    const first = await show()
    expect(first.host.textContent).toContain('0 of 5')
    await click(boxes(first.host)[0]!)
    expect(boxes(first.host).map(({ checked }) => checked)).toEqual([true, false, true, false, false])
    expect(first.host.textContent).toContain('2 of 5')
    await first.leave()
    const second = await show()
    expect(boxes(second.host)[0]!.checked).toBe(true)
    await click(
      [...second.host.querySelectorAll('button')].find(({ textContent }) => textContent === 'Reset')!,
    )
    expect(boxes(second.host).some(({ checked }) => checked)).toBe(false)
    await second.leave()
  })

  it('reads a damaged store as empty', async () => {
    localStorage.setItem('checklist', '{"no":"list"}')
    const { host, leave } = await show()
    expect(boxes(host).some(({ checked }) => checked)).toBe(false)
    await leave()
  })
})
