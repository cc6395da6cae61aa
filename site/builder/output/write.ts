/** Writes built files. Never changes anything outside the output folder. */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A folder next to `dir` that replaces `dir` atomically, or not at all. */
export interface StagedDir {
  readonly path: string
  /** Replaces `dir` with this folder. */
  swap(): void
  /** Deletes this folder and leaves `dir` unchanged. */
  discard(): void
}

/**
 * Creates the folder on the same file system as `dir`, because moves between file systems aren't atomic. Each process
 * has its own folder, so parallel builds don't interfere, and the last one wins.
 */
export function stageDir(dir: string): StagedDir {
  const path = `${dir}.building-${process.pid}`
  const old = `${dir}.old-${process.pid}`
  clearLeftovers(dir)
  rmSync(path, { recursive: true, force: true })
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

/** Removes leftovers of killed builds, and restores `dir` if a build was killed during the swap. */
function clearLeftovers(dir: string): void {
  const around = dirname(dir)
  if (!existsSync(around)) return
  for (const name of readdirSync(around)) {
    const [, what, pid] = /\.(building|old)-(\d+)$/.exec(name) ?? []
    if (pid === undefined || !name.startsWith(`${basename(dir)}.${what}-`) || isRunning(Number(pid))) continue
    const left = join(around, name)
    if (what === 'old' && !existsSync(dir)) renameSync(left, dir)
    else rmSync(left, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
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

/** Copies a folder of static files, if it exists. */
export function copyFolder(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true })
}
