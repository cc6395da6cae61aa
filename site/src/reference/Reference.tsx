/** What the description adds to the reference: the content of calls near the viewport, and shared schemas and errors. */
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Call } from './Call.tsx'
import type { CallList } from './callList.ts'
import { describedWords } from './describedWords.ts'
import type { Target } from './hash.ts'
import { type DescriptionFile, useDescription } from './loadDescription.ts'
import { Shared, SharedMissing } from './Shared.tsx'
import { TargetContext, useInView, useTarget } from './useTarget.ts'

interface ReferenceProps {
  readonly host: HTMLElement
  readonly list: CallList
  readonly file: DescriptionFile
}

export function Reference({ host, list, file }: ReferenceProps) {
  const state = useDescription(file)
  const description = state.kind === 'ready' ? state.description : undefined
  const target = useTarget(list.calls)
  const near = useNear(host)
  useOpening(host, file, target)
  useInView(target, description)
  useEffect(() => description && list.learn(describedWords(description)), [list, description])
  const bodyOf = (name: string) => document.getElementById(name)!.querySelector('.call-body')!
  return (
    <TargetContext value={target}>
      {state.kind === 'failed' && <Failure error={state.error} onRetry={file.load} />}
      {description &&
        Object.entries(description.paths)
          .filter(([, { post }]) => near.has(post.operationId) || post.operationId === target?.call)
          .map(([path, { post }]) =>
            createPortal(
              <Call
                path={path}
                operation={post}
                description={description}
                type={post.operationId === target?.call ? target.type : undefined}
              />,
              bodyOf(post.operationId),
              post.operationId,
            ),
          )}
      {createPortal(
        description ? (
          <Shared description={description} />
        ) : (
          <SharedMissing isLoading={state.kind === 'loading'} onOpen={file.load} />
        ),
        host.querySelector('.reference-shared')!,
      )}
    </TargetContext>
  )
}

/**
 * Loads the description when the URL has a target in it, and when the reader scrolls, filters or opens a call. After a
 * failure, scrolling doesn't take the message away.
 */
function useOpening(host: HTMLElement, file: DescriptionFile, target: Target | undefined): void {
  useEffect(() => {
    if (target) file.load()
  }, [file, target])
  useEffect(() => {
    const opened = new AbortController()
    const { signal } = opened
    const field = host.querySelector('input')!
    const scrolled = () => file.state().kind === 'unasked' && file.load()
    addEventListener('scroll', scrolled, { signal, passive: true, once: true })
    field.addEventListener('focus', file.load, { signal })
    // This event doesn't bubble.
    host.addEventListener('toggle', file.load, { signal, capture: true })
    // The reader may have started before this part loaded.
    if (field.value || host.querySelector('input:focus, details[open]')) file.load()
    return () => opened.abort()
  }, [host, file])
}

/** Distance from the viewport at which calls render. */
const NEAR = '1200px 0px'

/** Names of the calls that came near the viewport. They stay rendered. */
function useNear(host: HTMLElement): ReadonlySet<string> {
  const [near, setNear] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const nearness = new IntersectionObserver(
      (entries) => {
        const names = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target.id)
        if (names.length > 0) setNear((before) => new Set([...before, ...names]))
      },
      { rootMargin: NEAR },
    )
    for (const section of host.querySelectorAll('.call')) nearness.observe(section)
    return () => nearness.disconnect()
  }, [host])
  return near
}

/** The only notice that the description couldn't be loaded. */
function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <p className="call-missing" role="alert">
      The API description could not be loaded: {error.message}.{' '}
      <button type="button" className="button" onClick={onRetry}>
        Retry
      </button>
    </p>
  )
}
