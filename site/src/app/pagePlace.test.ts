import { expect, it } from 'vitest'
import { twoVersionSite } from '../config/fixture.ts'
import { findPagePlace } from './pagePlace.ts'

it('finds the categories around a page and its neighbors', () => {
  const place = findPagePlace('/concepts/wallets', twoVersionSite)
  expect(place.trail).toEqual([{ label: 'Concepts', href: '/category/concepts' }])
  expect(place.previous).toEqual({ label: 'Concepts', href: '/category/concepts' })
  expect(place.next).toEqual({ label: 'Users', href: '/concepts/users' })
})

it('goes on from the end of a category to what follows it', () => {
  expect(findPagePlace('/concepts/users', twoVersionSite).next).toEqual({ label: 'Limits', href: '/limits' })
  expect(findPagePlace('/limits', twoVersionSite).next).toBeUndefined()
  expect(findPagePlace('/category/concepts', twoVersionSite).previous).toBeUndefined()
})

it('has nothing around a page that is in no sidebar', () => {
  expect(findPagePlace('/faq', twoVersionSite)).toEqual({
    sidebar: undefined,
    trail: [],
    previous: undefined,
    next: undefined,
  })
})
