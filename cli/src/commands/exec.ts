/** `keywright exec` */
import { startDevServer } from '@keywright/server'
import { readWholeNumber } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { developmentSettings } from '../operate/developmentSettings.ts'

export async function run({ input, host, isJson }: Context): Promise<Outcome> {
  const seed = input.flag('seed')
  const folder = await host.makeThrowAwayFolder()
  const server = await startDevServer({
    stateDir: folder.path,
    port: 0,
    ...(seed === undefined ? {} : { seed: readWholeNumber('--seed', seed, 0, Number.MAX_SAFE_INTEGER) }),
  })
  try {
    const [program = '', ...words] = input.rest()
    const exitCode = await host.runProgram(program, words, {
      env: developmentSettings(server),
      // With --json, standard output contains only the command's own document.
      isQuiet: isJson,
    })
    return { text: '', json: { exitCode }, exitCode }
  } finally {
    await server.close()
    await folder.remove()
  }
}
