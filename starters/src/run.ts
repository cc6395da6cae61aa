/** The command: parses arguments, asks for a missing starter, prints the next steps. */
import { relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type Created, createApp } from './createApp.ts'
import { CreateError } from './createError.ts'
import { isStarter, STARTERS, type Starter } from './starters.ts'

export interface Surroundings {
  readonly cwd: string
  /** Whether a terminal can answer questions. */
  readonly isTerminal: boolean
  readonly say: (text: string) => void
  readonly complain: (text: string) => void
}

const LIST = Object.entries(STARTERS).map(([name, { about }]) => `  ${name.padEnd(9)}${about}`)

const HELP = `create-keywright-app FOLDER --starter NAME --packages FOLDER

${LIST.join('\n')}

  --packages  folder with our tarballs: dist/tarballs in a checkout of Keywright, after \`npm run release\``

/** @returns the exit status of the process */
export async function run(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { cwd, say, complain } = surroundings
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        starter: { type: 'string' },
        packages: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) {
      say(HELP)
      return 0
    }
    const [folder = 'keywright-app', ...rest] = positionals
    if (rest.length > 0) throw new Error(`pass one folder, not ${positionals.join(', ')}`)
    const starter = await chosen(values.starter, surroundings)
    const { packages } = values
    if (packages === undefined) throw new Error('--packages is missing: the packages are not published yet')
    say(nextSteps(await createApp({ folder, starter, packages }), cwd))
    return 0
  } catch (error) {
    // Node explains how to pass an unknown option as a folder.
    const message = (error as Error).message.replace(/\. To specify .*/s, '')
    complain(error instanceof CreateError ? message : `${message}\n\n${HELP}`)
    return 2
  }
}

async function chosen(given: string | undefined, { isTerminal }: Surroundings): Promise<Starter> {
  const names = Object.keys(STARTERS).join(', ')
  if (isStarter(given)) return given
  if (given !== undefined) throw new Error(`unknown starter \`${given}\`: choose from ${names}`)
  if (!isTerminal) throw new Error(`--starter is missing: choose from ${names}`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question(`${LIST.join('\n')}\nWhich starter? `)
    return await chosen(answer.trim(), { isTerminal: false } as Surroundings)
  } finally {
    terminal.close()
  }
}

const nextSteps = ({ folder, name }: Created, cwd: string) => `Wrote ${name}. Next:

  cd ${relative(cwd, folder) || '.'}
  npm install
  npm run keywright   # the server, for development only; leave it running

In another terminal, in the same folder:

  npm start`
