/** Runs named steps, in sequence or in lanes side by side, prints the current step, and stops at the first failure. */
import { spawn } from 'node:child_process'

/**
 * Runs a command and resolves with its exit code. Reports a signal that ended it.
 * @param options.write receives the output, which is inherited without it
 */
export function run(command, args, { write, ...options } = {}) {
  return new Promise((resolve, reject) => {
    // Playwright stops the server that it started if it is interrupted, but not if it is terminated.
    const stdio = write ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { stdio, killSignal: 'SIGINT', ...options })
    child.stdout?.on('data', write)
    child.stderr?.on('data', write)
    if (process.env.npm_lifecycle_script) endWithShell(child)
    // An aborted program is awaited until it has stopped.
    child.on('error', (error) => options.signal?.aborted || reject(error))
    child.on('close', (code, signal) => {
      if (signal && !options.signal?.aborted) console.error(`\n${command} was ended by ${signal}`)
      resolve(code ?? 1)
    })
  })
}

/**
 * `kill` of npm ends its shell, which doesn't pass the signal on.
 * @param {import('node:child_process').ChildProcess} child
 */
function endWithShell(child) {
  const shell = process.ppid
  const watch = setInterval(() => process.ppid === shell || child.kill('SIGINT'), 250)
  watch.unref()
  child.on('close', () => clearInterval(watch))
}

/** @param {{ name: string, run: () => Promise<number> }[]} steps */
export const runSteps = (steps) => runLanes([steps])

/**
 * The steps whose first words were given, or all. Ends the process for a word that names none.
 * @param {string[]} chosen
 * @param {{ name: string }[]} steps
 * @param {{ name: string }[]} others run only if they are named
 */
export function chooseSteps(chosen, steps, others = []) {
  if (chosen.length === 0) return steps
  const firstWord = ({ name }) => name.split(/[ :]/)[0]
  const all = [...steps, ...others]
  const selected = all.filter((step) => chosen.includes(firstWord(step)))
  if (selected.length > 0) return selected
  console.error(`No step is called ${chosen.join(', ')}. Choose from: ${all.map(firstWord).join(', ')}.`)
  return process.exit(2)
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
