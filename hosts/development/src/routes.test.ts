import { expect, it } from 'vitest'
import summaries from './routes.json' with { type: 'json' }
import { ROUTES } from './routes.ts'

it('every route has a summary, and every summary a route', () => {
  expect(Object.keys(summaries)).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`))
})
