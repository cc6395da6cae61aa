import { expect, test } from 'vitest'
import { combine, damage, FIRST_TERMS, type Lab, openLab, reshare } from './lab.ts'

const using = (lab: Lab, ...places: number[]): Lab => ({
  ...lab,
  shares: lab.shares.map((share, n) => ({ ...share, isUsed: places.includes(n) })),
})

test('any three of five give the secret, two do not', async () => {
  const lab = await openLab(FIRST_TERMS)
  expect(await combine(using(lab, 4, 0, 2))).toBe(true)
  await expect(combine(using(lab, 4, 0))).rejects.toMatchObject({ code: 'SHARES_TOO_FEW' })
})

test('a damaged share is named', async () => {
  const lab = await openLab(FIRST_TERMS)
  const shares = lab.shares.map((share, n) => (n === 1 ? { ...share, text: damage(share.text) } : share))
  await expect(combine({ ...lab, shares })).rejects.toMatchObject({ code: 'SHARE_MALFORMED' })
})

test('after a re-share the old shares stay, and do not mix with the new', async () => {
  const lab = await reshare(await openLab(FIRST_TERMS), { count: 3, threshold: 2 })
  expect(lab.shares.map(({ split }) => split)).toEqual([2, 2, 2, 1, 1, 1, 1, 1])
  expect(await combine(lab)).toBe(true)
  expect(await combine(using(lab, 3, 4, 5))).toBe(true)
  await expect(combine(using(lab, 0, 3))).rejects.toMatchObject({ code: 'SHARE_SET_MISMATCH' })
})

test('only the shares of one split before stay on the table', async () => {
  const two = { count: 2, threshold: 2 }
  const lab = await reshare(await reshare(await openLab(FIRST_TERMS), two), two)
  expect(lab.shares.map(({ split }) => split)).toEqual([3, 3, 2, 2])
})
