/** Deletes all items of a list, and closes the open one. */
import { useAction, useHost } from '../live.ts'
import type { ListAndDetailProps } from './ListAndDetail.tsx'
import { Outcome } from './texts.tsx'

interface DeleteAllProps extends Pick<ListAndDetailProps<never>, 'noun' | 'read' | 'onOpen'> {
  readonly isEmpty: boolean
  readonly path: `/dev/${string}`
}

export function DeleteAll({ noun, read, onOpen, isEmpty, path }: DeleteAllProps) {
  const { api } = useHost()
  const deleting = useAction()
  const deleteAll = () =>
    deleting.run(async () => {
      await api.remove(path)
      read.reload()
      onOpen(undefined)
      return undefined
    })
  return (
    <>
      {!isEmpty && (
        <button type="button" onClick={deleteAll} aria-disabled={deleting.isBusy}>
          Delete all {noun}
        </button>
      )}
      <Outcome of={deleting} />
    </>
  )
}
