/** Writes built files. Nothing outside the output folder is ever touched. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Empties the output folder. */
export function emptyDir(dir: string): void {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
}

/** Writes files by their path below `dir`. */
export function writeFiles(dir: string, files: Readonly<Record<string, string>>): void {
  const made = new Set<string>()
  for (const [path, text] of Object.entries(files)) {
    const target = join(dir, path)
    const folder = dirname(target)
    if (!made.has(folder)) mkdirSync(folder, { recursive: true })
    made.add(folder)
    writeFileSync(target, text)
  }
}

/** Copies a folder of static files, where there is one. */
export function copyFolder(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true })
}
