/** The sandbox: bytes that a reader loads, by action. */
import { measureSandbox, SIZE_AIMS } from '@keywright/sandbox/build'
import { kb, printTable } from './table.ts'

export async function benchSandbox(): Promise<void> {
  const { engine, runner, compiler, verifier } = await measureSandbox()
  printTable('sandbox, gzip', [
    { what: 'engine, up to the first signature', value: kb(engine), aim: `${SIZE_AIMS.engine} KB` },
    { what: 'runner', value: kb(runner), aim: `${SIZE_AIMS.runner} KB` },
    { what: 'compiler, on the first edit', value: kb(compiler) },
    { what: 'verifier, with the first result', value: kb(verifier) },
  ])
}
