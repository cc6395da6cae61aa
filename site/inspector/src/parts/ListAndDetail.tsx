/** A searchable list next to the open item. A narrow console shows only one of them. */

import { useRovingFocus } from '@keywright/ui'
import { isComposing } from '@keywright/ui/keys'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Live } from '../live.ts'
import { DeleteAll } from './DeleteAll.tsx'
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
  /** Route that deletes all items. */
  readonly deletePath?: `/dev/${string}`
  /** Whether an item passes the filters in `tools`. */
  readonly passes?: (item: T) => boolean
}

export function ListAndDetail<T>(props: ListAndDetailProps<T>) {
  const { noun, read, items, keyOf, row, detail, openKey, onOpen, empty, tools, deletePath } = props
  const [search, setSearch] = useState('')
  const all = items ?? []
  const shown = matchesOf(search, props)
  const startOver = () => {
    read.reload()
    onOpen(undefined)
  }
  const rows = useRowFocus(shown.map(keyOf), openKey, onOpen)
  return (
    <div className="kwi-split" data-open={openKey !== undefined}>
      <div className="kwi-list">
        <search className="kwi-tools">
          <Field label={`Search ${noun}`} type="search" value={search} onChange={setSearch} />
          {tools}
          {deletePath && (
            <DeleteAll noun={noun} path={deletePath} isEmpty={all.length === 0} onDelete={startOver} />
          )}
        </search>
        <Trouble of={read} />
        {items === undefined && read.error === undefined && <p className="kwi-empty">Loading…</p>}
        {items && all.length === 0 && <Empty>{empty}</Empty>}
        <Count noun={noun} shown={shown.length} all={all.length} />
        <ul className="kwi-rows" aria-label={noun}>
          {shown.map((item) => {
            const key = keyOf(item)
            return (
              <li key={key}>
                <button
                  type="button"
                  aria-current={key === openKey ? 'true' : undefined}
                  {...rows.itemProps(key)}
                  onClick={() => rows.open(key)}
                >
                  {row(item)}
                </button>
              </li>
            )
          })}
        </ul>
      </div>
      {openKey !== undefined && (
        <DetailPane pane={rows.pane} noun={noun} onClose={rows.close}>
          {detail(
            openKey,
            all.find((item) => keyOf(item) === openKey),
          )}
        </DetailPane>
      )}
    </div>
  )
}

/** Moves the focus from a row to the details that it opens, and back. */
function useRowFocus(
  keys: readonly string[],
  openKey: string | undefined,
  onOpen: (key: string | undefined) => void,
) {
  const [stop, setStop] = useState<string | undefined>()
  const roving = useRovingFocus(keys, stop ?? openKey, setStop, 'vertical')
  const pane = useRef<HTMLElement>(null)
  const opened = useRef(false)
  useEffect(() => {
    if (openKey === undefined || !opened.current) return
    opened.current = false
    pane.current?.focus()
  }, [openKey])
  function open(key: string) {
    opened.current = true
    setStop(key)
    onOpen(key)
  }
  function close() {
    const key = openKey
    onOpen(undefined)
    // A narrow console hides the list until this frame.
    requestAnimationFrame(() => key !== undefined && keys.includes(key) && roving.focus(key))
  }
  return { itemProps: roving.itemProps, pane, open, close }
}

/** Items that pass the filters and contain every searched word. */
function matchesOf<T>(
  search: string,
  { items = [], textOf, passes = () => true }: Pick<ListAndDetailProps<T>, 'items' | 'textOf' | 'passes'>,
): readonly T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    const text = textOf(item).toLowerCase()
    return passes(item) && words.every((word) => text.includes(word))
  })
}

function Count({ noun, shown, all }: { noun: string; shown: number; all: number }) {
  if (all === 0) return null
  return (
    <p className="kwi-count" role="status">
      {shown === all ? `${all} ${all === 1 ? singularOf(noun) : noun}` : `${shown} of ${all} ${noun}`}
    </p>
  )
}

interface DetailPaneProps {
  readonly pane: RefObject<HTMLElement | null>
  readonly noun: string
  readonly onClose: () => void
  readonly children: ReactNode
}

function DetailPane({ pane, noun, onClose, children }: DetailPaneProps) {
  return (
    <section
      className="kwi-detail"
      ref={pane}
      tabIndex={-1}
      aria-label="Details"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        event.stopPropagation()
        onClose()
      }}
    >
      <button type="button" className="kwi-back" onClick={onClose}>
        <span aria-hidden="true">← </span>All {noun}
      </button>
      {children}
    </section>
  )
}

/** Works for the nouns that the console uses. */
const singularOf = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '')
