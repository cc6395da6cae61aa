/**
 * Prepares the context of the next run in advance: a frame with its own process, its worker and the evaluated modules.
 * It contains no reader's code and is used once.
 */
import type { SandboxWorker } from '../page/openSandbox.ts'
import { importsOf } from './imports.ts'
import { type Isolated, openIsolated } from './isolated.ts'
import type { RunnerAssets } from './modules.ts'

export interface Realm {
  readonly isolated: Isolated
  readonly missing: readonly string[]
}

interface Opened {
  readonly isolated: Isolated
  /** Files of the modules in it. */
  readonly holds: ReadonlyMap<string, string>
}

interface Standby {
  readonly frame: string
  readonly opening: Promise<Opened>
}

/** How long an unused context is kept, because it occupies memory. */
const KEPT_MS = 120_000

let standby: Standby | undefined
let forgetting: ReturnType<typeof setTimeout> | undefined

/** Prepares host and context for an example, if none is ready. Ignores errors, because the run will report them. */
export async function readyRun(
  compiled: string | Promise<string>,
  assets: RunnerAssets,
  sandbox: Pick<SandboxWorker, 'readyRun'>,
): Promise<void> {
  sandbox.readyRun()
  if (standby) return
  const made = open(compiled, assets)
  standby = made
  forgetting = setTimeout(() => drop(made), KEPT_MS)
  await made.opening.then(
    ({ isolated }) => {
      isolated.onCrash = () => drop(made)
    },
    () => drop(made),
  )
}

/** Takes the prepared context, or else opens a new one. @throws Error if it doesn't load */
export async function takeRealm(compiled: string, assets: RunnerAssets): Promise<Realm> {
  const scripts = await assets.scriptsFor(compiled)
  const taken = standby
  if (taken?.frame === assets.frame) {
    standby = undefined
    clearTimeout(forgetting)
    const opened = await taken.opening.catch(() => undefined)
    if (opened) {
      const missing = [...scripts].filter(([file]) => !opened.holds.has(file)).map(([, text]) => text)
      return { isolated: opened.isolated, missing }
    }
  }
  const { isolated } = await open(compiled, assets).opening
  return { isolated, missing: [] }
}

function open(compiled: string | Promise<string>, { frame, scriptsFor }: RunnerAssets): Standby {
  const opening = openIsolated(frame)
  const loading = async (): Promise<Opened> => {
    const scripts = await scriptsFor(await compiled)
    const isolated = await opening
    isolated.send({ kind: 'load', scripts: [...scripts.values()], ahead: importsOf(await compiled) })
    return { isolated, holds: scripts }
  }
  const opened = loading()
  opened.catch(() =>
    opening.then(
      ({ end }) => end(),
      () => undefined,
    ),
  )
  return { frame, opening: opened }
}

function drop(dropped: Standby): void {
  if (standby === dropped) {
    standby = undefined
    clearTimeout(forgetting)
  }
  dropped.opening.then(
    ({ isolated }) => isolated.end(),
    () => undefined,
  )
}
