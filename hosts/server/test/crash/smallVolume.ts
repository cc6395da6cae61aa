/** A tmpfs of a few megabytes that tests can fill up, on machines that allow mounting one. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallVolume {
  readonly folder: string
  fill(): void
  free(): void
  unmount(): void
}

/** Warns about skipped tests. */
export const canMount = triesToMount()

/** @param megabytes at least 12 for a server */
export function mountSmallVolume(megabytes: number): SmallVolume {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-volume-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      // In pages, so that no space for a page remains.
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
    console.warn('NOT TESTED: databases on a full volume. Mounting a tmpfs requires root on Linux')
    return false
  }
}
