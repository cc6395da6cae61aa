/** The page's sandbox and runner, loaded on first intent to run, and prepared for the next run after each. */
import { openAssets, type RunEvent, type RunOutcome, readyRun, runExample } from '@keywright/sandbox/runner'
import { isOutdated, OUTDATED } from '../../shared/outdated.ts'
import { whyNothingSigns } from '../../shared/secureOrigin.ts'
import { startPageSandbox } from '../sandbox/pageSandbox.ts'
import { prepareExample } from './prepareExample.ts'

/** The code to run. Unedited code is compiled by the build. */
export interface Code {
  readonly source: string
  readonly compiled?: string
}

/** Prepares a run in parallel, before the click. Ignores errors, because the run reports them. */
export async function readyExample(id: string): Promise<void> {
  const compiled = prepareExample(id).then((example) => example.compiled)
  // Nothing awaits it if a context is ready.
  compiled.catch(() => undefined)
  try {
    await readyRun(compiled, assets(), startPageSandbox())
  } catch {
    // The run reports the error.
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
  // The engine loads some parts lazily. If a new build replaced them, its error doesn't say so.
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
    const sandbox = startPageSandbox()
    return await runExample({ ...code, sandbox, onEvent, signal, assets: assets(), readiesNext: true })
  } catch (error) {
    return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

/** Uses the frame URL that needs no redirect. */
const assets = () => ({
  ...openAssets('/runner/'),
  frame: new URL('/runner/frame', location.href).href,
})
