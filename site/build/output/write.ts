/** Writes built files. Nothing outside the output folder is ever touched. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A folder beside `dir` that is filled first and takes its place in one move, or leaves it as it was. */
export interface StagedDir {
  readonly path: string
  /** The filled folder becomes `dir`; what `dir` held is gone. */
  swap(): void
  /** The filled folder is gone; `dir` is as it was. */
  discard(): void
}

/** On the same file system as `dir`, because a move between two is no move. */
export function stageDir(dir: string): StagedDir {
  const path = `${dir}.building`
  const old = `${dir}.old`
  for (const left of [path, old]) rmSync(left, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
  return {
    path,
    swap() {
      if (existsSync(dir)) renameSync(dir, old)
      renameSync(path, dir)
      rmSync(old, { recursive: true, force: true })
    },
    discard: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Writes files by their path below `dir`. */
export function writeFiles(dir: string, files: Readonly<Record<string, string | Uint8Array>>): void {
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
