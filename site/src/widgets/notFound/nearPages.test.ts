import { describe, expect, it } from 'vitest'
import { meantRoute, nearPages } from './nearPages.ts'

const routes = [
  '/',
  '/api/',
  '/concepts/wallets',
  '/concepts/policies/quickstart',
  '/concepts/policies/overview',
  '/getting-started/quickstart',
  '/passkeys/introduction',
  '/concepts/users/introduction',
  '/embedded-wallets/overview',
  '/signing-automation/overview',
]

describe('suggestions for an unknown URL', () => {
  it.each([
    ['other letters', '/Concepts/Wallets', ['/concepts/wallets']],
    ['a slip in each part', '/concept/walets', ['/concepts/wallets']],
    ['the ending of a file', '/concepts/walletz.html', ['/concepts/wallets']],
    ['an index file', '/concepts/wallet/index.html', ['/concepts/wallets']],
    ['stray slashes', '//concepts///wallet//', ['/concepts/wallets']],
    ['encoded spaces', '/concepts/wallets%20', ['/concepts/wallets']],
    ['another folder', '/docs/wallets', ['/concepts/wallets']],
    ['a slip in another folder', '/docs/walltes', ['/concepts/wallets']],
    ['the reference', '/API', ['/api/']],
    [
      'a word that several pages end in',
      '/quickstart',
      ['/concepts/policies/quickstart', '/getting-started/quickstart'],
    ],
    [
      'a slip before such a word',
      '/concepts/user/introduction',
      ['/concepts/users/introduction', '/passkeys/introduction'],
    ],
    [
      'more than three',
      '/overview',
      ['/concepts/policies/overview', '/embedded-wallets/overview', '/signing-automation/overview'],
    ],
    ['nothing near', '/nowhere', []],
    ['no words', '/', []],
    ['no encoding', '/%E0%A4%A/%', []],
    ['a long one', `/${'x/'.repeat(2_000)}`, []],
  ])('%s: %s', (_, address, found) => {
    expect(nearPages(address, routes)).toEqual(found)
  })
})

it.each([
  ['/FAQ', '/faq'],
  ['/Faq.html', '/faq'],
  ['/sdks/ruby', '/sdks/Ruby'],
  ['/faq).', '/faq'],
  ['/FAQ.html,', '/faq'],
  ['/faq%20', '/faq'],
  ['/faq%22%3E', '/faq'],
  ['/fAQ.md', '/faq.md'],
  ['/SDKS/ruby.MD', '/sdks/Ruby.md'],
  // A host that serves the not-found page for an existing one must not cause endless redirects.
  ['/faq', undefined],
  ['/fa', undefined],
  ['/%E0%A4%A', undefined],
])('%s means %s', (path, route) => {
  expect(meantRoute(path, ['/faq', '/sdks/Ruby'])).toBe(route)
})
