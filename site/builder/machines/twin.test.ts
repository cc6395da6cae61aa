import { expect, it } from 'vitest'
import type { Page } from '../../src/config/model.ts'
import { twinsOf } from './machineFiles.ts'

const page = (route: string, more: object) =>
  ({
    kind: 'doc',
    route,
    title: 'Wallets',
    description: 'What they hold.',
    body: { type: 'root', children: [] },
    next: [],
    ...more,
  }) as unknown as Page

it('links to the twins of other pages', () => {
  const pages = [
    page('/keys', {}),
    page('/wallets', { next: [{ href: '/keys#kept', label: 'Keys' }] }),
    page('/search', { kind: 'search' }),
  ]
  const twins = twinsOf(pages, 'https://docs.example')
  expect(twins.map(({ page: { route } }) => route)).toEqual(['/keys', '/wallets'])
  expect(twins[1]!.markdown).toMatch(/## Next steps\n\n- \[Keys\]\(\/keys\.md#kept\)\n$/)
})
