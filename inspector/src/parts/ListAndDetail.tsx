/** A searchable list next to the open item. A narrow console shows only one of them. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Live } from '../live.ts'
import { useRovingFocus } from '../ui/index.ts'
import { Empty, Field, Trouble } from './texts.tsx'

export interface ListAndDetailProps<T> {
  /** Plural noun for the items, such as `requests`. */
  readonly noun: string
  readonly read: Pick<Live<unknown>, 'error' | 'reload'>
  /** Undefined until they are read. */
  readonly items: readonly T[] | undefined
  readonly keyOf: (item: T) => string
  /** The text to search. */
  readonly textOf: (item: T) => string
  readonly row: (item: T) => ReactNode
  readonly detail: (key: string, item: T | undefined) => ReactNode
  readonly openKey: string | undefined
  readonly onOpen: (key: string | undefined) => void
  /** Shown if the list is empty. */
  readonly empty: ReactNode
  /** Filters and buttons next to the search field. */
  readonly tools?: ReactNode
  /** Whether an item passes the filters in `tools`. */
  readonly passes?: (item: T) => boolean
}

export function ListAndDetail<T>(props: ListAndDetailProps<T>) {
  const { noun, read, items, keyOf, textOf, row, detail, openKey, onOpen, empty, tools, passes } = props
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const all = items ?? []
  const shown = all.filter((item) => {
    const text = textOf(item).toLowerCase()
    return (passes?.(item) ?? true) && words.every((word) => text.includes(word))
  })
  const keys = shown.map(keyOf)
  const [stop, setStop] = useState<string | undefined>()
  const roving = useRovingFocus(keys, stop ?? openKey, setStop, 'vertical')
  const pane = useRef<HTMLElement>(null)
  const opened = useRef(false)
  useEffect(() => {
    if (openKey === undefined || !opened.current) return
    opened.current = false
    pane.current?.focus()
  }, [openKey])

  const close = () => {
    const key = openKey
    onOpen(undefined)
    // A narrow console hides the list until this frame.
    requestAnimationFrame(() => key !== undefined && keys.includes(key) && roving.focus(key))
  }
  return (
    <div className="kwi-split" data-open={openKey !== undefined}>
      <div className="kwi-list">
        <search className="kwi-tools">
          <Field label={`Search ${noun}`} type="search" value={search} onChange={setSearch} />
          {tools}
        </search>
        <Trouble of={read} />
        {items === undefined && read.error === undefined && <p className="kwi-empty">Loading…</p>}
        {items && all.length === 0 && <Empty>{empty}</Empty>}
        {all.length > 0 && (
          <p className="kwi-count" role="status">
            {shown.length === all.length
              ? `${all.length} ${all.length === 1 ? singularOf(noun) : noun}`
              : `${shown.length} of ${all.length} ${noun}`}
          </p>
        )}
        <ul className="kwi-rows" aria-label={noun}>
          {shown.map((item) => {
            const key = keyOf(item)
            const itemProps = roving.itemProps(key)
            return (
              <li key={key}>
                <button
                  type="button"
                  aria-current={key === openKey ? 'true' : undefined}
                  {...itemProps}
                  onClick={() => {
                    opened.current = true
                    setStop(key)
                    onOpen(key)
                  }}
                >
                  {row(item)}
                </button>
              </li>
            )
          })}
        </ul>
      </div>
      {openKey !== undefined && (
        <section
          className="kwi-detail"
          ref={pane}
          tabIndex={-1}
          aria-label="Details"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            close()
          }}
        >
          <button type="button" className="kwi-back" onClick={close}>
            <span aria-hidden="true">← </span>All {noun}
          </button>
          {detail(
            openKey,
            all.find((item) => keyOf(item) === openKey),
          )}
        </section>
      )}
    </div>
  )
}

/** Works for the nouns that the console uses. */
const singularOf = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '')
