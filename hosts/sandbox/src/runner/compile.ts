/** Compiles edited TypeScript to a CommonJS body with the same lines. Loaded on the first edit or error. */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { transform } from 'sucrase'
import { usesReact } from './imports.ts'
import { MAIN_START, POSITIONS } from './positions.ts'

/** A syntax error, with line and column starting at 1. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

/** @throws SourceError */
export const compile = (source: string): string => transformed(source).code

/** Replaces positions in the compiled code, as in stack traces, by those in the source. */
export function inSource(source: string, text: string): string {
  const map = new TraceMap({ ...transformed(source).sourceMap!, version: 3 })
  return text.replaceAll(POSITIONS, (_, line: string, column: string) => {
    const before = line === '1' ? MAIN_START.length : 0
    const place = { line: Number(line), column: Math.max(0, Number(column) - 1 - before) }
    const original = originalPositionFor(map, place)
    return `example.ts:${original.line ?? place.line}:${(original.column ?? place.column) + 1}`
  })
}

function transformed(source: string) {
  try {
    return transform(source, {
      // Enable JSX only with React, because it breaks `<T>value` assertions and generic arrow functions.
      transforms: ['typescript', 'imports', ...(usesReact(source) ? (['jsx'] as const) : [])],
      jsxRuntime: 'automatic',
      disableESTransforms: true,
      production: true,
      filePath: 'example.ts',
      sourceMapOptions: { compiledFilename: 'example.js' },
    })
  } catch (error) {
    const { message, loc } = error as { message: string; loc?: { line: number } }
    throw new SourceError(message.replace(/^Error transforming .*?: /, ''), loc?.line)
  }
}
