/** Resource usage of a process, measured from outside. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export async function residentBytes(pid: number): Promise<number> {
  return Number(await ps(pid, 'rss')) * 1024
}

/** Linux counts in hundredths of a second, regardless of the kernel's clock (`man 5 proc`). */
const TICKS_PER_SECOND = 100

/** Processor time of all threads since the start. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // [[hours:]minutes:]seconds; less precise than /proc.
  if (!stat) return (await ps(pid, 'time')).split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  // The second field is a name in parentheses with arbitrary characters; utime and stime are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

async function ps(pid: number, column: string): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)])
  return stdout.trim()
}
