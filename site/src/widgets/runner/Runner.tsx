/** An example that runs in the reader's browser, with source or editor, buttons and output. */

import { CopyButton } from '@keywright/ui'
import { Fragment, useEffect, useRef } from 'react'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { EventLine, isRejected, OutcomeLine } from './EventLine.tsx'
import { ExampleFrame } from './ExampleFrame.tsx'
import { lightLine } from './lightLine.ts'
import { Shape } from './lines.tsx'
import { RunButton } from './RunButton.tsx'
import { Shortened } from './Shortened.tsx'
import { type ExampleProps, useExample } from './useExample.ts'
import type { Run } from './useRun.ts'

const Editor = lazyPart('The editor', () => import('./Editor.tsx'))

interface RunnerProps extends ExampleProps {
  readonly title: string
  /** Commands that run it in the reader's own folder. */
  readonly local: string
  /** Content of the page until the reader edits or runs the example. */
  readonly page?: PageParts
}

/** HTML that the build rendered. */
export interface PageParts {
  readonly code: string
  readonly output: string
  readonly status: string
}

export function Runner({ title, local, page, ...rest }: RunnerProps) {
  const { original, edited, edit, change, reset, resets, run, isRunning, start, output } = useExample(rest)
  const source = <Source html={page?.code} text={original} />
  return (
    <ExampleFrame
      title={title}
      local={local}
      output={output}
      onPoint={(event) => lightLine(event, edited ?? rest.data.source)}
      actions={
        <>
          {edited === undefined ? (
            <button type="button" onClick={edit}>
              Edit
            </button>
          ) : (
            <CopyButton text={edited} what={title} />
          )}
          <RunButton
            className="run-button"
            isRunning={isRunning}
            label="Run"
            onRun={start}
            onStop={run.stop}
          />
        </>
      }
      code={
        edited === undefined ? (
          source
        ) : (
          <Editor
            key={resets}
            fallback={source}
            text={edited}
            label={`Code of ${title}`}
            onChange={change}
            onRun={start}
          />
        )
      }
      // Apart from the buttons, so that Run stays under the pointer.
      status={
        <>
          <Status run={run} recorded={page?.status ?? 'Not run yet'} />
          {edited !== undefined && (
            <button type="button" className="link-button" onClick={reset}>
              Reset
            </button>
          )}
        </>
      }
      verdict={run.outcome?.outcome === 'finished' && <Signed run={run} />}
      hasRun={run.phase !== 'idle'}
    >
      {run.phase === 'idle' ? page && <Recorded html={page.output} /> : <Output run={run} />}
    </ExampleFrame>
  )
}

/** The page's highlighted code, or plain text without a page. */
function Source({ html, text }: { readonly html: string | undefined; readonly text: string }) {
  if (html === undefined) return <pre className="example-plain">{text}</pre>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML from the build
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}

function Output({ run: { events, outcome, phase } }: { readonly run: Run }) {
  const end = useRef<HTMLLIElement>(null)
  const isFinished = outcome?.outcome === 'finished'
  // Scrolls the box, not the page: to the newest line, and to the first one after a success.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each event
  useEffect(() => {
    const box = end.current?.parentElement
    if (box) box.scrollTop = isFinished ? 0 : box.scrollHeight
  }, [events.length, phase, isFinished])
  return (
    <>
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added
        <EventLine key={index} event={event} />
      ))}
      {outcome && <OutcomeLine outcome={outcome} hasRejected={events.some(isRejected)} />}
      <li ref={end} className="run-end" aria-hidden="true" />
    </>
  )
}

/** Who signed, before the lines that prove it. */
function Signed({ run }: { readonly run: Run }) {
  const signers = run.events.flatMap((event) => (event.kind === 'result' && event.result.signer) || [])
  if (signers.length === 0) return null
  return (
    <p className="run-verdict">
      <Shape tone="good" /> Signed by{' '}
      {[...new Set(signers)].map((signer, index) => (
        <Fragment key={signer}>
          {index > 0 && ', '}
          <code>
            <Shortened text={signer} />
          </code>
        </Fragment>
      ))}
    </p>
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
