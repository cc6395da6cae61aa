/** The fixed map of what examples may import, as the site's build has written it. */
import { importsOf } from './imports.ts'

/** `manifest.json` beside the runner's frame. Addresses are relative to it. */
export interface RunnerManifest {
  /** The first script of every run. */
  readonly prelude: string
  /** Module name → the scripts that register it and what it needs. */
  readonly modules: Readonly<Record<string, readonly string[]>>
}

export interface RunnerScripts {
  readonly prelude: string
  /** Name of the file → its text. */
  readonly modules: ReadonlyMap<string, string>
}

export interface RunnerAssets {
  readonly frame: string
  /** The scripts that a compiled example needs. @throws ImportError for an unknown import */
  scriptsFor(compiled: string): Promise<RunnerScripts>
}

/** An example wants something that is not there. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

const texts = new Map<string, Promise<string>>()

/** @param base where the build has put the runner, like `/runner/` */
export function openAssets(base: string, fetch: typeof globalThis.fetch = globalThis.fetch): RunnerAssets {
  const at = (path: string) => new URL(path, new URL(base, location.href)).href

  async function textAt(address: string): Promise<string> {
    const before = texts.get(address)
    if (before) return before
    const loading = fetch(address).then((response) => {
      if (!response.ok) throw new Error(`${address} answered ${response.status}`)
      return response.text()
    })
    texts.set(address, loading)
    // What could not be had is asked for again.
    loading.catch(() => texts.delete(address))
    return loading
  }

  return {
    frame: at('frame.html'),
    async scriptsFor(compiled) {
      const { prelude, modules } = JSON.parse(await textAt(at('manifest.json'))) as RunnerManifest
      const paths = importsOf(compiled).flatMap((name) => {
        const scripts = Object.hasOwn(modules, name) ? modules[name] : undefined
        if (!scripts) throw new ImportError(notThere(name, Object.keys(modules)))
        return scripts
      })
      const loading = [...new Set(paths)].map(async (path) => [path, await textAt(at(path))] as const)
      const [first, ...rest] = await Promise.all([textAt(at(prelude)), ...loading])
      return { prelude: first, modules: new Map(rest) }
    },
  }
}

const notThere = (name: string, known: readonly string[]) =>
  `\`${name}\` cannot be imported here. What can: ${known.join(', ')}.`
