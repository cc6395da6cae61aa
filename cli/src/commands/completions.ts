/** `keywright completions` */

import { writeCompletions } from '../arguments/completions.ts'
import type { Context, Outcome } from '../command.ts'
import { commands, sharedFlags } from '../commands.ts'

export async function run({ input }: Context): Promise<Outcome> {
  const shell = input.required('SHELL') as 'bash' | 'zsh' | 'fish'
  const { callList } = await import('@keywright/contract')
  const script = writeCompletions(
    shell,
    commands,
    sharedFlags,
    callList.map(({ name }) => name),
  )
  return { text: script, json: { shell, script } }
}
