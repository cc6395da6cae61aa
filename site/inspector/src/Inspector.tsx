/** The whole console: section tabs, the open section and the connection state. */

import { TabList, TabPanel, useTabs } from '@keywright/ui'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createApi } from './api.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import type { Connection, EventName } from './connection.ts'
import { type Bus, HostContext, type Place } from './live.ts'
import { Badge } from './parts/texts.tsx'
import { SECTIONS } from './sections.tsx'
import './inspector.css'
import '@keywright/ui/copyButton.css'

export interface InspectorProps {
  readonly connection: Connection
  /** The open place. Without it, the console keeps its own state. */
  readonly place?: Place
  readonly onPlace?: (place: Place) => void
}

const SECTION_TABS = SECTIONS.map(({ key, name }) => [key, name] as const)

export function Inspector({ connection, place: givenPlace, onPlace }: InspectorProps) {
  const [ownPlace, setOwnPlace] = useState<Place>({ section: SECTIONS[0].key })
  const goTo = onPlace ?? setOwnPlace
  const place = givenPlace ?? ownPlace
  const { bus, isConnected } = useNews(connection)
  const host = useMemo(
    () => ({ api: createApi(connection), bus, goTo, isSandbox: connection.isSandbox === true }),
    [connection, bus, goTo],
  )
  const section = SECTIONS.find(({ key }) => key === place.section) ?? SECTIONS[0]
  const onOpen = useCallback(
    (id: string | undefined) => goTo({ section: section.key, ...(id !== undefined && { id }) }),
    [goTo, section],
  )
  const tabs = useTabs(SECTION_TABS, section.key, (key) => goTo({ section: key }))
  const top = useRef<HTMLDivElement>(null)
  useShownTab(top, section.key)
  return (
    <HostContext value={host}>
      <div className="kwi">
        <div className="kwi-top" ref={top}>
          <TabList of={tabs} label="Sections" className="kwi-nav" />
          <p className="kwi-connection" role="status">
            {isConnected ? <Badge meaning="good">Live</Badge> : <Badge meaning="waiting">Connecting…</Badge>}
          </p>
        </div>
        <TabPanel of={tabs} className="kwi-panel">
          <CrashBoundary key={section.key} what={section.name}>
            <section.View openId={place.id} onOpen={onOpen} />
          </CrashBoundary>
        </TabPanel>
      </div>
    </HostContext>
  )
}

/** Scrolls the open section's tab into view, because a narrow console shows only three tabs. */
function useShownTab(top: RefObject<HTMLElement | null>, key: string): void {
  useEffect(() => {
    const tab = top.current?.querySelector<HTMLElement>(`[role="tab"][id$="-${key}"]`)
    const list = tab?.parentElement
    if (!tab || !list) return
    const [from, room] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
    // Scroll only the list, not the page around it.
    if (from.right > room.right || from.left < room.left) {
      list.scrollLeft += from.left - room.left - (room.width - from.width) / 2
    }
  }, [top, key])
}

/** Passes events to subscribed views. After a reconnect, notifies all of them, because anything may have changed. */
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
