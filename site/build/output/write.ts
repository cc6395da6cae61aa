/** Writes built files. Nothing outside the output folder is ever touched. */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A folder beside `dir` that is filled first and takes its place in one move, or leaves it as it was. */
export interface StagedDir {
  readonly path: string
  /** The filled folder becomes `dir`; what `dir` held is gone. */
  swap(): void
  /** The filled folder is gone; `dir` is as it was. */
  discard(): void
}

/**
 * On the same file system as `dir`, because a move between two is no move. Each process fills a folder of its own, so that
 * two builds at once are in nobody's way: the later one stays.
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

/** What builds left that were killed: one that was killed while it swapped gives back what `dir` held. */
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

/** Copies a folder of static files, where there is one. */
export function copyFolder(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true })
}
