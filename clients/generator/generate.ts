/**
 * Writes the generated files of the clients, and `vectors.json`.
 *
 *   npx tsx clients/generator/generate.ts
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeRecord } from '../../tools/scripts/lib/recordFile.ts'
import { generatedFiles } from './files.ts'
import { vectors } from './vectors.ts'

for (const [file, text] of Object.entries(generatedFiles())) {
  writeFileSync(new URL(`../${file}`, import.meta.url), text)
}
writeRecord(fileURLToPath(new URL('../vectors.json', import.meta.url)), await vectors())
