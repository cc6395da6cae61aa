/** The whole reference: the list of calls, the calls themselves, and what they share. */
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { Call } from './Call.tsx'
import { CallList } from './CallList.tsx'
import { type ApiDescription, groupCalls, type ResourceGroup } from './description.ts'
import { findOperations, indexOperations } from './findOperations.ts'
import { Shared } from './Shared.tsx'
import { type ShownCalls, useShownCalls } from './useShownCalls.ts'
import { TargetContext, useTarget } from './useTarget.ts'

export function Reference({ description }: { description: ApiDescription }) {
  const [query, setQuery] = useState('')
  const groups = useMemo(() => groupCalls(description), [description])
  const paths = useMemo(() => new Set(Object.keys(description.paths)), [description])
  const isFiltered = query.trim() !== ''
  // Most visits filter nothing, so the index is made for the first letter.
  const index = useMemo(
    () => (isFiltered ? indexOperations(description) : undefined),
    [description, isFiltered],
  )
  const found = useMemo(() => (index ? findOperations(index, query) : paths), [index, paths, query])
  const shown = useShownCalls(() => firstCalls(groups))
  const target = useTarget(description)
  const resources = useMemo(
    () =>
      groups
        .flatMap((group) => group.resources)
        .map((one) => ({ ...one, calls: one.calls.filter(({ path }) => found.has(path)) }))
        .filter(({ calls }) => calls.length > 0),
    [groups, found],
  )
  // The list answers each key at once; the calls follow as soon as there is time.
  const foundLater = useDeferredValue(found)
  // It stands below everything, and comes after everything but a link to it.
  const isSharedDue = useDeferredValue(true, target !== undefined && target.call === undefined)
  // The list and the calls in sight come first; a reader who stands further down or comes by a link gets all at once.
  const [isAtTop] = useState(() => target === undefined && scrollY < innerHeight)
  const areAllDue = useDeferredValue(true, !isAtTop)
  return (
    <TargetContext value={target}>
      <CallList
        resources={resources}
        total={paths.size}
        current={shown.current}
        query={query}
        onQuery={setQuery}
      />
      <div className="reference-calls">
        <Calls
          groups={areAllDue ? groups : firstGroups(groups)}
          found={foundLater}
          description={description}
          near={shown.near}
          watch={shown.watch}
          targetCall={target?.call}
          targetType={target?.type}
        />
        {foundLater.size === 0 && <p>No call says that. Fewer letters find more.</p>}
        {areAllDue && isSharedDue && foundLater.size === paths.size && <Shared description={description} />}
      </div>
    </TargetContext>
  )
}

/** The calls in sight of a reader who begins at the top: filled in later they would push each other down. */
const FILLED_AT_FIRST = 2
/** Below a window of any height. */
const SHOWN_AT_FIRST = 4

const firstGroups = ([first]: readonly ResourceGroup[]): ResourceGroup[] => {
  const [resource] = first?.resources ?? []
  return first && resource
    ? [{ ...first, resources: [{ ...resource, calls: resource.calls.slice(0, SHOWN_AT_FIRST) }] }]
    : []
}

const firstCalls = (groups: readonly ResourceGroup[]): string[] =>
  firstGroups(groups)
    .flatMap(({ resources }) => resources.flatMap(({ calls }) => calls))
    .slice(0, FILLED_AT_FIRST)
    .map(({ operation }) => operation.operationId)

interface CallsProps extends Pick<ShownCalls, 'near' | 'watch'> {
  readonly groups: readonly ResourceGroup[]
  readonly found: ReadonlySet<string>
  readonly description: ApiDescription
  readonly targetCall: string | undefined
  readonly targetType: string | undefined
}

/** Calls that are not found are hidden, not taken away: finding them again costs nothing. */
const Calls = memo(function Calls(props: CallsProps) {
  const { groups, found, description, near, watch, targetCall, targetType } = props
  return groups.map(({ title, anchor, resources }) => {
    const calls = resources.flatMap((resource) => resource.calls)
    return (
      <section key={anchor} aria-labelledby={anchor} hidden={!calls.some(({ path }) => found.has(path))}>
        <h2 id={anchor}>{title}</h2>
        {calls.map(({ path, operation }) => {
          const { operationId: name } = operation
          return (
            <div key={path} hidden={!found.has(path)}>
              <Call
                path={path}
                operation={operation}
                description={description}
                isFilled={near.has(name) || name === targetCall}
                type={name === targetCall ? targetType : undefined}
                watch={watch}
              />
            </div>
          )
        })}
      </section>
    )
  })
})
