/** A volume of few megabytes, to run full: a tmpfs, where this machine lets us mount one. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallVolume {
  readonly folder: string
  /** Takes all that is left of it. */
  fill(): void
  /** Gives it back. */
  free(): void
  /** Whoever still works in it has it to the end. */
  unmount(): void
}

/** Says loudly what is not tested without. */
export const canMount = triesToMount()

/** @param megabytes 12 and more are enough for a server */
export function mountSmallVolume(megabytes: number): SmallVolume {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-volume-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      // In pieces of a page: nobody else finds room for one.
      const page = new Uint8Array(4_096)
      try {
        for (;;) writeSync(file, page)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
    unmount() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true })
    },
  }
}

function triesToMount(): boolean {
  try {
    mountSmallVolume(1).unmount()
    return true
  } catch {
    console.warn('NOT TESTED: databases on a volume that is full. Mounting a tmpfs takes root on Linux')
    return false
  }
}
