/** From what the reader edited to what runs: TypeScript to a CommonJS body, lines kept. Loaded on the first edit. */
import { transform } from 'sucrase'
import { usesReact } from './imports.ts'

/** Where the text is no TypeScript, with line and column from 1. */
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
      // In a file with elements, `<T>value` is no assertion and `<T>() => …` no function: only where React is.
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
