import type { UserFacts } from '@keywright/policy'
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
          <label>
            Tags of {user.alias || user.id}
            <input
              value={user.tags.join(' ')}
              spellCheck={false}
              onChange={(event) =>
                set(at, { tags: event.target.value.split(/[ ,]+/).filter((tag) => tag !== '') })
              }
            />
          </label>
        </div>
      ))}
      <button
        type="button"
        className="button"
        onClick={() => {
          const id = `user-${users.length + 1}`
          if (!users.some((user) => user.id === id))
            onChange({ users: [...users, { id, alias: id, email: '', tags: [] }] })
        }}
      >
        Add a user
      </button>
    </fieldset>
  )
}
