/** Reliable measuring on a shared machine: processor time, in several rounds, and the median. */
import { readFileSync } from 'node:fs'

/** Microseconds of processor time of all threads per run of `work`. */
export async function costOf(runs: number, work: (n: number) => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < runs; n++) await work(n)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runs
}

/** Characters that each run of `work` writes as JSON: the same on every machine. */
export async function serializedBy(runs: number, work: (n: number) => Promise<void>): Promise<number> {
  let sum = 0
  const { stringify } = JSON
  JSON.stringify = ((...args: [unknown]) => {
    const text = stringify(...args)
    sum += text?.length ?? 0
    return text
  }) as typeof stringify
  for (let n = 0; n < runs; n++) await work(n)
  JSON.stringify = stringify
  return sum / runs
}

/** The smallest value that at most the remaining share exceeds; 0 for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Median of `one[i] / other[i]`: values measured right after each other are affected equally by other load. */
export const pairedRatio = (one: readonly number[], other: readonly number[]): number =>
  median(one.map((value, index) => value / other[index]!))

/** Linux counts in hundredths of a second, regardless of the kernel's clock (`man 5 proc`). */
const TICKS_PER_SECOND = 100

/** Usage of a process since its start, of all threads; zeros once it has ended, and on systems without `/proc`. */
export function usageOf(pid: number) {
  const read = (file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  const [stat, status] = [read('stat'), read('status')]
  // The second field is a name in parentheses with arbitrary characters; utime and stime are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024
  return {
    cpuSeconds: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND,
    peak: bytes('VmHWM'),
  }
}

export const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + usageOf(pid).cpuSeconds, 0)
