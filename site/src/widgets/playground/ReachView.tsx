/** What each user could run alone, with an example per kind of request. */
import { labelOfRequest, type Reach, type ReachableRequest, searchRequests } from '@keywright/policy'
import { useEffect, useState } from 'react'
import type { PanelProps } from './panel.ts'
import { compileAll } from './scenario.ts'

export function ReachView({ scenario, onChange, activityTypes }: PanelProps) {
  const { policies, users } = scenario
  const [found, setFound] = useState<Reach | 'searching' | 'unread'>('searching')
  useEffect(() => {
    setFound('searching')
    // Let the status paint first, because the search takes part of a second.
    const timer = setTimeout(() => {
      const compiled = compileAll(policies)
      setFound(compiled ? searchRequests({ policies: compiled, users, activityTypes }) : 'unread')
    }, 30)
    return () => clearTimeout(timer)
  }, [policies, users, activityTypes])

  if (found === 'searching') return <p role="status">Searching every kind of request…</p>
  if (found === 'unread') return <p role="status">Not searched: fix the policy problem first.</p>
  const nameOf = (id: string) => users.find((user) => user.id === id)?.alias || id
  return (
    <>
      <p>
        Every request that a user could run <strong>alone</strong> under these policies, each with an example
        that they allow.
      </p>
      {found.groups.map(({ userIds, requests, unfinished }) => (
        <section key={userIds.join()} aria-label={userIds.map(nameOf).join(', ')}>
          <p className="playground-user">{userIds.map(nameOf).join(', ')}</p>
          {requests.length === 0 && unfinished.length === 0 && <p>✓ Nothing found.</p>}
          <ul className="playground-reach">
            {requests.map((request) => (
              <RequestItem
                key={labelOfRequest(request)}
                request={request}
                policy={policies.find(({ policyId }) => policyId === request.policyId)?.policyName}
                onShow={() => onChange({ request: request.facts, approvers: [userIds[0]!] })}
              />
            ))}
          </ul>
          {unfinished.length > 0 && <p>? Search not finished: {unfinished.join(', ')}</p>}
        </section>
      ))}
      <details className="details">
        <summary>What was not searched</summary>
        <ul>
          {found.notSearched.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

interface RequestItemProps {
  readonly request: ReachableRequest
  /** Name of the policy that allows it. */
  readonly policy: string | undefined
  readonly onShow: () => void
}

function RequestItem({ request, policy, onShow }: RequestItemProps) {
  const label = labelOfRequest(request)
  return (
    <li>
      <code>{label}</code>, allowed by {policy ?? request.policyId ?? 'the engine'}{' '}
      <button type="button" className="link-button" onClick={onShow}>
        Show an example<span className="visually-hidden"> of {label}</span>
      </button>
      <details className="details">
        <summary>
          {request.limited.length} limited, {request.open.length} open
        </summary>
        <p>Limited: {request.limited.join(', ') || 'nothing'}</p>
        <p>Open (every tested value was allowed): {request.open.join(', ') || 'nothing'}</p>
      </details>
    </li>
  )
}
