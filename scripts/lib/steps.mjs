/** Runs named steps in sequence, prints the current step, and stops at the first failure. */
import { spawn } from 'node:child_process'

/** Runs a command with inherited output and resolves with its exit code. Reports a signal that ended it. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (signal) console.error(`\n${command} was ended by ${signal}`)
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

const seconds = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`
