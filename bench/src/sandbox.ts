/** The sandbox: bytes that a reader loads, by action. */
import { measureSandbox, SIZE_BUDGETS } from '@keywright/sandbox/build'
import { kb, printTable } from './table.ts'

export async function benchSandbox(): Promise<void> {
  const { engine, wallet, runner, compiler, verifier } = await measureSandbox()
  printTable('sandbox, gzip', [
    { what: 'engine, up to the first call', value: kb(engine), aim: `${SIZE_BUDGETS.engine} KB` },
    { what: 'derivation, with the first new wallet', value: kb(wallet) },
    { what: 'runner', value: kb(runner), aim: `${SIZE_BUDGETS.runner} KB` },
    { what: 'compiler, on the first edit', value: kb(compiler) },
    { what: 'verifier, with the first result', value: kb(verifier) },
  ])
}
