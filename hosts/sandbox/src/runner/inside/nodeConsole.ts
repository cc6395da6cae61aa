/** A console that prints what Node's prints. */
import type { ConsoleLevel } from '../messages.ts'

type Print = (level: ConsoleLevel, text: string) => void

export type Formats = typeof import('./format.ts')

/** @returns methods of the console, and functions that write parts of lines, like those of `process.stdout` */
export function createConsole({ format, formatTable, inspect }: Formats, print: Print) {
  let indentation = ''
  const counts = new Map<string, number>()
  const starts = new Map<string, number>()
  /** Text written without a line break. The next entry continues it. */
  const begun = { stdout: '', stderr: '' }

  function say(level: ConsoleLevel, text: string): void {
    const stream = level === 'error' || level === 'warn' ? 'stderr' : 'stdout'
    const indented = indentation + text.replaceAll('\n', `\n${indentation}`)
    print(level, begun[stream] + indented)
    begun[stream] = ''
  }
  const sayer =
    (level: ConsoleLevel) =>
    (...values: unknown[]) =>
      say(level, format(values))
  const write = (stream: 'stdout' | 'stderr', level: ConsoleLevel) => (text: string) => {
    const lines = (begun[stream] + text).split('\n')
    begun[stream] = lines.pop()!
    for (const line of lines) print(level, line)
  }
  function group(...values: unknown[]): void {
    if (values.length > 0) say('log', format(values))
    indentation += '  '
  }
  function timeLog(label = 'default', ...values: unknown[]): void {
    const start = starts.get(label)
    if (start !== undefined)
      say('log', format([`${label}: ${(performance.now() - start).toFixed(3)}ms`, ...values]))
  }

  const methods = {
    debug: sayer('debug'),
    error: sayer('error'),
    info: sayer('info'),
    log: sayer('log'),
    warn: sayer('warn'),
    dir: (value: unknown, options?: object) => say('log', inspect(value, options)),
    dirxml: sayer('log'),
    table: (value: unknown, columns?: readonly string[]) => say('log', formatTable(value, columns)),
    trace: (...values: unknown[]) => say('error', `Trace: ${format(values)}${stackOfCaller()}`),
    assert: (holds: unknown, ...values: unknown[]) => {
      if (!holds) say('warn', values.length > 0 ? `Assertion failed: ${format(values)}` : 'Assertion failed')
    },
    group,
    groupCollapsed: group,
    groupEnd: () => {
      indentation = indentation.slice(2)
    },
    time: (label = 'default') => void starts.set(label, performance.now()),
    timeLog,
    timeEnd: (label = 'default') => {
      timeLog(label)
      starts.delete(label)
    },
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1)
      say('log', `${label}: ${counts.get(label)}`)
    },
    countReset: (label = 'default') => void counts.delete(label),
    clear: () => undefined,
  }
  return {
    methods,
    write: { stdout: write('stdout', 'log'), stderr: write('stderr', 'error') },
    /** Prints lines that have no end yet. */
    flush(): void {
      if (begun.stdout) write('stdout', 'log')('\n')
      if (begun.stderr) write('stderr', 'error')('\n')
    },
  }
}

const stackOfCaller = () => `\n${(new Error().stack ?? '').split('\n').slice(3).join('\n')}`
