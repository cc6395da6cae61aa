/** In pages: what the commands that need a machine say instead. */
import type { Command } from './command.ts'
import { ExitCode } from './exitCode.ts'
import { Failure } from './failure.ts'
import type { machine as real } from './machine.ts'

const elsewhere: Command['load'] = async () => ({
  async run({ command: { name } }) {
    throw new Failure(ExitCode.usage, `${name} needs a machine of yours, and this is a page`, {
      hint: `run it in a terminal: npx keywright ${name}`,
    })
  },
})

export const machine: Readonly<Record<keyof typeof real, Command['load']>> = {
  backup: elsewhere,
  conformance: elsewhere,
  dev: elsewhere,
  doctor: elsewhere,
  exec: elsewhere,
  faults: elsewhere,
  generateHolderKey: elsewhere,
  init: elsewhere,
  journalVerify: elsewhere,
  mcp: elsewhere,
  migrate: elsewhere,
  reshare: elsewhere,
  restore: elsewhere,
  serve: elsewhere,
  unseal: elsewhere,
}
