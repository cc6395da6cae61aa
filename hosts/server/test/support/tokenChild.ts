/**
 * Uses a token in a separate process, because SoftHSM reads the environment of its process, which a worker thread of a
 * test cannot change. Reads a list of tasks, `[name, settings, argument]`, from standard input and writes their results.
 */
import { text } from 'node:stream/consumers'
import { openWithToken, sealWithToken, type TokenSettings } from '../../src/serve/pkcs11.ts'
import type { RootCheck } from '../../src/serve/rootSecret.ts'

export type TokenQuestion =
  | readonly ['seal', TokenSettings, hexOfSecret: string]
  | readonly ['open', TokenSettings, RootCheck]

const questions = JSON.parse(await text(process.stdin)) as TokenQuestion[]
const answers: object[] = []
for (const question of questions) {
  answers.push(
    await answerTo(question).then(
      (answer) => ({ answer }),
      ({ code, message }: { code: string; message: string }) => ({ error: { code, message } }),
    ),
  )
}
console.log(JSON.stringify(answers))

async function answerTo([name, settings, argument]: TokenQuestion): Promise<unknown> {
  if (name === 'seal') return sealWithToken(settings, Buffer.from(argument, 'hex'))
  return Buffer.from(await openWithToken(settings, argument)).toString('hex')
}
