/** The same as a program: `npx tsx conformance/src/clients/typescript.main.ts` */
import { serveAdapter } from '../adapter.ts'
import { typescript } from './typescript.ts'

await serveAdapter(typescript)
