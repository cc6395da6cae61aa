/** `keywright completions` */

import { writeCompletions } from '../arguments/completions.ts'
import type { Context, Outcome } from '../command.ts'

export async function run({ input, program: { commands, sharedFlags } }: Context): Promise<Outcome> {
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
