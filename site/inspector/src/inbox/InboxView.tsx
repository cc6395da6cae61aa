/** Emails and text messages that the host caught instead of sending. */
import type { Letter } from '@keywright/devhost'
import { Linked } from '@keywright/ui'
import type { EventName } from '../connection.ts'
import { useLive } from '../live.ts'
import { ListAndDetail } from '../parts/ListAndDetail.tsx'
import { Facts, hexRow, Time } from '../parts/texts.tsx'
import type { ViewProps } from '../view.ts'

const NEWS: readonly EventName[] = ['letter', 'clock', 'state']

export function InboxView({ openId, onOpen }: ViewProps) {
  const read = useLive<{ messages: Letter[] }>('/dev/inbox?limit=500', NEWS)
  return (
    <ListAndDetail
      noun="messages"
      read={read}
      items={read.value?.messages}
      keyOf={({ id }) => id}
      textOf={({ to, subject, text, kind }) => [to, subject, text, kind].join(' ')}
      openKey={openId}
      onOpen={onOpen}
      row={(letter) => (
        <>
          <span className="kwi-row-title">{letter.subject ?? 'Text message'}</span>
          <span className="kwi-tag">{kindOf(letter)}</span>
          <span className="kwi-row-note">
            <Time at={letter.receivedAt} isShort /> · {letter.to}
          </span>
        </>
      )}
      detail={(_, letter) =>
        letter ? <LetterDetail letter={letter} /> : <p className="kwi-empty">This message was deleted.</p>
      }
      empty={
        <>
          No messages yet. Start a sign-in by email, such as <code>init_otp_auth</code> or{' '}
          <code>email_auth</code>. The code arrives here, and nothing leaves this machine.
        </>
      }
      deletePath="/dev/inbox"
    />
  )
}

const kindOf = ({ kind }: Letter) => (kind === 'sms' ? 'SMS' : 'Email')

function LetterDetail({ letter }: { letter: Letter }) {
  const carried = Object.entries(letter.template).filter(
    (entry): entry is [keyof typeof CARRIED, string] => entry[0] in CARRIED && typeof entry[1] === 'string',
  )
  return (
    <article>
      <h2>{letter.subject ?? 'Text message'}</h2>
      <p>
        {kindOf(letter)} to <strong>{letter.to}</strong>, <Time at={letter.receivedAt} />
      </p>
      <Facts
        rows={[
          ...carried.map(([name, value]) => hexRow(CARRIED[name], CARRIED[name], value)),
          hexRow('Organization', 'organization id', letter.organizationId),
        ]}
      />
      <div className="kwi-letter">
        <Linked text={letter.text} />
      </div>
    </article>
  )
}

/** Template values with a copy button. */
const CARRIED = { code: 'Code', bundle: 'Credential bundle' } as const
