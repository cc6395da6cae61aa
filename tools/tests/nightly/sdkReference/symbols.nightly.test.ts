import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readProject, SYMBOLS_FILE, symbolLines } from './readSymbols.ts'

it('the reference of the SDK packages matches their types', async () => {
  expect(symbolLines(await readProject()), 'run npm run generate -- sdk').toBe(
    readFileSync(SYMBOLS_FILE, 'utf8'),
  )
})
