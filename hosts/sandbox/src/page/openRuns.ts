/** The page's side of runs. Each run has its own host, and the latest stays open so that the reader can inspect it. */
import type { DevEvent } from '@keywright/devhost'
import type { Connection } from './connection.ts'
import { handlesOver, type OpenHandles, type RunHandles, type RunStart } from './handles.ts'

interface OpenRun extends RunHandles {
  hasEnded: boolean
}

export function openRuns(connection: Pick<Connection, 'fetch' | 'beginRun' | 'endRun'>) {
  const live = new Map<number, OpenHandles>()
  const listeners = new Set<() => void>()
  let count = 0
  let latest: OpenRun | undefined
  /** Prepared for the next run. */
  let next: OpenRun | undefined

  function release({ number }: OpenRun): void {
    live.delete(number)
    connection.endRun(number)
  }

  function make(): OpenRun {
    const number = ++count
    connection.beginRun(number)
    const handles = handlesOver((request) => connection.fetch(request, number))
    live.set(number, handles)
    return runOver(handles, number, (run) => {
      if (run !== latest) release(run)
    })
  }

  return {
    /** Prepares the host of the next run. */
    ready(): void {
      next ??= make()
      // The run reports the error.
      next.begin().catch(() => undefined)
    },
    /** Drops the prepared host, which a restarted worker lacks. */
    unready(): void {
      next = undefined
    },
    open(): RunHandles {
      const run = next ?? make()
      next = undefined
      if (latest?.hasEnded) release(latest)
      latest = run
      for (const listener of listeners) listener()
      return run
    },
    latest: (): RunHandles | undefined => latest,
    /** @returns a function that stops listening */
    onOpen(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Passes a host event to the listeners of its run. */
    tell: (run: number, event: DevEvent): void => live.get(run)?.tell(event),
  }
}

function runOver(handles: OpenHandles, number: number, onClose: (run: OpenRun) => void): OpenRun {
  let beginning: Promise<RunStart> | undefined
  const run: OpenRun = {
    ...handles,
    number,
    hasEnded: false,
    begin() {
      beginning ??= begin(handles)
      return beginning
    },
    close() {
      run.hasEnded = true
      onClose(run)
    },
  }
  return run
}

async function begin(host: OpenHandles): Promise<RunStart> {
  const [organization, { signerPublicKey }] = await Promise.all([
    host.createOrganization(),
    host.dev<{ signerPublicKey: string }>('GET', '/dev'),
  ])
  return { organization, signerPublicKey }
}
