/** What of the site is kept on this device, and the choice to keep all of it or nothing. */
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { IslandProps } from '../shell/island.ts'
import { useSite } from '../shell/services.ts'
import { useIslandPanel } from '../shell/useIslandPanel.ts'
import { forget, openKeeper, type Progress } from './keep.ts'
import { keepWhole, pageWorld } from './keepWhole.ts'
import type { OfflineList } from './list.ts'
import './offline.css'

interface Kept {
  readonly kind: 'some' | 'all'
  readonly progress: Progress
  readonly size: OfflineList['size']
}

type State =
  | { readonly kind: 'looking' }
  | { readonly kind: 'unsupported' }
  | Kept
  | { readonly kind: 'keeping'; readonly progress: Progress }
  | { readonly kind: 'failed'; readonly message: string }

export default function OfflinePanel({ host }: IslandProps) {
  const title = useId()
  const panel = useRef<HTMLElement>(null)
  const [state, setState] = useState<State>({ kind: 'looking' })
  const running = useRef<AbortController>(null)
  const { announce } = useSite()
  const focus = useCallback(() => panel.current?.focus(), [])
  const { isOpen, close } = useIslandPanel(host, focus, () => host.querySelector<HTMLElement>('[data-opens]'))
  useEffect(() => {
    if (isOpen && !running.current) look().then(setState, (error) => setState(failed(error)))
  }, [isOpen])

  async function keep(): Promise<void> {
    const ending = new AbortController()
    running.current = ending
    try {
      // Else the browser may take it away when the device runs full.
      await navigator.storage?.persist?.()
      await keepWhole((progress) => setState({ kind: 'keeping', progress }), ending.signal)
      announce('The documentation is available offline.')
      setState(await look())
    } catch (error) {
      if (ending.signal.aborted) setState(await look())
      else setState(failed(error))
    } finally {
      running.current = null
    }
  }

  async function remove({ progress: { of }, size }: Kept): Promise<void> {
    await forget({ caches })
    // The next page begins anew.
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister()
    announce('Nothing is kept on this device.')
    setState({ kind: 'some', progress: { kept: 0, of }, size })
  }

  return (
    <>
      <button type="button" className="link-button" data-opens="offline" aria-expanded={isOpen}>
        Read offline
      </button>
      {isOpen && (
        <section ref={panel} className="offline-panel" aria-labelledby={title} tabIndex={-1}>
          <h2 id={title}>Read offline</h2>
          <p>
            Pages that you open are kept on this device and open without a network. Keep everything, and every
            page, the search, the assistant and the sandbox with its examples work without one.
          </p>
          <Shown state={state} />
          <p className="offline-actions">
            {(state.kind === 'some' || state.kind === 'failed') && (
              <button type="button" className="button" onClick={() => void keep()}>
                Make available offline{state.kind === 'some' && ` (${megabytes(state.size.loaded)})`}
              </button>
            )}
            {state.kind === 'keeping' && (
              <button type="button" className="button" onClick={() => running.current?.abort()}>
                Stop
              </button>
            )}
            {(state.kind === 'all' || state.kind === 'some') && state.progress.kept > 0 && (
              <button
                type="button"
                className="button"
                onClick={() => remove(state).catch((error) => setState(failed(error)))}
              >
                Remove from this device
              </button>
            )}
            <button type="button" className="button" onClick={close}>
              Close
            </button>
          </p>
        </section>
      )}
    </>
  )
}

function Shown({ state }: { readonly state: State }) {
  switch (state.kind) {
    case 'looking':
      return <p role="status">Looking at what is kept…</p>
    case 'unsupported':
      return <p role="status">This browser keeps nothing for sites, or not in this window.</p>
    case 'failed':
      return (
        <p role="alert">
          It was not kept: {state.message} What came until then stays, and the next try goes on there.
        </p>
      )
    case 'keeping':
      return (
        <p>
          <progress value={state.progress.kept} max={state.progress.of} aria-label="Files kept" />{' '}
          {state.progress.kept} of {state.progress.of} files
        </p>
      )
    case 'some':
      return (
        <p role="status">
          Kept: {state.progress.kept} of {state.progress.of} files. All of it takes{' '}
          {megabytes(state.size.kept)} on this device.
        </p>
      )
    case 'all':
      return (
        <p role="status">
          Available offline: {state.progress.of} files, {megabytes(state.size.kept)}. Each visit brings it up
          to date.
        </p>
      )
  }
}

async function look(): Promise<State> {
  if (!mayKeep()) return { kind: 'unsupported' }
  const keeper = await openKeeper(pageWorld())
  const kept = await keeper.count()
  const of = Object.keys(keeper.list.files).length
  return {
    kind: kept === of && (await keeper.isWanted()) ? 'all' : 'some',
    progress: { kept, of },
    size: keeper.list.size,
  }
}

/** Whether the browser gives this page both; where it forbids them, even a look throws. */
function mayKeep(): boolean {
  try {
    return Boolean(navigator.serviceWorker && caches)
  } catch {
    return false
  }
}

function failed(error: unknown): State {
  const message = error instanceof Error ? error.message : String(error)
  return { kind: 'failed', message: message.endsWith('.') ? message : `${message}.` }
}

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`
