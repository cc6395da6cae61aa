/** The whole reference: the list of calls, the calls themselves, and what they share. */
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { mayPrefetch } from '../client/prefetchPolicy.ts'
import { Call } from './Call.tsx'
import { CallList } from './CallList.tsx'
import { type CallIndex, callsOf, type IndexedGroup } from './callIndex.ts'
import { findCalls } from './findCalls.ts'
import type { Target } from './hash.ts'
import type { Parts } from './loadParts.ts'
import { MissingPart } from './MissingPart.tsx'
import { SHARED_PART } from './parts.ts'
import { Shared } from './Shared.tsx'
import { usePart } from './usePart.ts'
import { type ShownCalls, useShownCalls } from './useShownCalls.ts'
import { TargetContext, useInView, useTarget } from './useTarget.ts'

interface ReferenceProps {
  readonly index: CallIndex
  readonly parts: Parts
}

export function Reference({ index, parts }: ReferenceProps) {
  const { groups } = index
  const [query, setQuery] = useState('')
  const calls = useMemo(() => callsOf(index), [index])
  const found = useMemo(() => findCalls(calls, query), [calls, query])
  const shown = useShownCalls(() => firstCalls(groups))
  const target = useTarget(index)
  const resources = useMemo(
    () =>
      groups
        .flatMap((group) => group.resources)
        .map((one) => ({ ...one, calls: one.calls.filter(({ name }) => found.has(name)) }))
        .filter(({ calls }) => calls.length > 0),
    [groups, found],
  )
  // The list answers each key at once; the calls follow as soon as there is time.
  const foundLater = useDeferredValue(found)
  const [followed, setFollowed] = useState(target)
  // A link to what the filter hides leads there all the same.
  if (target !== followed) {
    setFollowed(target)
    if (target && !isAmong(found, target, calls.length)) setQuery('')
  }
  useInView(target, index, parts, isAmong(foundLater, target, calls.length))
  // It stands below everything, and comes after everything but a link to it.
  const isSharedDue = useDeferredValue(true, target !== undefined && target.call === undefined)
  // The list and the calls in sight come first; a reader who stands further down or comes by a link gets all at once.
  const [isAtTop] = useState(() => target === undefined && scrollY < innerHeight)
  const areAllDue = useDeferredValue(true, !isAtTop)
  useRest(index, parts, areAllDue)
  return (
    <TargetContext value={target}>
      <CallList
        resources={resources}
        total={calls.length}
        current={shown.current}
        query={query}
        onQuery={setQuery}
      />
      <div className="reference-calls">
        <Calls
          groups={areAllDue ? groups : firstGroups(groups)}
          found={foundLater}
          parts={parts}
          near={shown.near}
          watch={shown.watch}
          targetCall={target?.call}
          targetType={target?.type}
        />
        {foundLater.size === 0 && <p>No call says that. Fewer letters find more.</p>}
        {areAllDue && isSharedDue && foundLater.size === calls.length && <SharedPart parts={parts} />}
      </div>
    </TargetContext>
  )
}

/** Whether a place is shown beside the calls that were found; what calls share is, where none is left out. */
const isAmong = (found: ReadonlySet<string>, target: Target | undefined, total: number): boolean =>
  target?.call === undefined ? found.size === total : found.has(target.call)

/** The call in sight of a reader who begins at the top: filled in later it would push the next one down. */
const FILLED_AT_FIRST = 1
/** With one filled, whose fields and answer alone are higher than a window, the next stands below it. */
const SHOWN_AT_FIRST = 2

const firstGroups = ([first]: readonly IndexedGroup[]): IndexedGroup[] => {
  const [resource] = first?.resources ?? []
  return first && resource
    ? [{ ...first, resources: [{ ...resource, calls: resource.calls.slice(0, SHOWN_AT_FIRST) }] }]
    : []
}

const firstCalls = (groups: readonly IndexedGroup[]): string[] =>
  firstGroups(groups)
    .flatMap(({ resources }) => resources.flatMap(({ calls }) => calls))
    .slice(0, FILLED_AT_FIRST)
    .map(({ name }) => name)

interface CallsProps extends Pick<ShownCalls, 'near' | 'watch'> {
  readonly groups: readonly IndexedGroup[]
  readonly found: ReadonlySet<string>
  readonly parts: Parts
  readonly targetCall: string | undefined
  readonly targetType: string | undefined
}

/** Calls that are not found are hidden, not taken away: finding them again costs nothing. */
const Calls = memo(function Calls(props: CallsProps) {
  const { groups, found, parts, near, watch, targetCall, targetType } = props
  return groups.map(({ title, anchor, resources }) => {
    const isFound = resources.some(({ calls }) => calls.some(({ name }) => found.has(name)))
    return (
      <section key={anchor} aria-labelledby={anchor} hidden={!isFound}>
        <h2 id={anchor}>{title}</h2>
        {resources.flatMap(({ part, calls }) =>
          calls.map((call) => (
            <div key={call.name} hidden={!found.has(call.name)}>
              <Call
                call={call}
                part={part}
                parts={parts}
                isFilled={near.has(call.name) || call.name === targetCall}
                type={call.name === targetCall ? targetType : undefined}
                watch={watch}
              />
            </div>
          )),
        )}
      </section>
    )
  })
})

function SharedPart({ parts }: Pick<ReferenceProps, 'parts'>) {
  const state = usePart(parts, SHARED_PART, true)
  if (state && !(state instanceof Error)) return <Shared description={state} />
  return <MissingPart what="What calls share" state={state} onRetry={() => void parts.load(SHARED_PART)} />
}

/** Fetches the other parts one after the other, for readers who can afford it: they are there before they are wanted. */
function useRest({ groups }: CallIndex, parts: Parts, isDue: boolean): void {
  useEffect(() => {
    if (!isDue) return
    if (!mayPrefetch()) return
    const left = new AbortController()
    const fetchAll = async () => {
      for (const { part } of groups.flatMap(({ resources }) => resources))
        if (!left.signal.aborted && !parts.state(part)) await parts.load(part, 'low')
    }
    void fetchAll()
    return () => left.abort()
  }, [groups, parts, isDue])
}
