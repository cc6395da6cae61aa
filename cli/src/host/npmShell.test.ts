import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endWithNpmShell } from './npmShell.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Whether a process interrupts its command after its parent has ended. */
function isInterrupted(script: string | undefined): boolean {
  const process = { env: { npm_lifecycle_script: script }, ppid: 2 }
  const interruption = new AbortController()
  endWithNpmShell(process, interruption)
  vi.advanceTimersByTime(10_000)
  expect(interruption.signal.aborted).toBe(false)
  process.ppid = 1
  vi.advanceTimersByTime(10_000)
  return interruption.signal.aborted
}

it.each([
  "'keywright'",
  'keywright',
  'keywright dev --write-env .env.root',
  '"keywright" serve --host 127.0.0.1',
  'PORT=4800 KEYWRIGHT_URL=http://h:1/p keywright dev',
  'keywright migrate && keywright serve',
  'tsx setup.ts && A=b tsc -p . && keywright dev --port 0',
])('ends with a shell that runs only the command: %s', (script) => {
  expect(isInterrupted(script)).toBe(true)
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
  'vite & true && keywright dev',
  'tsx setup.ts && keywright dev &',
  'tsx setup.ts && nohup keywright dev',
])('stays if the script may have meant it to: %j', (script) => {
  expect(isInterrupted(script)).toBe(false)
})
