import { expect, it } from 'vitest'
import { brand } from '../../brand.ts'
import { placeholdersIn } from './placeholders.ts'

const own = 'https://docs.keywright.dev'

it.each([
  'https://docs.keywright.example',
  'https://example.com/docs',
  'http://127.0.0.1:8787/dev',
  'http://[::1]:8787/dev',
  'http://localhost:3000',
  'https://docs.invalid',
])('%s is a placeholder, as the URL and as a link', (address) => {
  const found = placeholdersIn({ url: address, links: { issues: address, edit: own } }, 'error')
  expect(found.map(({ severity, message }) => [severity, message.split(':')[0]])).toEqual([
    ['error', '`url` is a placeholder'],
    ['error', '`issues` is a placeholder'],
  ])
})

it.each([own, 'https://example.dev', 'https://latest.keywright.dev', 'https://localhost.dev'])(
  '%s is an address',
  (address) => {
    expect(placeholdersIn({ url: address, links: {} }, 'error')).toEqual([])
  },
)

it('finds each placeholder of the brand once, while nothing is published', () => {
  const names = placeholdersIn(brand, 'warning').map(({ message }) => message.split('`')[1])
  expect(names).toEqual(brand.isPublished ? [] : ['url', ...Object.keys(brand.links)])
})
