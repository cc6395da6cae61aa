import { expect, it } from 'vitest'
import { isLogged } from './dev.ts'

it('logs requests unless the server is quiet, and errors always', () => {
  const logged = (level: 'info' | 'error', isQuiet: boolean) => isLogged({ level, message: 'x' }, isQuiet)
  expect(logged('info', false)).toBe(true)
  expect(logged('info', true)).toBe(false)
  expect(logged('error', true)).toBe(true)
})
