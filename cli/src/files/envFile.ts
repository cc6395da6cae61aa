/** Settings as text: lines for a shell, or a file that programs load, such as `.env.local`. */

import type { Host } from '../host/host.ts'
import { readText, writeText } from './files.ts'

/** A setting with its line break. A quoted value can have several lines, which may look like settings. */
const SETTING =
  /^[^\S\n]*(?:export\s+)?([A-Za-z_]\w*)[^\S\n]*=[^\S\n]*(?:"(?:\\[\s\S]|[^"\\])*"|'[^']*'|`[^`]*`)?.*(?:\r?\n|$)/gm

/** Formats settings as lines to paste into a shell. */
export const exportLines = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).map(([name, value]) => `export ${name}=${value}`)

/**
 * Reads and rewrites the file, so that errors appear before anything starts.
 * @returns a function that writes settings, replacing those with the same names and keeping all else
 * @throws Failure (usage)
 */
export async function prepareEnvFile(
  host: Host,
  path: string,
): Promise<(settings: Readonly<Record<string, string>>) => Promise<void>> {
  // A device, such as standard output, has no lines to keep.
  const isNew = (await host.whyNotWritable(path)) !== 'EEXIST'
  const before = isNew ? '' : await readText(host, path)
  // Write the current content, so that a missing or read-only folder fails now.
  await writeText(host, path, before, { isPrivate: true })
  return async (settings) => {
    const text = before
      .replace(SETTING, (whole, name: string) => (Object.hasOwn(settings, name) ? '' : whole))
      .trimEnd()
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    const [lineBreak] = /\r?\n/.exec(before) ?? ['\n']
    const whole = [...(text === '' ? [] : [text]), ...lines, ''].join(lineBreak)
    await writeText(host, path, whole, { isPrivate: true })
  }
}
