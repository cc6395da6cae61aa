/** Sandbox and runner of the page: brought with the first sight of a run, and ready for the next one after each. */
import type { RunEvent, RunOutcome } from '@keywright/sandbox/runner'
import { isOutdated, OUTDATED } from '../ui/outdated.ts'
import { whyNothingSigns } from '../ui/secureOrigin.ts'
import { prepareExample } from './prepareExample.ts'

/** What is run: the file as it was compiled at build, or what the reader made of it. */
export type Code = { readonly compiled: string } | { readonly source: string }

const loadParts = () =>
  Promise.all([import('../sandbox/pageSandbox.ts'), import('@keywright/sandbox/runner')])

/** Does side by side what a run of an example waits for, before it is pressed. What fails now fails again then. */
export async function readyExample(id: string): Promise<void> {
  const preparing = prepareExample(id)
  try {
    const [{ getPageSandbox }, { openAssets, readyRun }] = await loadParts()
    const opening = getPageSandbox()
    const { compiled } = await preparing
    await Promise.all([opening, readyRun(compiled, assetsBy(openAssets))])
  } catch {
    // As above.
  }
}

/** Never rejects. */
export async function runInPage(
  code: Code,
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const hindrance = whyNothingSigns()
  if (hindrance !== undefined) return { outcome: 'failed', message: hindrance }
  const outcome = await runHere(code, onEvent, signal)
  // The engine brings some of its parts with the first call that needs them, and calls their absence an error of its own.
  return outcome.outcome === 'failed' && (await isOutdated())
    ? { outcome: 'failed', message: `${OUTDATED} ${outcome.message ?? ''}`.trim() }
    : outcome
}

async function runHere(
  code: Code,
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<RunOutcome> {
  try {
    const [{ getPageSandbox }, { openAssets, runExample }] = await loadParts()
    const [sandbox, assets] = [await getPageSandbox(), assetsBy(openAssets)]
    return await runExample({ ...code, sandbox, onEvent, signal, assets, readiesNext: true })
  } catch (error) {
    return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

/** With the address of the frame that hosts answer without a redirect. */
const assetsBy = (openAssets: typeof import('@keywright/sandbox/runner').openAssets) => ({
  ...openAssets('/runner/'),
  frame: new URL('/runner/frame', location.href).href,
})
