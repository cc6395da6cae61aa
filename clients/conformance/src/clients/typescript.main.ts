/** The same as a program: `npx tsx clients/conformance/src/clients/typescript.main.ts` */
import { serveAdapter } from '../adapter.ts'
import { typescript } from './typescript.ts'

await serveAdapter(typescript)
