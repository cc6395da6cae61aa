/** The list of calls by resource: a filter above a list with one tab stop. */

import { useRovingFocus } from '@keywright/inspector/ui'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { CallNav } from './CallNav.tsx'
import type { ListedResource } from './callIndex.ts'

export interface CallListProps {
  /** Resources with matching calls. */
  readonly resources: readonly ListedResource[]
  readonly total: number
  /** The call that the reader is reading. */
  readonly current: string | undefined
  readonly query: string
  readonly onQuery: (query: string) => void
  /** Called when the reader starts to filter. */
  readonly onOpen: () => void
}

export function CallList({ resources, total, current, query, onQuery, onOpen }: CallListProps) {
  const sheet = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const names = resources.flatMap(({ calls }) => calls.map(({ name }) => name))
  const roving = useRovingFocus(names, current, () => {}, 'vertical')
  useFollow(list, current)

  function onFieldKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') roving.focus(names[0])
    else if (event.key === 'Enter' && names[0]) {
      location.hash = names[0]
      sheet.current?.hidePopover?.()
    } else if (event.key === 'Escape' && query !== '') onQuery('')
    else return
    event.preventDefault()
  }

  function onListKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    field.current?.focus()
    event.preventDefault()
  }

  return (
    <CallNav ref={sheet}>
      <div className="reference-filter">
        <label htmlFor="reference-filter">Filter calls</label>
        <input
          ref={field}
          id="reference-filter"
          type="search"
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          onFocus={onOpen}
          onKeyDown={onFieldKey}
          placeholder="Name, field, activity type"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
        <p role="status">
          {names.length} of {total} calls
        </p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links handle the keys, this only adds a way back */}
      <div className="reference-list" ref={list} onKeyDown={onListKey}>
        {resources.map(({ title, calls }) => (
          <div key={title}>
            <p className="reference-list-title" aria-hidden="true">
              {title}
            </p>
            <ul aria-label={title}>
              {calls.map(({ name, kind }) => (
                <li key={name}>
                  <a
                    href={`#${name}`}
                    aria-current={name === current ? 'true' : undefined}
                    data-kind={kind}
                    onClick={() => sheet.current?.hidePopover?.()}
                    {...roving.itemProps(name)}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </CallNav>
  )
}

/** Scrolls the list, never the page, to keep the current call in view. */
function useFollow(list: React.RefObject<HTMLElement | null>, current: string | undefined): void {
  useEffect(() => {
    const box = list.current
    const link = current && box?.querySelector<HTMLElement>('a[aria-current]')
    // Don't scroll while the reader is navigating the list.
    if (!box || !link || box.contains(document.activeElement)) return
    const above = link.getBoundingClientRect().top - box.getBoundingClientRect().top
    if (above < 0 || above > box.clientHeight - link.offsetHeight)
      box.scrollTop += above - box.clientHeight / 3
  }, [list, current])
}
