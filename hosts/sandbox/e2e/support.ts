/** Runs examples in the test page. */
import type { Page } from '@playwright/test'
import type { openSandbox, Sandbox, SandboxOptions } from '../src/index.ts'
import type { RunEvent, RunLimits, RunOutcome, runExample } from '../src/runner/index.ts'

declare global {
  interface Window {
    keywright: { openSandbox: typeof openSandbox; runExample: typeof runExample }
    sandbox: Sandbox
  }
}

export interface Ran extends RunOutcome {
  readonly events: readonly RunEvent[]
  readonly lines: readonly string[]
}

export async function openPage(page: Page, options: SandboxOptions = {}): Promise<void> {
  await page.goto('/')
  await page.waitForFunction(() => 'keywright' in window)
  await page.evaluate(async (given) => {
    window.sandbox = await window.keywright.openSandbox(given)
  }, options)
}

export async function run(
  page: Page,
  code: { source?: string; compiled?: string },
  limits: Partial<RunLimits> = {},
  readiesNext = false,
): Promise<Ran> {
  const ran = await page.evaluate(
    async ([given, bounds, readies]) => {
      const events: RunEvent[] = []
      const outcome = await window.keywright.runExample({
        ...given,
        limits: bounds,
        readiesNext: readies,
        sandbox: window.sandbox,
        onEvent: (event) => events.push(event),
      })
      return { ...outcome, events }
    },
    [code, limits, readiesNext] as const,
  )
  const lines = ran.events.flatMap((event) => (event.kind === 'console' ? [event.text] : []))
  return { ...ran, lines }
}
