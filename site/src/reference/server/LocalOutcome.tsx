/** The response of a local server, with the outcome of each policy. */
import { Facts } from '../../widgets/kit/results.tsx'
import { type ErrorCatalog, NotAsked, Outcome } from '../try/Outcome.tsx'
import type { LocalExchange } from './exchangeLocal.ts'

export interface SentLocally extends LocalExchange {
  /** The difference between the clocks, in milliseconds, if the server rejected the time. */
  readonly skew: number | undefined
}

interface LocalOutcomeProps {
  readonly done: SentLocally
  /** Base URL of the server. */
  readonly base: string | undefined
  readonly errors: ErrorCatalog
}

export function LocalOutcome({ done, base, errors }: LocalOutcomeProps) {
  return (
    <Outcome
      done={done}
      errors={errors}
      rows={done.requestId === null ? [] : [['Request', <code key="request">{done.requestId}</code>]]}
    >
      <LocalDecision done={done} base={base} />
      {done.skew !== undefined && (
        <p className="element-hint">
          The server’s clock differs from yours. Send again: the request then carries the server’s time.
        </p>
      )}
    </Outcome>
  )
}

/** The outcome of each policy. The inspector of a development server shows the clauses. */
function LocalDecision({ done, base }: Omit<LocalOutcomeProps, 'errors'>) {
  const { evaluations, requestId, path } = done
  if (evaluations === undefined) return <NotAsked path={path} />
  return (
    <>
      {evaluations.length === 0 ? (
        <p className="element-hint">
          No policy was evaluated: the root quorum decided, or every user can do this.
        </p>
      ) : (
        <Facts
          rows={evaluations.map(({ policyId, outcome }) => [
            <code key={policyId}>{policyId}</code>,
            outcome?.replace('OUTCOME_', ''),
          ])}
        />
      )}
      {base !== undefined && requestId !== null && (
        <p className="element-hint">
          To see the decision clause by clause, open{' '}
          <a
            href={new URL(`/dev#requests/${requestId}`, base).href}
            target="_blank"
            rel="noopener noreferrer"
          >
            this request in the inspector
          </a>
        </p>
      )}
    </>
  )
}
