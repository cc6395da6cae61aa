/** What the description adds to the reference: the content of calls near the viewport, and shared schemas and errors. */
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Call } from './Call.tsx'
import type { CallList } from './callList.ts'
import { describedWords } from './describedWords.ts'
import { type DescriptionFile, useDescription } from './loadDescription.ts'
import { Shared } from './Shared.tsx'
import { useComplete } from './useComplete.ts'
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
  const complete = useComplete(host, description !== undefined, target !== undefined)
  useInView(target, description)
  useEffect(() => {
    if (target) file.load()
  }, [file, target])
  useEffect(() => description && list.learn(describedWords(description)), [list, description])
  const bodyOf = (name: string) => document.getElementById(name)!.querySelector('.call-body')!
  return (
    <TargetContext value={target}>
      {state.kind === 'failed' && <Failure error={state.error} onRetry={file.load} />}
      {description &&
        Object.entries(description.paths)
          .filter(([, { post }]) => complete.has(post.operationId) || post.operationId === target?.call)
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
      {description &&
        createPortal(<Shared description={description} />, host.querySelector('.reference-shared')!)}
    </TargetContext>
  )
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
