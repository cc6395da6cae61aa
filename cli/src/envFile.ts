/** Settings in a file that programs load, such as `.env.local`. */
import { readText, writeText } from './files.ts'
import type { Host } from './host.ts'

/**
 * Reads the file, so that what is wrong with it shows before anything starts.
 * @returns writes settings into it: lines of the same names give way, all others stay
 * @throws Failure (usage)
 */
export async function prepareEnvFile(
  host: Host,
  path: string,
): Promise<(settings: Readonly<Record<string, string>>) => Promise<void>> {
  const isNew = (await host.whyNotWritable(path)) !== 'EEXIST'
  const before = isNew ? '' : await readText(host, path)
  // With what was there, so that a folder that is missing or not ours is said now.
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
