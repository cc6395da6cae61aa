/** Pairs of programs, one per party, such as a page and its server. Each party has only its own key. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXAMPLES_FOLDER } from './manifest.ts'

const FOLDER = join(EXAMPLES_FOLDER, 'parties')

export interface PartyFile {
  /** Such as `page.mjs`. */
  readonly name: string
  readonly source: string
}

/** Names of the pairs: folders under `examples/parties/`. */
export const partyNames = (): readonly string[] => readdirSync(FOLDER)

/** The programs of a pair: `page.mjs`, then `server.mjs`. */
export const readParties = (name: string): readonly PartyFile[] =>
  readdirSync(join(FOLDER, name))
    .sort()
    .map((file) => ({ name: file, source: readFileSync(join(FOLDER, name, file), 'utf8') }))
