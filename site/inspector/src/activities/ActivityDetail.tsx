/** One activity: intent, votes, result and a form to vote as any user. */
import { type Activity, isFinal } from '@keywright/contract'
import {
  ActivityBadge,
  Badge,
  Facts,
  hexRow,
  Json,
  PlaceLink,
  TextBlock,
  Time,
  toMilliseconds,
} from '../parts/texts.tsx'
import { shortType } from './shortType.ts'
import { VoteForm } from './VoteForm.tsx'

export interface ActivityDetailProps {
  readonly activity: Activity
  /** Parent of its organization. Parent users can vote on activities that they submitted. */
  readonly parentId: string | null
  readonly onChange: () => void
}

export function ActivityDetail({ activity, parentId, onChange }: ActivityDetailProps) {
  const { id, organizationId, type, status, fingerprint, votes, failure, intent, result } = activity
  return (
    <article>
      <h2>{shortType(type)}</h2>
      <p>
        <ActivityBadge status={status} /> <Time at={toMilliseconds(activity.createdAt)} />
      </p>
      {failure && (
        <p className="kwi-trouble">
          <Badge meaning="bad">code {(failure as { code: number }).code}</Badge>{' '}
          {(failure as { message: string }).message}
        </p>
      )}
      <Facts
        rows={[
          hexRow('Activity', 'activity id', id),
          [
            'Organization',
            <PlaceLink key="o" to={{ section: 'organizations', id: organizationId }}>
              {organizationId}
            </PlaceLink>,
          ],
          hexRow('Fingerprint', 'fingerprint', fingerprint),
        ]}
      />

      <h3>Votes</h3>
      <ol className="kwi-votes">
        {votes.map((vote) => (
          <VoteItem key={vote.id} vote={vote} />
        ))}
      </ol>
      <VoteForm activity={activity} parentId={parentId} onVoted={onChange} />

      <h3>Intent</h3>
      <Json value={intent} what="intent" />
      <h3>Result</h3>
      {Object.keys(result).length === 0 ? (
        <p className="kwi-empty">
          {isFinal(activity.status)
            ? 'No result, or withheld because it contains a secret.'
            : 'No result yet. The activity is waiting for approval.'}
        </p>
      ) : (
        <Json value={result} what="result" />
      )}
    </article>
  )
}

function VoteItem({ vote }: { vote: Activity['votes'][number] }) {
  return (
    <li>
      {vote.selection === 'VOTE_SELECTION_APPROVED' ? (
        <Badge meaning="good">Approved</Badge>
      ) : (
        <Badge meaning="bad">Rejected</Badge>
      )}{' '}
      by <strong>{vote.user.userName}</strong>, <Time at={toMilliseconds(vote.createdAt)} />
      <details>
        <summary>Signature details</summary>
        <Facts
          rows={[
            ['Key', <code key="k">{vote.publicKey}</code>],
            ['Scheme', vote.scheme],
            ['Signature', <code key="s">{vote.signature}</code>],
          ]}
        />
        <TextBlock text={vote.message} what={`message of ${vote.user.userName}`} />
      </details>
    </li>
  )
}
