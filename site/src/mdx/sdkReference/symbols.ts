/** What the SDK packages export. `npm run generate` reads it from their types into `symbols.jsonl`, one symbol per line. */
import { readFileSync } from 'node:fs'

/** A parameter, a property, an option, or an alternative of a union. Texts are Markdown with code as its only markup. */
export interface SdkValue {
  readonly name: string
  readonly type: string
  readonly text?: string
  readonly optional?: true
  readonly default?: string
  readonly throws?: string
}

/** A function, a constructor or a method. */
export interface SdkCallable {
  readonly name: string
  readonly signature: string
  readonly text?: string
  readonly example?: string
  readonly params: readonly SdkValue[]
  /** What the returned value means. */
  readonly returns?: string
  readonly throws?: string
}

/** An exported name of an entry point. */
export interface SdkSymbol {
  /** The name to import from, such as `@keywright/client/server`. */
  readonly entry: string
  readonly kind: 'class' | 'function' | 'type' | 'constant'
  readonly name: string
  readonly text?: string
  readonly example?: string
  /** Types whose members it also has. */
  readonly extends?: readonly string[]
  /** The constructor and methods of a class or an object type; the one signature of a function. */
  readonly calls?: readonly SdkCallable[]
  /** Properties of a class, an object type or a returned object; alternatives of a union. */
  readonly values?: readonly SdkValue[]
  /** The type of a constant, or of a type that is neither an object nor a union of texts. */
  readonly type?: string
}

let symbols: readonly SdkSymbol[] | undefined

export function sdkSymbols(): readonly SdkSymbol[] {
  symbols ??= readFileSync(new URL('symbols.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SdkSymbol)
  return symbols
}
