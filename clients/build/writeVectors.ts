/** Writes `clients/vectors.json`. */
import { fileURLToPath } from 'node:url'
import { writeRecord } from '../../scripts/lib/recordFile.ts'
import { vectors } from './vectors.ts'

writeRecord(fileURLToPath(new URL('../vectors.json', import.meta.url)), await vectors())
