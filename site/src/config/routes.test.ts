import { expect, it } from 'vitest'
import { fragmentPath, normalizePath } from './routes.ts'

it.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/api/', '/api/'],
  ['/api', '/api/'],
  ['/api/index.html', '/api/'],
  ['/api.html', '/api/'],
  ['/concepts/wallets', '/concepts/wallets'],
  ['/concepts/wallets/', '/concepts/wallets'],
  ['/concepts/wallets.html', '/concepts/wallets'],
  ['/concepts/wallets/index.html', '/concepts/wallets'],
  ['//concepts///wallets', '/concepts/wallets'],
  ['/concepts/policies/overview.html/', '/concepts/policies/overview'],
  ['/concepts/wallets.html.html', '/concepts/wallets'],
  ['/concepts/wallets.HTML', '/concepts/wallets'],
  ['/concepts/wallets/index', '/concepts/wallets'],
  ['/index', '/'],
  ['/index.html/', '/'],
  ['/.html', '/'],
  ['/api/index', '/api/'],
  ['/api//index.html//', '/api/'],
  ['/my-index.html', '/my-index'],
  ['/index/wallets', '/index/wallets'],
  ['/wallets.htmlx', '/wallets.htmlx'],
])('normalizes %s to %s, which stays the same', (path, route) => {
  expect(normalizePath(path)).toBe(route)
  expect(normalizePath(route)).toBe(route)
})

it('gives each route its own fragment', () => {
  expect(['/', '/api/', '/concepts/wallets'].map(fragmentPath)).toEqual([
    '/_p/index.json',
    '/_p/api/index.json',
    '/_p/concepts/wallets.json',
  ])
})
