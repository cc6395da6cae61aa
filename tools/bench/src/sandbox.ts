/** The sandbox: bytes that a reader loads, by action. */
import { measureSandbox, SIZE_BUDGETS } from '@keywright/sandbox/build'
import { atMost, kb, printTable } from './table.ts'

const budget = (bytes: number, kilobytes: number) => atMost(bytes, kilobytes * 1024, `${kilobytes} KB`)

export async function benchSandbox(): Promise<void> {
  const { engine, wallet, runner, compiler, verifier } = await measureSandbox()
  printTable('sandbox, gzip', [
    { what: 'engine, up to the first call', value: kb(engine), ...budget(engine, SIZE_BUDGETS.engine) },
    { what: 'derivation, with the first new wallet', value: kb(wallet) },
    { what: 'runner', value: kb(runner), ...budget(runner, SIZE_BUDGETS.runner) },
    { what: 'compiler, on the first edit', value: kb(compiler) },
    { what: 'verifier, with the first result', value: kb(verifier) },
  ])
}
