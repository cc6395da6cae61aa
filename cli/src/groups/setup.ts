/** Commands that set up this machine. */

import type { Command } from '../command.ts'
import { connectionFlags } from '../connectionFlags.ts'
import { machine } from '../machine.ts'

export const setup: readonly Command[] = [
  {
    name: 'doctor',
    summary: 'Checks versions, settings, keys, server, clock and port, and suggests fixes.',
    flags: [...connectionFlags, { name: 'port', value: 'N', summary: 'port that keywright dev will use' }],
    examples: ['keywright doctor'],
    load: machine.doctor,
  },
  {
    name: 'completions',
    summary: 'Prints a completion script for a shell.',
    arguments: [{ name: 'SHELL', summary: 'shell', choices: ['bash', 'zsh', 'fish'] }],
    examples: [
      'keywright completions bash > ~/.local/share/bash-completion/completions/keywright',
      'keywright completions zsh > ~/.zfunc/_keywright',
      'keywright completions fish > ~/.config/fish/completions/keywright.fish',
    ],
    load: () => import('../commands/completions.ts'),
  },
]
