/** Writes the help of each client: see `help.ts`. */
import { writeFileSync } from 'node:fs'
import { helpFiles } from './help.ts'

for (const [file, text] of Object.entries(helpFiles())) {
  writeFileSync(new URL(`../${file}`, import.meta.url), text)
}
