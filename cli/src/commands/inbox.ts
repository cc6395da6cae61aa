/** `keywright inbox` */
import type { Letter } from '@keywright/server'
import { readSeconds, readWholeNumber } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { devJson } from '../connect/devApi.ts'
import { interruptedFailure } from '../host/untilInterrupted.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure, usageFailure } from '../output/failure.ts'

const LOOK_EVERY_MS = 250

export async function run(context: Context): Promise<Outcome> {
  const { input, host } = context
  if (input.isOn('clear')) {
    if (input.isOn('wait')) throw usageFailure('--clear and --wait cannot be combined')
    await devJson(context, 'DELETE', '/inbox')
    return { text: 'inbox cleared', json: { messages: [] } }
  }
  const stray = ['after', 'timeout'].find((flag) => input.flag(flag) !== undefined)
  if (stray !== undefined && !input.isOn('wait')) {
    throw usageFailure(`--${stray} requires --wait`, 'for example: keywright inbox --wait --timeout 60')
  }
  const filter = new URLSearchParams({
    limit: String(readWholeNumber('--limit', input.flag('limit') ?? '10', 1, 1_000)),
  })
  for (const name of ['to', 'kind']) if (input.flag(name) !== undefined) filter.set(name, input.flag(name)!)
  const look = async () =>
    (await devJson<{ messages: Letter[] }>(context, 'GET', `/inbox?${filter}`)).messages
  const messages = input.isOn('wait') ? await waitForNew() : await look()
  const text = messages.map((letter) => show(letter, context)).join('\n\n')
  return { text: text || context.style.dim('no messages'), json: { messages } }

  /** Waits for a message newer than the command, or newer than `--after`. */
  async function waitForNew(): Promise<Letter[]> {
    const timeout = input.flag('timeout') ?? '60'
    const until = host.clock() + readSeconds('--timeout', timeout)
    const last = input.flag('after') ?? (await look())[0]?.id ?? ''
    while (!host.interrupted.aborted) {
      const news = (await look()).filter(({ id }) => id > last)
      if (news.length > 0) return news
      if (host.clock() >= until) {
        throw new Failure(ExitCode.waiting, `no new message within ${timeout} s`, {
          hint: 'omit --wait to list earlier messages, or pass --after ID to include them',
        })
      }
      await host.sleep(LOOK_EVERY_MS)
    }
    throw interruptedFailure()
  }
}

const kindOf = ({ kind }: Letter) => (kind === 'mail' ? 'email' : 'SMS')

function show(letter: Letter, { style }: Context): string {
  const time = new Date(letter.receivedAt).toISOString().replace(/\.\d+/, '')
  return [
    `${style.bold(letter.id)}  ${time}  ${kindOf(letter)} to ${letter.to}`,
    ...(letter.subject === undefined ? [] : [`  ${style.bold(letter.subject)}`]),
    ...letter.text
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
  ].join('\n')
}
