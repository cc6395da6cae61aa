import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endWithNpmShell } from './npmShell.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The signals that a process sends to itself after its parent has ended. */
function signals(script: string | undefined): unknown[] {
  const sent: unknown[] = []
  const process = {
    env: { npm_lifecycle_script: script },
    pid: 3,
    ppid: 2,
    kill: (...of: unknown[]) => sent.push(of),
  }
  endWithNpmShell(process as never)
  vi.advanceTimersByTime(10_000)
  expect(sent).toEqual([])
  process.ppid = 1
  vi.advanceTimersByTime(10_000)
  return sent
}

it.each([
  "'keywright'",
  'keywright',
  'keywright dev --write-env .env.root',
  '"keywright" serve --host 127.0.0.1',
  'PORT=4800 KEYWRIGHT_URL=http://h:1/p keywright dev',
])('ends with a shell that runs only the command: %s', (script) => {
  expect(signals(script)).toEqual([[3, 'SIGTERM']])
})

it.each([
  undefined,
  '',
  'another-program',
  'keywright-other dev',
  'keywright dev &',
  'keywright dev & vite',
  'nohup keywright dev',
  'keywright dev > log 2>&1 &',
  'keywright dev\nvite',
  'A=$(keywright dev)',
  'A=b; keywright dev &',
])('stays if the script may have meant it to: %j', (script) => {
  expect(signals(script)).toEqual([])
})
