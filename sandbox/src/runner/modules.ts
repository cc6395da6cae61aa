/** The fixed map of what examples may import, as the site's build has written it. */
import { importsOf } from './imports.ts'

/** `manifest.json` beside the runner's frame. Addresses are relative to it. */
export interface RunnerManifest {
  /** The first script of every run. */
  readonly prelude: string
  /** Module name → the scripts that register it and what it needs. */
  readonly modules: Readonly<Record<string, readonly string[]>>
}

export interface RunnerAssets {
  readonly frame: string
  /** Texts of the scripts that a compiled example needs, the prelude first. @throws Error for an unknown import */
  scriptsFor(compiled: string): Promise<{ prelude: string; modules: readonly string[] }>
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
      const [first, ...rest] = await Promise.all([prelude, ...new Set(paths)].map((path) => textAt(at(path))))
      return { prelude: first!, modules: rest }
    },
  }
}

const notThere = (name: string, known: readonly string[]) =>
  `\`${name}\` cannot be imported here. What can: ${known.join(', ')}.`
