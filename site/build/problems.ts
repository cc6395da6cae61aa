/** What a build has to complain about: collected from every phase, printed together. */

export type Severity = 'error' | 'warning'

/** One complaint with the place to look at. */
export interface Problem {
  readonly severity: Severity
  /** Path below the repository root, or the name of the thing that has no file. */
  readonly file: string
  /** Counted from 1; absent when the whole file is meant. */
  readonly line?: number | undefined
  /** One sentence, lower-case start, no full stop; author input in backticks. */
  readonly message: string
}

/** Collects problems of one file without repeating its name. */
export interface Reporter {
  error(message: string, line?: number): void
  warn(message: string, line?: number): void
}

/** A growing list of problems. */
export class ProblemList {
  readonly all: Problem[] = []

  /** A reporter whose complaints are about `file`. What was said with its line is not said again without one. */
  about(file: string): Reporter {
    const add = (severity: Severity) => (message: string, line?: number) => {
      const isSaid = line === undefined && this.in(file).some((one) => one.message === message)
      if (!isSaid) this.all.push({ severity, file, line, message })
    }
    return { error: add('error'), warn: add('warning') }
  }

  /** What there is to complain about one file. */
  in(file: string): Problem[] {
    return this.all.filter((problem) => problem.file === file)
  }

  count(severity: Severity): number {
    return this.all.filter((problem) => problem.severity === severity).length
  }
}

/**
 * All problems as text, sorted by file and line, a count last. Empty when there are none.
 *
 * @example site/content/faq.mdx:12  error    no page at `/concept/wallets`
 */
export function formatProblems(problems: readonly Problem[]): string {
  if (problems.length === 0) return ''
  const sorted = [...problems].sort(
    (a, b) =>
      a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0) || a.message.localeCompare(b.message),
  )
  const lines = sorted.map(({ file, line, severity, message }) => {
    const place = line === undefined ? file : `${file}:${line}`
    return `${place}  ${severity.padEnd(7)}  ${message}`
  })
  const errors = problems.filter((problem) => problem.severity === 'error').length
  const warnings = problems.length - errors
  return [...lines, '', `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`].join('\n')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
