/**
 * Prepares the context of the next run in advance: a frame with its own process, its worker and the evaluated modules.
 * It contains no reader's code and is used once.
 */
import { importsOf } from './imports.ts'
import { type Isolated, openIsolated } from './isolated.ts'
import type { RunnerAssets } from './modules.ts'

/** A context and the scripts that it contains. */
export interface Realm {
  readonly isolated: Isolated
  readonly missing: readonly string[]
}

interface Standby {
  readonly frame: string
  /** Module files that are already loaded. */
  readonly holds: ReadonlySet<string>
  readonly opening: Promise<Isolated>
}

/** How long an unused context is kept, because it occupies memory. */
const KEPT_MS = 120_000

let standby: Standby | undefined
let forgetting: ReturnType<typeof setTimeout> | undefined

/** Prepares a context for an example, if none is ready. Ignores errors, because the run will report them. */
export async function readyRun(compiled: string, assets: RunnerAssets): Promise<void> {
  const scripts = await assets.scriptsFor(compiled).catch(() => undefined)
  if (standby || !scripts) return
  const { prelude, modules } = scripts
  const opening = open(assets.frame, prelude, modules, compiled)
  const made: Standby = { frame: assets.frame, holds: new Set(modules.keys()), opening }
  standby = made
  forgetting = setTimeout(() => drop(made), KEPT_MS)
  await opening.then(
    (isolated) => {
      isolated.onCrash = () => drop(made)
    },
    () => drop(made),
  )
}

/** Takes the prepared context, or else opens a new one. @throws Error if it doesn't load */
export async function takeRealm(compiled: string, assets: RunnerAssets): Promise<Realm> {
  const { prelude, modules } = await assets.scriptsFor(compiled)
  const taken = standby
  if (taken?.frame === assets.frame) {
    standby = undefined
    clearTimeout(forgetting)
    const isolated = await taken.opening.catch(() => undefined)
    const missing = [...modules].filter(([file]) => !taken.holds.has(file)).map(([, text]) => text)
    if (isolated) return { isolated, missing }
  }
  return { isolated: await open(assets.frame, prelude, modules, compiled), missing: [] }
}

/** Joins the modules into one script to save loads. */
const open = (frame: string, prelude: string, modules: ReadonlyMap<string, string>, compiled: string) =>
  openIsolated({ frame, script: [prelude, ...modules.values()].join('\n'), ahead: importsOf(compiled) })

function drop(dropped: Standby): void {
  if (standby === dropped) {
    standby = undefined
    clearTimeout(forgetting)
  }
  dropped.opening.then(
    (isolated) => isolated.end(),
    () => undefined,
  )
}
