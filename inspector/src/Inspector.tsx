/** The whole console: sections to choose from, the one that is open, and whether news come. */
import { useCallback, useEffect, useId, useMemo, useState } from 'react'
import { createApi } from './api.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import type { Connection, EventName } from './connection.ts'
import { type Bus, HostContext, type Place } from './live.ts'
import { Badge } from './parts/texts.tsx'
import { SECTIONS } from './sections.tsx'
import { useRovingFocus } from './ui/index.ts'
import './inspector.css'

export interface InspectorProps {
  readonly connection: Connection
  /** What is open; where it is left out, the console remembers by itself. */
  readonly place?: Place
  readonly onPlace?: (place: Place) => void
}

export function Inspector({ connection, place: givenPlace, onPlace }: InspectorProps) {
  const [ownPlace, setOwnPlace] = useState<Place>({ section: SECTIONS[0].key })
  const goTo = onPlace ?? setOwnPlace
  const place = givenPlace ?? ownPlace
  const { bus, isConnected } = useNews(connection)
  const host = useMemo(() => ({ api: createApi(connection), bus, goTo }), [connection, bus, goTo])
  const section = SECTIONS.find(({ key }) => key === place.section) ?? SECTIONS[0]
  const onOpen = useCallback(
    (id: string | undefined) => goTo({ section: section.key, ...(id !== undefined && { id }) }),
    [goTo, section],
  )
  const roving = useRovingFocus(
    SECTIONS.map(({ key }) => key),
    section.key,
    (key) => goTo({ section: key }),
  )
  const id = useId()
  return (
    <HostContext value={host}>
      <div className="kwi">
        <div className="kwi-top">
          <div role="tablist" aria-label="Sections" className="kwi-nav">
            {SECTIONS.map(({ key, name }) => (
              <button
                key={key}
                type="button"
                role="tab"
                id={`${id}-${key}`}
                aria-selected={key === section.key}
                aria-controls={`${id}-panel`}
                {...roving.itemProps(key)}
                onClick={() => goTo({ section: key })}
              >
                {name}
              </button>
            ))}
          </div>
          <p className="kwi-connection" role="status">
            {isConnected ? <Badge meaning="good">Live</Badge> : <Badge meaning="waiting">Connecting …</Badge>}
          </p>
        </div>
        <div
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${section.key}`}
          className="kwi-panel"
        >
          <CrashBoundary key={section.key} what={section.name}>
            <section.View openId={place.id} onOpen={onOpen} />
          </CrashBoundary>
        </div>
      </div>
    </HostContext>
  )
}

/** Hands events on to whoever shows what they are about. After an interruption, everything may have changed. */
function useNews(connection: Connection): { bus: Bus; isConnected: boolean } {
  const [isConnected, setConnected] = useState(false)
  const [listeners] = useState(() => new Set<(name: EventName | undefined) => void>())
  useEffect(() => {
    let wasConnected = false
    return connection.listen(
      (name) => {
        for (const listener of listeners) listener(name)
      },
      (isNow) => {
        setConnected(isNow)
        if (isNow && wasConnected) for (const listener of listeners) listener(undefined)
        wasConnected ||= isNow
      },
    )
  }, [connection, listeners])
  const bus = useMemo<Bus>(
    () => ({
      on(names, changed) {
        const listener = (name: EventName | undefined) => {
          if (name === undefined || names.includes(name)) changed()
        }
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }),
    [listeners],
  )
  return { bus, isConnected }
}
