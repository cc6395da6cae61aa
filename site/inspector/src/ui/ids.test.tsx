// @vitest-environment happy-dom
import { useId } from 'react'
import { expect, it } from 'vitest'
import { render } from '../../test/react.ts'

const Named = () => <p id={useId()} />

it('ids are unique among the roots of a page', async () => {
  const roots = [await render(<Named />), await render(<Named />)]
  const ids = roots.map(({ host }) => host.querySelector('p')!.id)
  expect(new Set(ids).size).toBe(2)
  for (const { leave } of roots) await leave()
})
