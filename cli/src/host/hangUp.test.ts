import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { onHangUp } from './hangUp.ts'

it.each([
  ['a service reloads', false, false, 'reload'],
  ['an operator in a terminal reloads', true, true, 'reload'],
  ['a closed terminal ends the command', true, false, 'interrupt'],
])('%s', (_, before, now, expected) => {
  const process = new EventEmitter()
  const done: string[] = []
  let isTerminal = before
  onHangUp(process as NodeJS.Process, () => isTerminal, {
    reload: () => void done.push('reload'),
    interrupt: () => void done.push('interrupt'),
  })
  isTerminal = now
  process.emit('SIGHUP')
  expect(done).toEqual([expected])
})
