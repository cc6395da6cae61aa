// @vitest-environment happy-dom
/** The list of calls in the page, and its filter before and after the description loads. */
import { openapi } from '@keywright/contract/reference'
import { toHtml } from 'hast-util-to-html'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiOutline } from '../../builder/content/apiOutline.tsx'
import { type CallList, callList } from './callList.ts'
import { describedWords } from './describedWords.ts'
import type { ApiDescription } from './description.ts'
import { readHash } from './hash.ts'

const description = openapi() as unknown as ApiDescription
const operations = Object.values(description.paths).map(({ post }) => post)
/** Parsed once, because that takes longer than the tests. */
const page = document.createElement('template')
page.innerHTML = toHtml(apiOutline().body)
const show = () => document.body.replaceChildren(page.content.cloneNode(true))

let list: CallList
const field = () => document.querySelector<HTMLInputElement>('#reference-filter')!
const start = () => {
  list = callList(document.getElementById('reference')!)
}
const open = () => {
  show()
  start()
}

function type(query: string): void {
  field().value = query
  field().dispatchEvent(new Event('input'))
}
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
const listed = () =>
  [...document.querySelectorAll('.reference-list li:not([hidden])')].map(({ textContent }) => textContent)
const shown = () => [...document.querySelectorAll('.call:not([hidden])')].map(({ id }) => id)

/** Types a query. @returns the names of the calls that the list and then the page show */
async function found(query: string): Promise<string[]> {
  type(query)
  const names = listed()
  await painted()
  expect(shown()).toEqual(names)
  return names
}

describe('the list of calls in the page', () => {
  beforeEach(open)

  it('has every call with its types, in the order of the sections', () => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.reference-list a')]
    expect(list.calls.map(({ name }) => name)).toEqual(links.map(({ textContent }) => textContent))
    const byName = new Map(operations.map((one) => [one.operationId, one['x-call'].versions ?? []]))
    expect(list.calls).toHaveLength(byName.size)
    for (const { name, types } of list.calls) expect(types).toEqual(byName.get(name)!.map(({ type }) => type))
  })

  it('applies the text that the reader typed before it started', () => {
    show()
    field().value = 'whoami'
    start()
    expect(document.querySelector('[role="status"]')!.textContent).toBe(`1 of ${operations.length} calls`)
    expect(document.querySelectorAll('.reference-list li:not([hidden])')).toHaveLength(1)
  })
})

describe('the filter', () => {
  beforeEach(open)

  it('shortens the list immediately, and hides the other calls after the next paint', async () => {
    type('whoami')
    expect([listed(), shown().length]).toEqual([['whoami'], operations.length])
    await painted()
    expect(shown()).toEqual(['whoami'])
  })

  it('shows every call before the browser scrolls to one of the hidden calls', async () => {
    await found('whoami')
    location.hash = '#create_wallet'
    dispatchEvent(new Event('hashchange'))
    expect([listed().length, shown().length, field().value]).toEqual([
      operations.length,
      operations.length,
      '',
    ])
  })

  it('shows a call that the reader goes to right after a key', async () => {
    type('whoami')
    location.hash = '#create_wallet'
    dispatchEvent(new Event('hashchange'))
    await painted()
    expect([listed().length, shown().length]).toEqual([operations.length, operations.length])
  })

  it('shows the call of a link before the link is followed', async () => {
    await found('whoami')
    type('')
    document.querySelector<HTMLElement>('.reference-list a')!.click()
    expect(shown()).toHaveLength(operations.length)
  })

  it('finds names, types, summaries, fields and errors before the description loads', async () => {
    expect(await found('')).toHaveLength(list.calls.length)
    expect(await found('createwallet')).toContain('create_wallet')
    expect(await found('TYPE_CREATE_POLICY_V2')).toContain('create_policy')
    expect(await found('create wallet mnemonicLength')).toContain('create_wallet')
    expect(await found('THRESHOLD_TOO_HIGH')).toContain('update_root_quorum')
    expect(await found('ＴＨＲＥＳＨＯＬＤ＿ＴＯＯ＿ＨＩＧＨ')).toContain('update_root_quorum')
    expect(await found('ADDRESS_FORMAT_ETHEREUM')).toEqual([])
  })

  it('finds values and older versions as well afterwards', async () => {
    expect(await found('ADDRESS_FORMAT_ETHEREUM')).toEqual([])
    list.learn(describedWords(description))
    expect(await found('ADDRESS_FORMAT_ETHEREUM')).toContain('create_wallet')
    expect(await found('TYPE_CREATE_POLICY_V2 effect')).toContain('create_policy')
    expect(await found('policy_v2 whoami')).toEqual([])
    expect(await found('nothing matches this')).toEqual([])
  })

  it('filters again when the description loads', async () => {
    await found('ADDRESS_FORMAT_ETHEREUM')
    list.learn(describedWords(description))
    await painted()
    expect(shown()).toContain('create_wallet')
  })
})

describe('the filter with the description', () => {
  beforeAll(() => {
    open()
    list.learn(describedWords(description))
  })

  it.each([
    'createWallet()',
    'await client.createWallet({',
    'create-wallet',
    '`create_wallet`',
    '#create_wallet',
    '#create_wallet.parameters.walletName',
    'POST /public/v1/submit/create_wallet',
    '"walletName": "mnemonicLength":',
    'Wallets create',
  ])('finds a pasted %s', async (query) => {
    expect(await found(query)).toContain('create_wallet')
    expect((await found(query)).length).toBeLessThan(20)
  })
})

describe('readHash', () => {
  beforeAll(open)

  it.each([
    ['#create_wallet', { id: 'create_wallet', call: 'create_wallet' }],
    [
      '#create_wallet.parameters.walletName',
      { id: 'create_wallet.parameters.walletName', call: 'create_wallet' },
    ],
    [
      '#ACTIVITY_TYPE_CREATE_POLICY_V2',
      { id: 'ACTIVITY_TYPE_CREATE_POLICY_V2', call: 'create_policy', type: 'ACTIVITY_TYPE_CREATE_POLICY_V2' },
    ],
    ['#schema-Activity.votes', { id: 'schema-Activity.votes' }],
    ['#create%5Fwallet', { id: 'create_wallet', call: 'create_wallet' }],
    ['#no_such_call', { id: 'no_such_call' }],
  ])('%s', (hash, target) => {
    expect(readHash(hash, list.calls)).toEqual(target)
  })
  it.each(['', '#'])('%j has no target', (hash) => {
    expect(readHash(hash, list.calls)).toBeUndefined()
  })
  it.each(['100%', '%E0%A4%A', '%'])('#%s is an unknown id', (text) => {
    expect(readHash(`#${text}`, list.calls)).toEqual({ id: text })
  })
})
