/**
 * The context of the next run, made while nobody waits for it: a frame with a process of its own, its worker, and the
 * modules, evaluated. No code of a reader has ever been in it, and it is used once.
 */
import { importsOf } from './imports.ts'
import { type Isolated, openIsolated } from './isolated.ts'
import type { RunnerAssets } from './modules.ts'

/** A context, and what is still missing in it: texts of scripts. */
export interface Realm {
  readonly isolated: Isolated
  readonly missing: readonly string[]
}

interface Standby {
  readonly frame: string
  /** Files of the modules that are in it. */
  readonly holds: ReadonlySet<string>
  readonly opening: Promise<Isolated>
}

/** How long it is kept without a run: it holds memory. */
const KEPT_MS = 120_000

let standby: Standby | undefined
let forgetting: ReturnType<typeof setTimeout> | undefined

/** Readies a context for an example, if none is ready. What fails now fails again in the run, which says so. */
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

/** The context that is ready or under way, else one of its own. @throws Error when it does not come up */
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

/** One script: each one more is a load of its own. */
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
