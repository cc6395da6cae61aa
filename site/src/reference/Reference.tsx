/** The whole reference: the list of calls, the calls, and their shared schemas and errors. */
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Call } from './Call.tsx'
import { CallList } from './CallList.tsx'
import { byResource, type CallIndex, callsOf, type IndexedGroup } from './callIndex.ts'
import { findCalls, wordsOfCalls } from './findCalls.ts'
import type { Target } from './hash.ts'
import { type DescriptionFile, type DescriptionState, useDescription } from './loadDescription.ts'
import { Failure, Missing } from './Missing.tsx'
import { Shared } from './Shared.tsx'
import { type ShownCalls, useShownCalls } from './useShownCalls.ts'
import { TargetContext, useInView, useTarget } from './useTarget.ts'

interface ReferenceProps {
  readonly index: CallIndex
  readonly file: DescriptionFile
}

export function Reference({ index, file }: ReferenceProps) {
  const [query, setQuery] = useState('')
  const state = useDescription(file)
  const description = state.kind === 'ready' ? state.description : undefined
  const calls = useMemo(() => callsOf(index), [index])
  const words = useMemo(() => wordsOfCalls(calls, description), [calls, description])
  const found = useMemo(() => findCalls(words, query), [words, query])
  const shown = useShownCalls()
  const target = useTarget(calls)
  const resources = useMemo(() => byResource(calls.filter(({ name }) => found.has(name))), [calls, found])
  // The list updates on each key, the calls when there is time.
  const foundLater = useDeferredValue(found)
  const [followed, setFollowed] = useState(target)
  // A link to a call that the filter hides clears the filter.
  if (target !== followed) {
    setFollowed(target)
    if (target && !isAmong(found, target, calls.length)) setQuery('')
  }
  useOpening(file, target)
  useInView(target, description, isAmong(foundLater, target, calls.length))
  return (
    <TargetContext value={target}>
      <CallList
        resources={resources}
        total={calls.length}
        current={shown.current}
        query={query}
        onQuery={setQuery}
        onOpen={file.load}
      />
      <div className="reference-calls">
        <Failure state={state} onRetry={file.load} />
        <Calls
          groups={index.groups}
          found={foundLater}
          state={state}
          onOpen={file.load}
          near={shown.near}
          watch={shown.watch}
          targetCall={target?.call}
          targetType={target?.type}
        />
        {foundLater.size === 0 && <p>No matching calls. Try a shorter search.</p>}
        {foundLater.size === calls.length &&
          (description ? (
            <Shared description={description} />
          ) : (
            <Missing what="shared schemas and errors" state={state} onOpen={file.load} />
          ))}
      </div>
    </TargetContext>
  )
}

/** Loads the description when the URL has a target in it or the reader scrolls. */
function useOpening(file: DescriptionFile, target: Target | undefined): void {
  useEffect(() => {
    if (target) file.load()
  }, [file, target])
  useEffect(() => {
    addEventListener('scroll', file.load, { once: true, passive: true })
    return () => removeEventListener('scroll', file.load)
  }, [file])
}

/** Whether the filter shows a target. Shared content shows only if the filter hides no call. */
const isAmong = (found: ReadonlySet<string>, target: Target | undefined, total: number): boolean =>
  target?.call === undefined ? found.size === total : found.has(target.call)

interface CallsProps extends Pick<ShownCalls, 'near' | 'watch'> {
  readonly groups: readonly IndexedGroup[]
  readonly found: ReadonlySet<string>
  readonly state: DescriptionState
  readonly onOpen: () => void
  readonly targetCall: string | undefined
  readonly targetType: string | undefined
}

/** Calls far from the viewport show only their button. */
const FAR: DescriptionState = { kind: 'unasked' }

/** Hidden calls stay in the document, so showing them again is cheap. */
const Calls = memo(function Calls(props: CallsProps) {
  const { groups, found, state, onOpen, near, watch, targetCall, targetType } = props
  return groups.map(({ title, anchor, calls }) => (
    <section key={anchor} aria-labelledby={anchor} hidden={!calls.some(({ name }) => found.has(name))}>
      <h2 id={anchor}>{title}</h2>
      {calls.map((call) => (
        <div key={call.name} hidden={!found.has(call.name)}>
          <Call
            call={call}
            state={near.has(call.name) || call.name === targetCall ? state : FAR}
            onOpen={onOpen}
            type={call.name === targetCall ? targetType : undefined}
            watch={watch}
          />
        </div>
      ))}
    </section>
  ))
})
