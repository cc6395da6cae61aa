/** Webhook deliveries with all attempts and responses, and a button to resend one. */

import type { SeenDelivery } from '@keywright/devhost'
import type { WebhookTry } from '@keywright/host'
import type { EventName } from '../connection.ts'
import { useAction, useHost, useLive } from '../live.ts'
import { ListAndDetail } from '../parts/ListAndDetail.tsx'
import { Badge, Facts, hexRow, Json, type Meaning, Outcome, TextBlock, Time } from '../parts/texts.tsx'
import type { ViewProps } from '../view.ts'

const NEWS: readonly EventName[] = ['delivery', 'clock', 'state']

export function WebhooksView({ openId, onOpen }: ViewProps) {
  const read = useLive<{ deliveries: SeenDelivery[] }>('/dev/webhooks?limit=500', NEWS)
  return (
    <ListAndDetail
      noun="deliveries"
      read={read}
      items={read.value?.deliveries}
      keyOf={({ id }) => id}
      textOf={({ id, url, eventType, organizationId, body }) =>
        [id, url, eventType, organizationId, body].join(' ')
      }
      openKey={openId}
      onOpen={onOpen}
      row={(delivery) => (
        <>
          <span className="kwi-row-title">{delivery.eventType}</span>
          <LastTry of={delivery} />
          <span className="kwi-row-note">
            {delivery.url} · {delivery.tries.length} {delivery.tries.length === 1 ? 'attempt' : 'attempts'}
          </span>
        </>
      )}
      detail={(id, delivery) =>
        delivery ? (
          <DeliveryDetail key={id} delivery={delivery} onSent={read.reload} />
        ) : (
          <p className="kwi-empty">This delivery was deleted.</p>
        )
      }
      empty={
        <>
          No deliveries yet. Register a receiver with <code>create_webhook_endpoint</code> or the feature{' '}
          <code>FEATURE_NAME_WEBHOOK</code>, then submit any activity.
        </>
      }
    />
  )
}

const MEANINGS: Readonly<Record<WebhookTry['outcome'], Meaning>> = {
  DELIVERED: 'good',
  REFUSED: 'bad',
  RETRY: 'waiting',
}
const WORDS = { DELIVERED: 'Delivered', REFUSED: 'Rejected', RETRY: 'Retry pending' } as const

function LastTry({ of: { tries } }: { of: SeenDelivery }) {
  const last = tries.at(-1)
  return last ? <Badge meaning={MEANINGS[last.outcome]}>{WORDS[last.outcome]}</Badge> : null
}

function DeliveryDetail({ delivery, onSent }: { delivery: SeenDelivery; onSent: () => void }) {
  const { api } = useHost()
  const replaying = useAction()
  const { id, eventType, url, organizationId, tries, body } = delivery
  const replay = () =>
    replaying.run(async () => {
      const { tries: made } = await api.post<SeenDelivery>(`/dev/webhooks/${encodeURIComponent(id)}/replay`)
      onSent()
      const last = made.at(-1)!
      return `Sent again: ${WORDS[last.outcome].toLowerCase()}.`
    })
  return (
    <article>
      <h2>{eventType}</h2>
      <p>
        <LastTry of={delivery} />
      </p>
      <Facts
        rows={[
          ['Receiver', <code key="u">{url}</code>],
          hexRow('Event id', 'event id', id),
          hexRow('Organization', 'organization id', organizationId),
        ]}
      />
      <div className="kwi-buttons">
        <button type="button" onClick={replay} aria-disabled={replaying.isBusy}>
          Send again
        </button>
      </div>
      <Outcome of={replaying} />
      <h3>Attempts</h3>
      <ol className="kwi-cards">
        {tries.map(({ at, status, error, outcome, answer, headers }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever appended
          <li key={i}>
            <Badge meaning={MEANINGS[outcome]}>{WORDS[outcome]}</Badge> <Time at={at} />
            <Facts
              rows={[
                ['Response', status === undefined ? (error ?? 'none') : `HTTP ${status}`],
                ['Response body', answer && <code>{answer}</code>],
              ]}
            />
            <details>
              <summary>Headers as posted</summary>
              <Json value={headers} what={`headers of attempt ${i + 1}`} />
            </details>
          </li>
        ))}
      </ol>
      <h3>Body</h3>
      <TextBlock text={body} what="body" />
    </article>
  )
}
