/** Writes settings to a file that programs load, such as `.env.local`. */
import { readText, writeText } from './files.ts'
import type { Host } from './host.ts'

/**
 * Reads and rewrites the file, so that errors appear before anything starts.
 * @returns a function that writes settings, replacing lines with the same names and keeping all others
 * @throws Failure (usage)
 */
export async function prepareEnvFile(
  host: Host,
  path: string,
): Promise<(settings: Readonly<Record<string, string>>) => Promise<void>> {
  const isNew = (await host.whyNotWritable(path)) !== 'EEXIST'
  const before = isNew ? '' : await readText(host, path)
  // Write the current content, so that a missing or read-only folder fails now.
  await writeText(host, path, before, { isPrivate: true })
  return async (settings) => {
    const isOurs = (line: string) => {
      const name = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1]
      return name !== undefined && Object.hasOwn(settings, name)
    }
    const kept = before.split('\n').filter((line) => !isOurs(line))
    const text = kept.join('\n').trimEnd()
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    await writeText(host, path, `${text === '' ? '' : `${text}\n`}${lines.join('\n')}\n`, { isPrivate: true })
  }
}
