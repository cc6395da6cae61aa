/** What a build says while it works: one line a phase, with its count and time. */

export interface Progress {
  /** Runs a phase; `count` words its result, such as `95 pages`. */
  phase<T>(name: string, work: () => T | Promise<T>, count?: (result: T) => string): Promise<T>
}

/** Writes to a terminal or a log. */
export function printedProgress(out: NodeJS.WriteStream = process.stdout): Progress {
  return {
    async phase(name, work, count) {
      const started = performance.now()
      const before = process.cpuUsage()
      if (out.isTTY) out.write(`  ${name} …`)
      const result = await work()
      const time = `${((performance.now() - started) / 1000).toFixed(1)} s`
      const { user, system } = process.cpuUsage(before)
      const cpu = `${((user + system) / 1e6).toFixed(2)} cpu`
      const line = `  ${name.padEnd(22)} ${(count?.(result) ?? '').padEnd(28)} ${time.padStart(7)} ${cpu}`
      out.write(out.isTTY ? `\r\u001b[2K${line}\n` : `${line}\n`)
      return result
    },
  }
}

/** Says nothing. */
export const silentProgress: Progress = {
  phase: async (_name, work) => work(),
}
