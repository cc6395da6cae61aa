/** Runs an example in its own isolated context that can reach only the sandbox. */
import type { RunHandles, RunStart } from '../page/handles.ts'
import type { SandboxWorker } from '../page/openSandbox.ts'
import { RUN_LIMITS, type RunEvent, type RunLimits, type RunOutcome } from './events.ts'
import { openAssets, type RunnerAssets } from './modules.ts'
import { MAIN_START } from './positions.ts'
import { type Realm, readyRun, takeRealm } from './standby.ts'
import { STOPPED, watch } from './watch.ts'

export interface RunOptions {
  /** The TypeScript. Without it, errors have columns of the compiled code. */
  readonly source?: string
  /** The build's output for an unedited example, to start faster. */
  readonly compiled?: string
  readonly sandbox: Pick<SandboxWorker, 'openRun' | 'readyRun'>
  /** Called in order. */
  readonly onEvent: (event: RunEvent) => void
  /** Stops the run. */
  readonly signal?: AbortSignal
  readonly limits?: Partial<RunLimits>
  /** Default: the runner at `/runner/` of the site. */
  readonly assets?: RunnerAssets
  /** Prepares a context for the next run when this one ends, so it starts faster. Default: false. */
  readonly readiesNext?: boolean
}

/** Resolves when the run has ended for any reason. Never rejects. */
export async function runExample(options: RunOptions): Promise<RunOutcome> {
  const { onEvent, signal, assets = openAssets('/runner/') } = options
  const limits = { ...RUN_LIMITS, ...options.limits }
  if (signal?.aborted) return STOPPED
  let compiled: string | undefined
  let opening: Promise<Realm> | undefined
  let sandbox: RunHandles | undefined
  try {
    compiled = options.compiled ?? (await compileSource(options.source ?? ''))
    opening = takeRealm(compiled, assets)
    // Handled where it is awaited.
    opening.catch(() => undefined)
    sandbox = options.sandbox.openRun()
    const begun = await sandbox.begin()
    if (signal?.aborted) return STOPPED
    onEvent({ kind: 'organization', organization: begun.organization })
    const { isolated, missing } = await opening
    if (signal?.aborted) return STOPPED
    const running = watch(isolated, {
      sandbox,
      onEvent,
      limits,
      signal,
      locate: (text) => locate(options.source, text),
    })
    isolated.send({
      kind: 'begin',
      scripts: [...missing, asMain(compiled)],
      env: environmentOf(sandbox.url, begun),
    })
    return await running
  } catch (error) {
    return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) }
  } finally {
    sandbox?.close()
    opening?.then(
      ({ isolated }) => isolated.end(),
      () => undefined,
    )
    // Show the outcome of this run first.
    if (options.readiesNext && compiled !== undefined)
      setTimeout(readyRun, 0, compiled, assets, options.sandbox)
  }
}

async function compileSource(source: string): Promise<string> {
  const { compile } = await import('./compile.ts')
  return compile(source)
}

/** Replaces positions in the compiled code by those in the source. */
async function locate(source: string | undefined, text: string): Promise<string> {
  if (source === undefined) return text
  const { inSource } = await import('./compile.ts')
  return inSource(source, text)
}

/** Adds no line before the code, so line numbers in errors match the example. */
const asMain = (compiled: string) => `${MAIN_START}${compiled}\n})\n//# sourceURL=example.ts`

/** The variables that `keywright dev` prints for a shell. */
const environmentOf = (
  url: string,
  { organization: { organizationId, apiKey, rootUserId }, signerPublicKey }: RunStart,
): Record<string, string> => ({
  KEYWRIGHT_BASE_URL: url,
  KEYWRIGHT_ORGANIZATION_ID: organizationId,
  KEYWRIGHT_API_PUBLIC_KEY: apiKey.publicKey,
  KEYWRIGHT_API_PRIVATE_KEY: apiKey.privateKey,
  KEYWRIGHT_SIGNER_PUBLIC_KEY: signerPublicKey,
  KEYWRIGHT_ROOT_USER_ID: rootUserId,
})
