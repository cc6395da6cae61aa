/** An adapter in a child process: started, driven by lines, and restarted when it hangs or exits. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { ConformanceError } from './conformanceError.ts'
import type { Adapter, Answer } from './protocol.ts'

type Child = ChildProcessByStdio<Writable, Readable, null>
type Waiting = { resolve(answer: Answer): void; reject(error: Error): void }

/** @param cwd working directory; default: the current one. Standard error is passed through. */
export function startAdapter(program: string, words: readonly string[], cwd?: string): Adapter {
  const start = () => startChild(program, words, cwd)
  let running = start()
  let lastId = 0

  async function stop(): Promise<void> {
    const { child, ended } = running
    child.stdin.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), 2_000)
    await ended
    clearTimeout(timer)
  }

  return {
    ask: (verb, instruction) =>
      new Promise((resolve, reject) => {
        if (running.child.exitCode !== null || running.child.signalCode !== null) running = start()
        const id = ++lastId
        const { child, waiting } = running
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
        child.stdin.write(`${JSON.stringify({ id, do: verb, ...instruction })}\n`)
      }),
    async restart() {
      running.child.kill('SIGKILL')
      await running.ended
      running = start()
    },
    close: stop,
  }
}

function startChild(program: string, words: readonly string[], cwd: string | undefined) {
  const waiting = new Map<number, Waiting>()
  const child: Child = spawn(program, words, {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(cwd !== undefined && { cwd }),
  })
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const ended = new Promise<void>((done) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason =
        { ENOENT: 'there is no such program', EACCES: 'it is not executable' }[`${code}`] ?? message
      fail(new ConformanceError('ADAPTER_NOT_STARTED', `\`${program}\` cannot be started: ${reason}`))
      done()
    })
    child.once('close', (code, signal) => {
      const how = signal ? `by ${signal}` : `with exit code ${code}`
      fail(new ConformanceError('ADAPTER_ENDED', `the adapter ended ${how} before it answered`))
      done()
    })
  })
  // `close` reports writes to an ended process.
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = readAnswer(line)
    if (answer === undefined) {
      fail(new ConformanceError('ADAPTER_LINE_MALFORMED', `the adapter wrote \`${line.slice(0, 200)}\``))
      return
    }
    waiting.get(answer.id)?.resolve(answer)
    waiting.delete(answer.id)
  })
  return { child, waiting, ended }
}

function readAnswer(line: string): (Answer & { readonly id: number }) | undefined {
  try {
    const answer = Object(JSON.parse(line)) as Record<string, unknown>
    const isAnswer = 'result' in answer || 'error' in answer || answer['notOffered'] === true
    return typeof answer['id'] === 'number' && isAnswer ? (answer as never) : undefined
  } catch {
    return undefined
  }
}
