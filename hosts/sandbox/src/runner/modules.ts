/** The fixed map of modules that examples can import, written by the site's build. */
import { importsOf } from './imports.ts'

/** `manifest.json` next to the runner's frame. URLs are relative to it. */
export interface RunnerManifest {
  /** Module name → scripts that register the module and its dependencies. */
  readonly modules: Readonly<Record<string, readonly string[]>>
  /** Script that registers the module `FORMAT`. */
  readonly format: string
}

/** Module that formats what a program prints. Every run loads it, and no program can import it. */
export const FORMAT = 'keywright:format'

export interface RunnerAssets {
  readonly frame: string
  /** Returns the files that a compiled example needs, with their sources. @throws ImportError for an unknown import */
  scriptsFor(compiled: string): Promise<ReadonlyMap<string, string>>
}

/** An example imports an unknown module. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

const texts = new Map<string, Promise<string>>()

/** @param base URL of the runner's folder, like `/runner/` */
export function openAssets(base: string, fetch: typeof globalThis.fetch = globalThis.fetch): RunnerAssets {
  const at = (path: string) => new URL(path, new URL(base, location.href)).href

  async function textAt(address: string): Promise<string> {
    const before = texts.get(address)
    if (before) return before
    const loading = fetch(address).then((response) => {
      if (!response.ok) throw new Error(`${address} returned ${response.status}`)
      // A proxy's page, which must not be kept.
      if (response.headers.get('content-type')?.startsWith('text/html'))
        throw new Error(`${address} is not the requested file`)
      return response.text()
    })
    texts.set(address, loading)
    // Retry a failed load next time.
    loading.catch(() => texts.delete(address))
    return loading
  }

  const manifest = at('manifest.json')
  // In parallel with the example. `scriptsFor` reports an error.
  textAt(manifest).catch(() => undefined)
  return {
    frame: at('frame.html'),
    async scriptsFor(compiled) {
      const { modules, format } = JSON.parse(await textAt(manifest)) as RunnerManifest
      const paths = importsOf(compiled).flatMap((name) => {
        const scripts = Object.hasOwn(modules, name) ? modules[name] : undefined
        if (!scripts) throw new ImportError(notThere(name, Object.keys(modules)))
        return scripts
      })
      const loading = [...new Set([format, ...paths])].map(
        async (path) => [path, await textAt(at(path))] as const,
      )
      return new Map(await Promise.all(loading))
    },
  }
}

const notThere = (name: string, known: readonly string[]) =>
  `\`${name}\` can’t be imported here. Available modules: ${known.join(', ')}.`
