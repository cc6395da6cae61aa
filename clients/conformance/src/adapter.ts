/** For adapters in TypeScript: `serveAdapter({ whoami: … })` reads instructions and writes answers. */
import { createInterface } from 'node:readline'
import type { Adapter, Answer, ErrorAnswer, Handlers, Verb } from './protocol.ts'

export { credentialsOf, providerOf, solanaOf } from './device.ts'
export type * from './protocol.ts'

/** Runs one instruction. Anything thrown becomes an error of the client. */
export async function carryOut(handlers: Handlers, verb: Verb, instruction: object): Promise<Answer> {
  const handler = handlers[verb] as ((instruction: object) => Promise<never>) | undefined
  if (handler === undefined) return { notOffered: true }
  try {
    return { result: await handler(instruction) }
  } catch (error) {
    return error instanceof NotOffered ? { notOffered: true } : { error: describeError(error) }
  }
}

/** Thrown by a handler for a feature that the client lacks, such as a curve. */
export class NotOffered extends Error {}

/** The members of an error that a caller sees, including its causes. */
export function describeError(error: unknown): ErrorAnswer {
  if (!(error instanceof Error)) return { code: 'UNKNOWN', message: String(error) }
  const { code = error.name, message, cause } = error as Error & { code?: unknown }
  const shown = (error as { toJSON?: () => object }).toJSON?.() ?? error
  const own = JSON.parse(
    JSON.stringify({ ...shown }, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )
  return {
    ...own,
    name: error.name,
    code: String(code),
    message,
    ...(cause === undefined ? {} : { cause: describeError(cause).message }),
  }
}

/** Answers the lines of standard input concurrently, until it ends. */
export async function serveAdapter(handlers: Handlers): Promise<void> {
  const running: Promise<void>[] = []
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, do: verb, ...instruction } = JSON.parse(line) as { id: number; do: Verb }
    const write = (answer: Answer) => void process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`)
    running.push(carryOut(handlers, verb, instruction).then(write))
  }
  await Promise.all(running)
}

export const inProcess = (handlers: Handlers): Adapter => ({
  ask: (verb, instruction) => carryOut(handlers, verb, instruction) as never,
  restart: async () => undefined,
  close: async () => undefined,
})
