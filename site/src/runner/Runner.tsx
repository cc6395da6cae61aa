/** An example that runs in the reader's browser, with source or editor, buttons and output. */

import { CopyButton } from '@keywright/inspector/ui'
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RunnableExample } from '../sandbox/exampleFile.ts'
import { ISLAND_OPEN, type IslandOpenDetail } from '../shell/island.ts'
import { useSite } from '../shell/services.ts'
import { EventLine, OutcomeLine } from './EventLine.tsx'
import { ExampleFrame } from './ExampleFrame.tsx'
import { lightLine } from './lightLine.ts'
import { RunButton } from './RunButton.tsx'
import { shownSource } from './shownSource.ts'
import { useEdited } from './useEdited.ts'
import { type Run, useRun } from './useRun.ts'

const Editor = lazy(() => import('./Editor.tsx'))

interface RunnerProps {
  readonly title: string
  /** File below the repository's root. */
  readonly file: string
  /** Commands that run it in the reader's own folder. */
  readonly local: string
  readonly data: RunnableExample
  /** Content of the page until the reader edits or runs the example. */
  readonly page?: PageParts
  /** The element whose controls open the island. */
  readonly host?: HTMLElement
  /** Starts a run on mount. */
  readonly runsAtOnce?: boolean
}

/** HTML that the build rendered. */
export interface PageParts {
  readonly code: string
  readonly output: string
  readonly status: string
}

export function Runner({ title, file, local, data, page, host, runsAtOnce }: RunnerProps) {
  const original = shownSource(data.source)
  const { edited, open: edit, change, forget } = useEdited(file, original)
  const [resets, setResets] = useState(0)
  const run = useRun()
  const { announce } = useSite()
  const isRunning = run.phase === 'starting' || run.phase === 'running'
  const output = useHeldHeight(isRunning)

  const start = useCallback(async () => {
    announce('Running.')
    output.hold()
    const unchanged = edited === undefined || edited === original
    const outcome = await run.start(unchanged ? { compiled: data.compiled } : { source: edited })
    if (outcome) announce(outcome.outcome === 'finished' ? 'Finished.' : `${outcome.message}`)
  }, [announce, data.compiled, edited, original, output.hold, run.start])

  useEffect(() => {
    function open({ detail }: CustomEvent<IslandOpenDetail>) {
      if (detail.opener.dataset.action === 'edit') edit()
      else void start()
    }
    host?.addEventListener(ISLAND_OPEN, open as EventListener)
    return () => host?.removeEventListener(ISLAND_OPEN, open as EventListener)
  }, [host, edit, start])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (runsAtOnce) void start()
  }, [])

  function reset() {
    run.reset()
    forget()
    setResets(resets + 1)
    announce('Example reset.')
  }

  return (
    <ExampleFrame
      title={title}
      local={local}
      output={output.ref}
      onPoint={(event) => lightLine(event, edited ?? data.source)}
      actions={
        <>
          <RunButton
            className="run-button"
            isRunning={isRunning}
            label="Run"
            onRun={() => void start()}
            onStop={run.stop}
          />
          {edited === undefined ? (
            <button type="button" onClick={edit}>
              Edit
            </button>
          ) : (
            <CopyButton text={edited} what={title} />
          )}
          <button type="button" onClick={reset}>
            Reset
          </button>
        </>
      }
      code={
        edited === undefined ? (
          <Source html={page?.code} text={original} />
        ) : (
          <Suspense fallback={<Source html={page?.code} text={original} />}>
            <Editor key={resets} text={edited} label={`Code of ${title}`} onChange={change} onRun={start} />
          </Suspense>
        )
      }
      status={<Status run={run} recorded={page?.status ?? 'Not run yet'} />}
    >
      {run.phase === 'idle' ? page && <Recorded html={page.output} /> : <Output run={run} />}
    </ExampleFrame>
  )
}

/** Keeps the height of the output until a run ends, so that the page below doesn't move. */
function useHeldHeight(isRunning: boolean) {
  const ref = useRef<HTMLOListElement>(null)
  const set = useCallback((height: string) => ref.current?.style.setProperty('min-height', height), [])
  useLayoutEffect(() => {
    if (!isRunning) set('')
  }, [isRunning, set])
  return { ref, hold: useCallback(() => set(`${ref.current?.offsetHeight}px`), [set]) }
}

/** The page's highlighted code, or plain text without a page. */
function Source({ html, text }: { readonly html: string | undefined; readonly text: string }) {
  if (html === undefined) return <pre className="example-plain">{text}</pre>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML from the build
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}

function Output({ run: { events, outcome, phase } }: { readonly run: Run }) {
  const end = useRef<HTMLLIElement>(null)
  // Scrolls the box, not the page, to the newest line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each event
  useEffect(() => {
    const box = end.current?.parentElement
    if (box) box.scrollTop = box.scrollHeight
  }, [events.length, phase])
  return (
    <>
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added
        <EventLine key={index} event={event} />
      ))}
      {outcome && <OutcomeLine outcome={outcome} />}
      <li ref={end} className="run-end" aria-hidden="true" />
    </>
  )
}

function Recorded({ html }: { readonly html: string }) {
  return (
    <li className="run-recorded">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML from the build */}
      <ol dangerouslySetInnerHTML={{ __html: html }} />
    </li>
  )
}

const ENDINGS = { finished: 'Finished', failed: 'Failed', stopped: 'Stopped', 'cut off': 'Cut off' } as const

function Status({ run, recorded }: { readonly run: Run; readonly recorded: string }) {
  if (run.phase === 'idle') return <span>{recorded}</span>
  const requests = run.events.filter(({ kind }) => kind === 'request').length
  const count = `${requests} ${requests === 1 ? 'request' : 'requests'}`
  if (run.phase === 'starting') return <span>Starting the engine in this page…</span>
  if (run.phase === 'running') return <span>Running: {count}…</span>
  return (
    <span>
      {ENDINGS[run.outcome!.outcome]}: {count}, in your browser
    </span>
  )
}
