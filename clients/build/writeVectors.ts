/** Writes `clients/vectors.json`. */
import { writeFileSync } from 'node:fs'
import { vectors } from './vectors.ts'

const text = `${JSON.stringify(await vectors(), null, 2)}\n`
writeFileSync(new URL('../vectors.json', import.meta.url), text)
