import { expect, it } from 'vitest'
import { twoVersionSite } from '../../test/twoVersionSite.ts'
import { findPagePlace } from './pagePlace.ts'

it('finds the categories around a page and its neighbors', () => {
  const place = findPagePlace('/concepts/wallets', twoVersionSite)
  expect(place.trail).toEqual([{ label: 'Concepts', href: '/category/concepts' }])
  expect(place.previous).toEqual({ label: 'Concepts', href: '/category/concepts' })
  expect(place.next).toEqual({ label: 'Users', href: '/concepts/users' })
})

it('continues after the end of a category', () => {
  expect(findPagePlace('/concepts/users', twoVersionSite).next).toEqual({ label: 'Limits', href: '/limits' })
  expect(findPagePlace('/limits', twoVersionSite).next).toBeUndefined()
  expect(findPagePlace('/category/concepts', twoVersionSite).previous).toBeUndefined()
})

it('returns no neighbors for a page outside all sidebars', () => {
  expect(findPagePlace('/faq', twoVersionSite)).toEqual({
    sidebar: undefined,
    trail: [],
    previous: undefined,
    next: undefined,
  })
})
