/** A button that deletes all items of a list. */
import { useAction, useHost } from '../live.ts'
import { Outcome } from './texts.tsx'

interface DeleteAllProps {
  readonly noun: string
  readonly path: `/dev/${string}`
  readonly isEmpty: boolean
  readonly onDelete: () => void
}

export function DeleteAll({ noun, path, isEmpty, onDelete }: DeleteAllProps) {
  const { api } = useHost()
  const deleting = useAction()
  const deleteAll = () =>
    deleting.run(async () => {
      await api.remove(path)
      onDelete()
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
