/** The console over the page's sandbox, in a drawer that lives on from page to page. */
import { type Connection, Inspector } from '@keywright/inspector'
import type { Sandbox } from '@keywright/sandbox'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { getPageSandbox } from '../sandbox/pageSandbox.ts'
import { CrashBoundary } from '../shell/CrashBoundary.tsx'
import type { IslandProps } from '../shell/island.ts'
import { useIslandPanel } from '../shell/useIslandPanel.ts'
import './console.css'

export const prepare = getPageSandbox

export default function ConsoleDrawer({ host, data: sandbox }: IslandProps<Sandbox>) {
  const panel = useRef<HTMLElement>(null)
  const connection = useMemo(() => connectionTo(sandbox), [sandbox])
  const title = useId()
  const focus = useCallback(() => panel.current?.focus(), [])
  const { isOpen, close } = useIslandPanel(host, focus, () => host.querySelector<HTMLElement>('[data-opens]'))
  return (
    <>
      <ConsoleOpener />
      {isOpen && (
        <section
          ref={panel}
          className="console-panel"
          aria-labelledby={title}
          tabIndex={-1}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
        >
          <header>
            <h2 id={title}>Console of the sandbox</h2>
            <SandboxNotice sandbox={sandbox} />
            <button type="button" className="button" onClick={close}>
              Close
            </button>
          </header>
          <CrashBoundary host={host}>
            <Inspector connection={connection} />
          </CrashBoundary>
        </section>
      )}
    </>
  )
}

/** As `Document.tsx` renders it before there is a script. */
const ConsoleOpener = () => (
  <button type="button" className="button console-opener" data-opens="inspector">
    Console
  </button>
)

/** Where the state is, when that is not as usual. */
function SandboxNotice({ sandbox }: { sandbox: Sandbox }) {
  const [notice, setNotice] = useState(sandbox.status.notice)
  useEffect(() => sandbox.onStatus((status) => setNotice(status.notice)), [sandbox])
  return notice === undefined ? null : <p role="status">{notice}</p>
}

const connectionTo = (sandbox: Sandbox): Connection => ({
  url: sandbox.url,
  fetch: (request) => sandbox.fetch(request),
  listen(onEvent, onState) {
    onState(true)
    return sandbox.onEvent(({ name }) => onEvent(name))
  },
})
