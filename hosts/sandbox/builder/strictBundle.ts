/**
 * Turns bundler warnings into errors, because missing browser APIs or conflicting exports would otherwise break only in
 * the reader's browser. Ignores the bundler's hints about speed, and directives such as 'use client', which only
 * bundlers of servers read.
 */
import type { InputOptions } from 'rolldown'

export interface StrictBundle {
  readonly options: Pick<InputOptions, 'checks' | 'onLog'>
  /** @throws Error with all warnings. Call it after the build, because the bundler's threads would lose earlier errors. */
  assertNone(): void
}

export function strictBundle(): StrictBundle {
  const complaints: string[] = []
  return {
    options: {
      // Examples import the whole engine, so a module that another bundle loads lazily is static here.
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      onLog(level, log) {
        if (level === 'warn' && log.code !== 'MODULE_LEVEL_DIRECTIVE') complaints.push(log.message)
      },
    },
    assertNone() {
      if (complaints.length > 0) throw new Error(`the bundler warns:\n${complaints.join('\n')}`)
    },
  }
}
