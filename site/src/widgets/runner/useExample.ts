/** State of an example: the reader’s edits and the current run. */

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ISLAND_OPEN, type IslandOpenDetail } from '../../shared/island.ts'
import { useSite } from '../../shared/services.ts'
import type { RunnableExample } from '../sandbox/exampleFile.ts'
import { shownSource } from './shownSource.ts'
import { useEdited } from './useEdited.ts'
import { useRun } from './useRun.ts'

export interface ExampleProps {
  /** File below the repository's root. */
  readonly file: string
  readonly data: RunnableExample
  /** The element whose controls open the island. */
  readonly host?: HTMLElement
  /** Starts a run on mount. */
  readonly runsAtOnce?: boolean
}

export function useExample({ file, data, host, runsAtOnce }: ExampleProps) {
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
    const outcome = await run.start(unchanged ? data : { source: edited })
    if (outcome) announce(outcome.outcome === 'finished' ? 'Finished.' : `${outcome.message}`)
  }, [announce, data, edited, original, output.hold, run.start])

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

  return { original, edited, edit, change, reset, resets, run, isRunning, start, output: output.ref }
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
