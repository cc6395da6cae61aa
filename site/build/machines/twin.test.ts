import { expect, it } from 'vitest'
import type { Page } from '../../src/model.ts'
import { twinsOf } from './machineFiles.ts'

const page = (route: string, more: object) =>
  ({
    kind: 'doc',
    route,
    title: 'Wallets',
    description: 'Was sie enthalten.',
    body: { type: 'root', children: [] },
    next: [],
    ...more,
  }) as unknown as Page

it('of a translation contains no English and links to twins', () => {
  const translations = [
    { language: 'en', route: '/keys' },
    { language: 'de', route: '/de/keys' },
  ]
  const pages = [
    page('/keys', { translations }),
    page('/de/keys', { language: 'de', fallbackOf: 'en', translations }),
    page('/de/wallets', {
      language: 'de',
      next: [{ href: '/de/keys#kept', label: 'Schlüssel' }],
    }),
  ]
  const twins = twinsOf(pages, 'https://docs.example')
  expect(twins.map(({ page: { route } }) => route)).toEqual(['/keys', '/de/wallets'])
  expect(twins[1]!.markdown).toMatch(/## Wie es weitergeht\n\n- \[Schlüssel\]\(\/keys\.md#kept\)\n$/)
})
