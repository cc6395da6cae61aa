/** Collects the license texts of bundled packages, as required by the licenses. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param files bundled files, relative to `base` */
export function licensesOf(files: readonly string[], base: string): string {
  const folders = new Set(
    files
      .map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
      .filter((folder) => folder !== undefined)
      .filter((folder) => existsSync(join(base, folder, 'package.json'))),
  )
  return [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(base, folder, 'package.json'), 'utf8'),
      ) as { name: string; version: string; license?: string }
      const file = readdirSync(join(base, folder)).find((one) => /^(licen[cs]e|copying)(\.|$)/i.test(one))
      const text = file === undefined ? '' : `\n${readFileSync(join(base, folder, file), 'utf8').trim()}\n`
      return `${name} ${version} (${license ?? 'see its text'})\n${text}`
    })
    .sort()
    .join(`\n${'-'.repeat(72)}\n\n`)
}
