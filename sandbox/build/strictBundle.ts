/**
 * A bundle that has something to complain about is none: what a browser lacks, or a name that two modules export, breaks
 * at a reader, whom nobody hears. What the bundler says of its own speed is no complaint.
 */
import type { InputOptions } from 'rolldown'

export interface StrictBundle {
  readonly options: Pick<InputOptions, 'checks' | 'onLog'>
  /** @throws Error with every complaint; thrown at once, some would be lost in the bundler's own threads */
  assertNone(): void
}

export function strictBundle(): StrictBundle {
  const complaints: string[] = []
  return {
    options: {
      // What one bundle loads later, another that exports it has at once: the engine as examples import it, whole.
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      onLog(level, log) {
        if (level === 'warn') complaints.push(log.message)
      },
    },
    assertNone() {
      if (complaints.length > 0) throw new Error(`the bundler warns:\n${complaints.join('\n')}`)
    },
  }
}
