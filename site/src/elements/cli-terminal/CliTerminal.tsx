/** The command line itself, run over the page's sandbox: completion, history, and what it prints. */
import { type KeyboardEvent, useRef, useState } from 'react'
import { useSite } from '../../shell/services.ts'
import { ElementFrame, useReset } from '../kit/ElementFrame.tsx'
import { messageOf } from '../kit/results.tsx'
import { openWorkbench } from '../kit/workbench.ts'
import type { Terminal } from './terminal.ts'
import './cliTerminal.css'

const WELCOME = 'The organization of this page’s sandbox, with the key of its root user. Try:'
const FIRST_COMMANDS = [
  'whoami',
  'wallets create Savings',
  'wallets list --accounts',
  'policy --help',
  '--help',
]
/** What a session may print before its beginning is dropped. */
const MOST_CHARACTERS = 100_000

export default function CliTerminal() {
  const [key, reset] = useReset()
  return (
    <ElementFrame onReset={reset}>
      <Session key={key} />
    </ElementFrame>
  )
}

function Session() {
  const [line, setLine] = useState('')
  const [output, setOutput] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const terminal = useRef<Promise<Terminal>>(undefined)
  const history = useRef<{ readonly lines: string[]; at: number }>({ lines: [], at: 0 })
  const interruption = useRef<AbortController>(undefined)
  const log = useRef<HTMLPreElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { announce } = useSite()

  const print = (text: string) => {
    setOutput((before) => (before + text).slice(-MOST_CHARACTERS))
    requestAnimationFrame(() => log.current?.scrollTo({ top: log.current.scrollHeight }))
  }

  async function enter(typed: string) {
    if (isBusy || typed.trim() === '') return
    const { lines } = history.current
    if (lines.at(-1) !== typed) lines.push(typed)
    history.current.at = lines.length
    setLine('')
    print(`$ npx keywright ${typed.trim().replace(/^(npx\s+)?keywright\s+/, '')}\n`)
    setIsBusy(true)
    interruption.current = new AbortController()
    try {
      terminal.current ??= openSession()
      const exitCode = await (await terminal.current).type(typed, print, interruption.current.signal)
      if (exitCode !== 0) print(`exit code ${exitCode}\n`)
    } catch (error) {
      terminal.current = undefined
      print(`error: ${messageOf(error)}\n`)
    } finally {
      setIsBusy(false)
    }
  }

  function recall(step: -1 | 1) {
    const { lines, at } = history.current
    const next = Math.max(0, Math.min(lines.length, at + step))
    history.current.at = next
    setLine(lines[next] ?? '')
  }

  /** Completes what was typed; from an empty line, or where nothing fits, Tab goes on as everywhere. */
  async function completeLine() {
    const { candidatesFor, complete } = await import('./complete.ts')
    const candidates = candidatesFor(line)
    const completed = complete(line, candidates)
    setLine(completed)
    if (completed !== line || candidates.length === 0) return
    print(`${candidates.join('  ')}\n`)
    announce(candidates.slice(0, 20).join(', '))
  }

  function onKeyDown(event: KeyboardEvent) {
    const act = actionFor(event)
    if (!act) return
    event.preventDefault()
    act()
  }

  function actionFor({ key, ctrlKey, shiftKey }: KeyboardEvent): (() => void) | undefined {
    if (key === 'ArrowUp') return () => recall(-1)
    if (key === 'ArrowDown') return () => recall(1)
    if (key === 'Tab' && !shiftKey && /\S$/.test(line)) return () => void completeLine()
    if (key === 'c' && ctrlKey && isBusy) return () => interruption.current?.abort()
    return undefined
  }

  return (
    <>
      <p className="element-hint">
        {WELCOME}{' '}
        {FIRST_COMMANDS.map((command) => (
          <button
            key={command}
            type="button"
            className="button"
            onClick={() => {
              void enter(command)
              field.current?.focus()
            }}
          >
            {command}
          </button>
        ))}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre ref={log} className="cli-log" role="log" aria-label="Output" tabIndex={0}>
        {output}
      </pre>
      <form
        className="cli-line"
        onSubmit={(event) => {
          event.preventDefault()
          void enter(line)
        }}
      >
        <label htmlFor="cli-command">
          <span aria-hidden="true">$ npx keywright</span>
          <span className="visually-hidden">Command</span>
        </label>
        <input
          id="cli-command"
          ref={field}
          data-code
          value={line}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-describedby="cli-keys"
          onChange={(event) => setLine(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Running…' : 'Enter'}
        </button>
      </form>
      <p className="element-hint" id="cli-keys">
        Tab completes a word, the arrow keys bring earlier lines back, Control and C stop a command.
      </p>
    </>
  )
}

async function openSession(): Promise<Terminal> {
  const [{ openTerminal }, bench] = await Promise.all([import('./terminal.ts'), openWorkbench()])
  return openTerminal(bench)
}
