/** Prints the progress of a build: one line per phase with result and time. */

export interface Progress {
  /** Runs a phase. `count` describes its result, such as `95 pages`. */
  phase<T>(name: string, work: () => T | Promise<T>, count?: (result: T) => string): Promise<T>
}

export interface ProgressOptions {
  /** Adds the CPU time of all threads. */
  readonly withTimes?: boolean
  readonly out?: NodeJS.WriteStream
}

/** Writes to a terminal or a log. */
export function printedProgress({ withTimes = false, out = process.stdout }: ProgressOptions = {}): Progress {
  return {
    async phase(name, work, count) {
      const started = performance.now()
      const before = process.cpuUsage()
      if (out.isTTY) out.write(`  ${name} …`)
      const result = await work()
      const time = `${((performance.now() - started) / 1000).toFixed(1)} s`
      const cpu = withTimes ? `   ${processorTime(before)}` : ''
      const line = `  ${name.padEnd(22)} ${(count?.(result) ?? '').padEnd(28)} ${time.padStart(7)}${cpu}`
      out.write(out.isTTY ? `\r\u001b[2K${line}\n` : `${line}\n`)
      return result
    },
  }
}

/** CPU time as text, since an earlier measurement or the start of the process. */
export function processorTime(since?: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(since)
  return `${((user + system) / 1_000_000).toFixed(2)} s of processor time`
}

/** Prints nothing. */
export const silentProgress: Progress = {
  phase: async (_name, work) => work(),
}
