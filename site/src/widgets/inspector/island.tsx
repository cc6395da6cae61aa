/** The console for the page's sandbox, in a drawer that stays open across pages. */
import { type Connection, Inspector, type Place } from '@keywright/inspector'
import type { Sandbox, SandboxHandles } from '@keywright/sandbox'
import { hasModifier, isComposing } from '@keywright/ui/keys'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { CrashBoundary } from '../../shared/CrashBoundary.tsx'
import { ISLAND_OPEN, type IslandOpenDetail, type IslandProps } from '../../shared/island.ts'
import { useIslandPanel } from '../../shared/useIslandPanel.ts'
import { getPageSandbox } from '../sandbox/pageSandbox.ts'
import './console.css'

export const prepare = getPageSandbox

export default function ConsoleDrawer({ host, data: sandbox }: IslandProps<Sandbox>) {
  const panel = useRef<HTMLElement>(null)
  const { key, shown, chooser } = useShownHost(sandbox)
  const connection = useMemo(() => connectionTo(shown), [shown])
  const title = useId()
  const focus = useCallback(() => panel.current?.focus(), [])
  const { isOpen, close } = useIslandPanel(host, focus, findOpener)
  const { place, goTo } = usePlace(host, sandbox)
  return (
    isOpen && (
      <section
        ref={panel}
        className="console-panel"
        aria-labelledby={title}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isComposing(event.nativeEvent)) close()
        }}
      >
        <Edge panel={panel} />
        <header>
          <h2 id={title}>Sandbox console</h2>
          {chooser}
          <SandboxNotice sandbox={sandbox} />
          <button type="button" className="button" onClick={close}>
            Close
          </button>
        </header>
        <CrashBoundary host={host}>
          <Inspector key={key} connection={connection} place={place} onPlace={goTo} />
        </CrashBoundary>
      </section>
    )
  )
}

/** The line of a run opens its request, the button of the header the newest one. */
function usePlace(host: HTMLElement, sandbox: Sandbox) {
  const [place, goTo] = useState<Place>({ section: 'requests' })
  useEffect(() => {
    const open = async ({ detail }: CustomEvent<IslandOpenDetail>) => {
      const id = detail.opener.dataset.request ?? (await newestRequest(sandbox))
      goTo({ section: 'requests', ...(id !== undefined && { id }) })
    }
    host.addEventListener(ISLAND_OPEN, open as unknown as EventListener)
    return () => host.removeEventListener(ISLAND_OPEN, open as unknown as EventListener)
  }, [host, sandbox])
  return { place, goTo }
}

/** Undefined without a run. */
async function newestRequest({ latestRun }: Sandbox): Promise<string | undefined> {
  const log = await latestRun
    ?.dev<{ requests: { id: string }[] }>('GET', '/dev/requests?limit=1')
    .catch(() => undefined)
  return log?.requests[0]?.id
}

const findOpener = () => document.querySelector<HTMLElement>('.console-opener')

const STEP_PX = 40

/** The upper edge of the panel. Drag it or use the arrow keys to resize the panel. */
function Edge({ panel }: { readonly panel: RefObject<HTMLElement | null> }) {
  const [share, setShare] = useState(45)
  const resize = (height: number) => {
    const wanted = Math.round((100 * height) / innerHeight)
    setShare(Math.min(90, Math.max(20, wanted)))
  }
  useEffect(() => panel.current?.style.setProperty('block-size', `${share}dvh`), [panel, share])
  function onKeyDown(event: KeyboardEvent) {
    const up = { ArrowUp: STEP_PX, ArrowDown: -STEP_PX }[event.key]
    if (up === undefined || hasModifier(event)) return
    event.preventDefault()
    resize(panel.current!.offsetHeight + up)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an `hr` can't be a focusable splitter
    <div
      className="console-edge"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the console"
      aria-valuenow={share}
      aria-valuemin={20}
      aria-valuemax={90}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={({ button, currentTarget, pointerId }) =>
        button === 0 && currentTarget.setPointerCapture(pointerId)
      }
      // Not for a drag from elsewhere, such as a selection of text.
      onPointerMove={({ currentTarget, pointerId, clientY }) =>
        currentTarget.hasPointerCapture(pointerId) && resize(innerHeight - clientY)
      }
    />
  )
}

/** Each run has its own host. The console shows the latest run unless the reader picks the sandbox. */
function useShownHost(sandbox: Sandbox) {
  const latestRun = useSyncExternalStore(sandbox.onRun, () => sandbox.latestRun)
  const [wanted, want] = useState<'run' | 'sandbox'>('run')
  useEffect(() => {
    if (latestRun) want('run')
  }, [latestRun])
  const run = wanted === 'run' ? latestRun : undefined
  const chooser = latestRun && (
    <label>
      Show{' '}
      <select value={wanted} onChange={({ target }) => want(target.value as typeof wanted)}>
        <option value="run">the latest run</option>
        <option value="sandbox">this browser’s sandbox</option>
      </select>
    </label>
  )
  return { key: run?.number ?? 0, shown: run ?? sandbox, chooser }
}

/** Where the state is kept, if not in the usual place. */
function SandboxNotice({ sandbox }: { sandbox: Sandbox }) {
  const [notice, setNotice] = useState(sandbox.status.notice)
  useEffect(() => sandbox.onStatus((status) => setNotice(status.notice)), [sandbox])
  return notice === undefined ? null : <p role="status">{notice}</p>
}

const connectionTo = (host: SandboxHandles): Connection => ({
  isSandbox: true,
  url: host.url,
  fetch: (request) => host.fetch(request),
  listen(onEvent, onState) {
    onState(true)
    return host.onEvent(({ name }) => onEvent(name))
  },
})
