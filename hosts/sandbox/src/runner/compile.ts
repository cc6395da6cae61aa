/** Compiles edited TypeScript to a CommonJS body with the same lines. Loaded on the first edit. */
import { transform } from 'sucrase'
import { usesReact } from './imports.ts'

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
export function compile(source: string): string {
  try {
    return transform(source, {
      // Enable JSX only with React, because it breaks `<T>value` assertions and generic arrow functions.
      transforms: ['typescript', 'imports', ...(usesReact(source) ? (['jsx'] as const) : [])],
      jsxRuntime: 'automatic',
      disableESTransforms: true,
      production: true,
    }).code
  } catch (error) {
    const { message, loc } = error as { message: string; loc?: { line: number } }
    throw new SourceError(message.replace(/^Error transforming .*?: /, ''), loc?.line)
  }
}
