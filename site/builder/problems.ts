/** Collects problems from all phases of a build. */

export type Severity = 'error' | 'warning'

/** One problem and its place. */
export interface Problem {
  readonly severity: Severity
  /** Path below the repository root, or a name for something without a file. */
  readonly file: string
  /** Starts at 1. Undefined for the whole file. */
  readonly line?: number | undefined
  /** One sentence, starting in lower case, without a period. Author input is in backticks. */
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

  /** Creates a reporter for `file`. Skips a problem without a line if it is already reported with one. */
  about(file: string): Reporter {
    const add = (severity: Severity) => (message: string, line?: number) => {
      const isSaid = line === undefined && this.in(file).some((one) => one.message === message)
      if (!isSaid) this.all.push({ severity, file, line, message })
    }
    return { error: add('error'), warn: add('warning') }
  }

  /** Problems of one file. */
  in(file: string): Problem[] {
    return this.all.filter((problem) => problem.file === file)
  }

  count(severity: Severity): number {
    return this.all.filter((problem) => problem.severity === severity).length
  }
}

/**
 * Formats all problems, sorted by file and line, with a count at the end. Empty without problems.
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
