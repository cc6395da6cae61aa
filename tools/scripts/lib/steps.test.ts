import { spawn, spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { run, runLanes, type Step } from './steps.mjs'

let printed = ''
beforeEach(() => {
  printed = ''
  const print = (text: unknown) => {
    printed += text
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(print)
  for (const level of ['log', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((text) => void print(`${text}\n`))
})
afterEach(() => void vi.restoreAllMocks())

const step = (name: string, run: Step['run']): Step => ({ name, run })
const passes = (name: string): Step => step(name, async () => 0)

it('prints the output of a step in another lane in one piece', async () => {
  let end = () => {}
  const ended = new Promise<void>((done) => (end = done))
  const live = step('live', async ({ write }) => {
    write(Buffer.from('one\n'))
    await ended
    write(Buffer.from('two\n'))
    return 0
  })
  const second = step('second', async ({ write }) => {
    write(Buffer.from('a'))
    write(Buffer.from('b\n'))
    return 0
  })
  const last = step('last', async () => {
    end()
    return 0
  })
  expect(await runLanes([[live], [second, last]])).toBe(0)
  expect(printed).toMatch(/one\n.*second:\nab\n✓ second.*two\n.*✓ live.*All 3 steps passed/s)
})

it('ends other lanes at the first failure, and returns its exit code', async () => {
  const hangs = step(
    'hangs',
    ({ signal }) => new Promise((done) => signal.addEventListener('abort', () => done(1))),
  )
  const fails = step('fails', async () => 3)
  expect(await runLanes([[hangs], [fails, passes('later')]])).toBe(3)
  expect(printed).toContain('✗ fails failed (exit code 3)')
  expect(printed).not.toMatch(/✓|later|hangs failed/)
})

it('interrupts the program of another lane, so that it can stop what it started', async () => {
  const program = `process.on('SIGINT', () => { console.log('stopped'); process.exit(1) })
    setInterval(() => {}, 1_000)
    console.log('started')`
  const stop = new AbortController()
  let output = ''
  const write = (data: Uint8Array) => {
    output += new TextDecoder().decode(data)
    if (output.includes('started')) stop.abort()
  }
  expect(await run(process.execPath, ['-e', program], { write, signal: stop.signal })).toBe(1)
  expect(output).toBe('started\nstopped\n')
})

it('ends a program with the shell in which npm runs it', async () => {
  const sleeping = `run(process.execPath, ['-e', 'console.log("up"); setTimeout(() => {}, 60_000)'])`
  const script = `import { run } from '${new URL('steps.mjs', import.meta.url)}'; process.exit(await ${sleeping})`
  const env = { ...process.env, npm_lifecycle_script: 'node start.mjs' }
  const line = `'${process.execPath}' --input-type=module -e "$SCRIPT"; exit $?`
  const shell = spawn('sh', ['-c', line], { env: { ...env, SCRIPT: script }, detached: true })
  onTestFinished(() => {
    // Fails if nothing is left of the group.
    spawnSync('kill', ['-9', '--', `-${shell.pid}`])
  })
  const ended = new Promise((done) => shell.stdout.once('close', done))
  await new Promise((done) => shell.stdout.once('data', done))
  shell.kill('SIGTERM')
  await ended
})
