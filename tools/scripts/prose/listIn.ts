import { readFileSync } from 'node:fs'

/** The lines of a list beside this file, without comments and empty lines. */
export const listIn = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
