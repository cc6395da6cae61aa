/** The same as a program: `npx tsx conformance/test/clients/typescript.main.ts` */
import { serveAdapter } from '../../src/adapter.ts'
import { typescript } from './typescript.ts'

await serveAdapter(typescript)
