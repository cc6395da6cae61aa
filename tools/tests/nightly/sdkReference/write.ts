/** Writes `site/src/mdx/sdkReference/symbols.jsonl`: `npm run generate -- sdk`. */
import { writeFileSync } from 'node:fs'
import { readProject, SYMBOLS_FILE, symbolLines } from './readSymbols.ts'

writeFileSync(SYMBOLS_FILE, symbolLines(await readProject()))
