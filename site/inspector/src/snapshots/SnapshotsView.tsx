/** Named copies of the whole state: take, compare with the current state, restore. */
import type { RowChange, SnapshotEntry } from '@keywright/devhost'
import { type FormEvent, useState } from 'react'
import type { EventName } from '../connection.ts'
import { type Action, useAction, useHost, useLive } from '../live.ts'
import { Empty, Field, SubmitButton, Time, Trouble } from '../parts/texts.tsx'

const NEWS: readonly EventName[] = ['snapshot', 'state']
const SIGNS = { added: '+ added', changed: '~ changed', removed: '− removed' } as const

export function SnapshotsView() {
  const { api } = useHost()
  const read = useLive<{ snapshots: SnapshotEntry[] }>('/dev/snapshots', NEWS)
  const doing = useAction()
  const [compared, setCompared] = useState<Compared>()
  const at = (which: string) => `/dev/snapshots/${encodeURIComponent(which)}` as const

  const take = (name: string) =>
    doing.run(async () => {
      await api.post(at(name))
      read.reload()
      return `Snapshot “${name}” taken.`
    })
  const restore = (which: string) =>
    doing.run(async () => {
      await api.post(`${at(which)}/restore`)
      setCompared(undefined)
      return `Snapshot “${which}” restored.`
    })
  const compare = (which: string) =>
    doing.run(async () => {
      const { changes } = await api.get<{ changes: RowChange[] }>(`${at(which)}/compare`)
      setCompared({ name: which, changes })
      return undefined
    })
  const remove = (which: string) =>
    doing.run(async () => {
      await api.remove(at(which))
      if (compared?.name === which) setCompared(undefined)
      read.reload()
      return `Snapshot “${which}” deleted.`
    })
  return (
    <div className="kwi-page">
      <h2>Snapshots</h2>
      <SnapshotForm onTake={take} doing={doing} />
      <Trouble of={read} />
      {read.value?.snapshots.length === 0 && (
        <Empty>No snapshots yet. Take one before you try something, then restore it.</Empty>
      )}
      <ul className="kwi-cards" aria-label="Snapshots">
        {read.value?.snapshots.map((snapshot) => (
          <SnapshotCard
            key={snapshot.name}
            snapshot={snapshot}
            actions={{ Compare: compare, Restore: restore, Delete: remove }}
            isBusy={doing.isBusy}
          />
        ))}
      </ul>
      {compared && <Changes {...compared} />}
    </div>
  )
}

function SnapshotForm({ onTake, doing }: { onTake: (name: string) => void; doing: Action }) {
  const [name, setName] = useState('')
  const take = (event: FormEvent) => {
    event.preventDefault()
    onTake(name)
  }
  return (
    <form className="kwi-form" onSubmit={take}>
      <Field
        label="Name"
        value={name}
        onChange={setName}
        hint="Up to 64 letters, digits, - and _. Replaces a snapshot of the same name."
        isRequired
      />
      <SubmitButton of={doing}>Take a snapshot</SubmitButton>
    </form>
  )
}

interface SnapshotCardProps {
  readonly snapshot: SnapshotEntry
  /** Button labels and what they do with the snapshot. */
  readonly actions: Readonly<Record<string, (name: string) => void>>
  readonly isBusy: boolean
}

function SnapshotCard({ snapshot: { name, bytes, createdAt }, actions, isBusy }: SnapshotCardProps) {
  return (
    <li>
      <strong>{name}</strong>{' '}
      <span className="kwi-tag">
        {Math.ceil(bytes / 1024)} KiB, <Time at={createdAt} />
      </span>
      <div className="kwi-buttons">
        {Object.entries(actions).map(([label, run]) => (
          <button key={label} type="button" aria-disabled={isBusy} onClick={() => run(name)}>
            {label}
            <span className="visually-hidden"> {name}</span>
          </button>
        ))}
      </div>
    </li>
  )
}

interface Compared {
  readonly name: string
  readonly changes: readonly RowChange[]
}

function Changes({ name, changes }: Compared) {
  return (
    <section aria-label="Changes">
      <h3>Changes since “{name}”</h3>
      {changes.length === 0 ? (
        <Empty>Nothing has changed.</Empty>
      ) : (
        <ul className="kwi-cards">
          {changes.map(({ organizationId, table, id, change }) => (
            <li key={`${organizationId} ${table} ${id}`}>
              <strong>{SIGNS[change]}</strong> {table} <code>{id}</code>
              <br />
              <small>in {organizationId}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
