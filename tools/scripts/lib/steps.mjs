/** Runs named steps, in sequence or in lanes side by side, prints the current step, and stops at the first failure. */
import { spawn } from 'node:child_process'

/**
 * Runs a command and resolves with its exit code. Reports a signal that ended it.
 * @param options.write receives the output, which is inherited without it
 */
export function run(command, args, { write, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: write ? ['ignore', 'pipe', 'pipe'] : 'inherit', ...options })
    child.stdout?.on('data', write)
    child.stderr?.on('data', write)
    child.on('error', (error) => (options.signal?.aborted ? resolve(1) : reject(error)))
    child.on('close', (code, signal) => {
      if (signal && !options.signal?.aborted) console.error(`\n${command} was ended by ${signal}`)
      resolve(code ?? 1)
    })
  })
}

/** @param {{ name: string, run: () => Promise<number> }[]} steps */
export async function runSteps(steps) {
  const started = Date.now()
  for (const [index, step] of steps.entries()) {
    const from = Date.now()
    console.log(`\n[${index + 1}/${steps.length}] ${step.name}`)
    const code = await step.run()
    if (code !== 0) {
      console.error(`\n✗ ${step.name} failed (exit code ${code}) after ${seconds(from)}`)
      return code
    }
    console.log(`✓ ${step.name} (${seconds(from)})`)
  }
  console.log(`\nAll ${steps.length} steps passed in ${seconds(started)}`)
  return 0
}

/**
 * Runs lanes side by side. The first lane prints while it runs. The output of a step in another lane follows when the
 * step has ended. A failure ends all other lanes.
 *
 * @param {{ name: string, run: (options: { write: (data: Buffer) => void, signal: AbortSignal }) => Promise<number> }[][]} lanes
 */
export async function runLanes(lanes) {
  const started = Date.now()
  const count = lanes.flat().length
  const stop = new AbortController()
  let index = 0
  let failure = 0
  const runLane = async (lane, isLive) => {
    for (const step of lane) {
      if (failure !== 0) return
      const from = Date.now()
      console.log(`\n[${++index}/${count}] ${step.name}${isLive ? '' : ' starts'}`)
      const output = []
      const write = (data) => (isLive ? process.stdout.write(data) : output.push(data))
      const code = await step.run({ write, signal: stop.signal })
      if (failure !== 0) return
      if (!isLive) process.stdout.write(`\n${step.name}:\n${Buffer.concat(output)}`)
      if (code === 0) console.log(`✓ ${step.name} (${seconds(from)})`)
      else {
        console.error(`\n✗ ${step.name} failed (exit code ${code}) after ${seconds(from)}`)
        failure = code
        stop.abort()
      }
    }
  }
  await Promise.all(lanes.map((lane, n) => runLane(lane, n === 0)))
  if (failure === 0) console.log(`\nAll ${count} steps passed in ${seconds(started)}`)
  return failure
}

const seconds = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`
