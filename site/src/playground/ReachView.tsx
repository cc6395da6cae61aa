/** What each user could run alone, with an example per kind of request. */
import { labelOfRequest, type Reach, searchRequests } from '@keywright/policy'
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
              <li key={labelOfRequest(request)}>
                <code>{labelOfRequest(request)}</code>, allowed by {policyNamed(request.policyId)}{' '}
                <button
                  type="button"
                  className="link-button"
                  onClick={() => onChange({ request: request.facts, approvers: [userIds[0]!] })}
                >
                  Show an example<span className="visually-hidden"> of {labelOfRequest(request)}</span>
                </button>
                <details className="details">
                  <summary>
                    {request.limited.length} limited, {request.open.length} open
                  </summary>
                  <p>Limited: {request.limited.join(', ') || 'nothing'}</p>
                  <p>Open (every tested value was allowed): {request.open.join(', ') || 'nothing'}</p>
                </details>
              </li>
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

  function policyNamed(id: string | undefined): string {
    return policies.find(({ policyId }) => policyId === id)?.policyName ?? id ?? 'the engine'
  }
}
