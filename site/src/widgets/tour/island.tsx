/** The live tour of the home page: runs one program with four steps in the reader's browser. */
import { useCallback, useEffect, useState } from 'react'
import { ISLAND_OPEN, type IslandOpenDetail, type IslandProps } from '../../shared/island.ts'
import { useSite } from '../../shared/services.ts'
import { prepareExample } from '../runner/prepareExample.ts'
import { RunButton } from '../runner/RunButton.tsx'
import { readyExample } from '../runner/runInPage.ts'
import { useRun } from '../runner/useRun.ts'
import type { RunnableExample } from '../sandbox/exampleFile.ts'
import { requestsOf, stepsOf, TOUR } from './steps.ts'
import { RUN, TourFrame } from './TourFrame.tsx'

export const ahead = (): Promise<void> => readyExample(TOUR)

export function prepare(): Promise<RunnableExample> {
  void ahead()
  return prepareExample(TOUR)
}

export default function TourIsland({ host, data }: IslandProps<RunnableExample>) {
  const run = useRun()
  const { announce } = useSite()
  const [runs, setRuns] = useState(0)
  const isRunning = run.phase === 'starting' || run.phase === 'running'

  const start = useCallback(async () => {
    setRuns((count) => count + 1)
    announce('Running.')
    const outcome = await run.start(data)
    if (outcome) announce(outcome.outcome === 'finished' ? ENDED : `${outcome.message}`)
  }, [announce, data, run.start])

  useEffect(() => {
    const open = ({ detail }: CustomEvent<IslandOpenDetail>) => {
      void start()
      if (host.contains(detail.opener)) return
      // The link's own navigation takes the focus first.
      requestAnimationFrame(() =>
        host.querySelector<HTMLElement>('.tour-run')?.focus({ preventScroll: true }),
      )
    }
    host.addEventListener(ISLAND_OPEN, open as EventListener)
    return () => host.removeEventListener(ISLAND_OPEN, open as EventListener)
  }, [host, start])

  const requests = requestsOf(run.events)
  const count = `${requests.length} ${requests.length === 1 ? 'request' : 'requests'}`
  const status =
    run.phase === 'starting'
      ? 'Starting the engine in this page…'
      : isRunning
        ? `Running: ${count}…`
        : run.outcome?.outcome === 'finished'
          ? ENDED
          : (run.outcome?.message ?? '')
  return (
    <TourFrame
      button={
        <RunButton
          className="tour-run"
          isRunning={isRunning}
          label={runs > 0 ? 'Run again' : RUN}
          onRun={() => void start()}
          onStop={run.stop}
        />
      }
      status={status}
      isVerified={run.outcome?.outcome === 'finished'}
      steps={stepsOf(requests, true)}
    />
  )
}

const ENDED =
  'Done: eight signed requests, handled by the engine in your browser. This page verified both signatures.'
