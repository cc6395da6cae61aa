import type { UserFacts } from '@keywright/policy'
import { useState } from 'react'
import type { PanelProps } from './panel.ts'

/** All users, with a checkbox for each approver. The first approver checked is the submitter. */
export function Users({ scenario, onChange }: Pick<PanelProps, 'scenario' | 'onChange'>) {
  const { users, approvers } = scenario
  const set = (at: number, change: Partial<UserFacts>) =>
    onChange({ users: users.map((user, i) => (i === at ? { ...user, ...change } : user)) })
  const toggle = (id: string) =>
    onChange({
      approvers: approvers.includes(id) ? approvers.filter((one) => one !== id) : [...approvers, id],
    })
  return (
    <fieldset>
      <legend>Approving users</legend>
      {users.map((user, at) => (
        <div key={user.id} className="playground-approver">
          <label className="playground-check">
            <input type="checkbox" checked={approvers.includes(user.id)} onChange={() => toggle(user.id)} />
            <span>
              {user.alias || user.id}
              {approvers[0] === user.id && ' (submitter)'}
              <small data-role="aside">{user.id}</small>
            </span>
          </label>
          <Tags who={user.alias || user.id} tags={user.tags} onChange={(tags) => set(at, { tags })} />
        </div>
      ))}
      <button
        type="button"
        className="button"
        onClick={() => {
          let number = users.length + 1
          while (users.some(({ id }) => id === `user-${number}`)) number++
          const id = `user-${number}`
          onChange({ users: [...users, { id, alias: id, email: '', tags: [] }] })
        }}
      >
        Add a user
      </button>
    </fieldset>
  )
}

interface TagsProps {
  readonly who: string
  readonly tags: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
}

/** Keeps what is typed until the reader leaves the field, or a reader couldn't type the space between two tags. */
function Tags({ who, tags, onChange }: TagsProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <label>
      Tags of {who}
      <input
        value={typed ?? tags.join(' ')}
        spellCheck={false}
        autoCapitalize="off"
        onBlur={() => setTyped(undefined)}
        onChange={({ target: { value } }) => {
          setTyped(value)
          onChange(value.split(/[\s,]+/).filter((tag) => tag !== ''))
        }}
      />
    </label>
  )
}
