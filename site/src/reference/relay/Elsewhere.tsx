/**
 * Another server than the sandbox: its address, the key that stamps, and the frame in which the reader allows sending
 * there. The page itself may connect to nothing.
 */
import { useEffect, useRef, useState } from 'react'
import { Button, Buttons, TextField } from '../../elements/kit/fields.tsx'
import { Facts, messageOf, Trouble } from '../../elements/kit/results.tsx'
import { useTask } from '../../elements/kit/useTask.ts'
import { useSite } from '../../shell/services.ts'
import { type Known, knownOf } from '../try/known.ts'
import { NotAsked, Outcome } from '../try/Outcome.tsx'
import { clockSkewOf, exchangeElsewhere, type RelayedExchange } from './exchangeElsewhere.ts'
import { RELAY_ADDRESS } from './messages.ts'
import { askRelay, type Relay } from './openRelay.ts'
import { readServer } from './readServer.ts'
import { readSettings } from './settings.ts'
import { type RelayTarget, readTarget } from './target.ts'
import { changeServer, useServer } from './useServer.ts'

interface ElsewhereProps {
  readonly name: string
  readonly path: string
  /** The text to send, in the organization and at the time of that server. */
  readonly bodyFor: (organizationId: string, now: number) => string
  /** The reader has had that server asked for its ids. */
  readonly onKnown: (known: Known) => void
}

export function Elsewhere({ name, path, bodyFor, onKnown }: ElsewhereProps) {
  const { announce } = useSite()
  const { address, settings, skewMs } = useServer()
  const [open, setOpen] = useState<{ readonly relay: Relay; readonly target: RelayTarget }>()
  const sending = useTask<RelayedExchange & { readonly skew: number | undefined }>()
  const target = readTarget(address, new URL(location.href))
  const isReady = settings !== undefined && 'origin' in target && open?.target.origin === target.origin

  const send = () =>
    sending.run(async () => {
      const body = bodyFor(settings!.organizationId, Date.now() + skewMs)
      const done = await exchangeElsewhere(open!.relay, target as RelayTarget, settings!, path, body)
      announce(`${name}: ${done.status}`)
      const skew = clockSkewOf(done.answer, Date.now())
      if (skew !== undefined) changeServer({ skewMs: skew })
      return { ...done, skew }
    })
  const reading = useTask<number>()
  const read = () =>
    reading.run(async () => {
      const found = await readServer(open!.relay, target as RelayTarget, settings!)
      const known = knownOf(found)
      changeServer({ known })
      onKnown(known)
      announce('The form has ids of that server.')
      return found.users.length
    })
  const done = sending.value
  return (
    <div className="try-elsewhere">
      <TextField
        label="Base URL"
        value={address}
        onChange={(next) => changeServer({ address: next })}
        hint="Of the server, before /public/v1. npx keywright dev starts one on your machine."
        error={'problem' in target ? target.problem : undefined}
      />
      <Credentials />
      {'origin' in target && (
        <RelayFrame
          key={target.origin}
          target={target}
          onRelay={(relay) => setOpen(relay && { relay, target })}
        />
      )}
      <Buttons>
        <Button isMain onClick={() => void send()} disabled={!isReady || sending.isBusy}>
          {sending.isBusy ? 'Sending…' : 'Stamp and send'}
        </Button>
        <Button onClick={() => void read()} disabled={!isReady || reading.isBusy}>
          {reading.isBusy ? 'Asking…' : 'Fill in ids from that server'}
        </Button>
      </Buttons>
      <p className="element-hint">
        {isReady
          ? 'Ids in the form are yours to write, or asked of that server: users, wallets, keys, policies and activities of the organization, listed with your key.'
          : 'Nothing is sent before you have given a key and allowed that address. Ids of the sandbox mean nothing there: their fields are empty.'}
      </p>
      <Trouble error={reading.error} />
      {/* What an earlier request came to is no answer to this one. */}
      <Trouble error={sending.error} />
      {done && sending.error === undefined && (
        <Outcome
          done={done}
          rows={done.requestId === null ? [] : [['Request', <code key="request">{done.requestId}</code>]]}
        >
          <DecisionElsewhere done={done} target={target} />
          {done.skew !== undefined && (
            <p className="element-hint">
              That server has a time of its own, as one with a seed has. It is known now: press again, and the
              form is sent with it.
            </p>
          )}
        </Outcome>
      )}
    </div>
  )
}

/** The key pair, pasted or from a file. It is not shown again. */
function Credentials() {
  const { settings } = useServer()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const take = (next: string) => {
    setText(next)
    setError(undefined)
    if (next.trim() === '') return
    try {
      const settings = readSettings(next)
      changeServer({ settings, ...(settings.baseUrl !== undefined && { address: settings.baseUrl }) })
      setText('')
    } catch (error) {
      setError(messageOf(error))
    }
  }
  if (settings)
    return (
      <>
        <Facts
          rows={[
            ['Organization', <code key="organization">{settings.organizationId}</code>],
            ['API key', <code key="key">{settings.publicKey}</code>],
          ]}
        />
        <Buttons>
          <Button onClick={() => changeServer({ settings: undefined })}>Forget this key</Button>
        </Buttons>
      </>
    )
  return (
    <>
      <TextField
        label="Settings of that server"
        rows={4}
        value={text}
        onChange={take}
        placeholder="export KEYWRIGHT_ORGANIZATION_ID=…"
        hint="Paste the lines that keywright dev prints. They stay in the memory of this page, which stamps with them, and are gone when you leave it."
        error={error}
      />
      <label className="try-file">
        Or read them from the file of keywright dev --write-env{' '}
        <input
          type="file"
          onChange={({ target }) => {
            const file = target.files?.[0]
            // A file that is none of settings may be of any size.
            void file?.slice(0, 65_536).text().then(take)
            target.value = ''
          }}
        />
      </label>
    </>
  )
}

interface RelayFrameProps {
  readonly target: RelayTarget
  /** Undefined when the frame goes, and what was allowed in it with it. */
  readonly onRelay: (relay: Relay | undefined) => void
}

/** One frame for one origin: another address begins with another frame, and asks again. */
function RelayFrame({ target, onRelay }: RelayFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  /** Told by the frame when it has its button. */
  const [height, setHeight] = useState<number>()
  const tell = useRef(onRelay)
  const first = useRef(target)
  useEffect(() => {
    const end = askRelay(frame.current!, first.current, {
      onHeight: setHeight,
      onAllowed: (relay) => tell.current(relay),
    })
    return () => {
      end()
      tell.current(undefined)
    }
  }, [])
  return (
    <iframe
      ref={frame}
      className="try-relay"
      title={`Permission to send to ${target.origin}`}
      src={RELAY_ADDRESS}
      height={height ?? 120}
      aria-busy={height === undefined}
      sandbox="allow-scripts"
      // Lent to the frame, so that a browser which asks before a page may reach the reader's device can ask.
      allow="local-network-access; local-network; loopback-network"
      referrerPolicy="no-referrer"
    />
  )
}

interface DecisionElsewhereProps {
  readonly done: RelayedExchange
  readonly target: ReturnType<typeof readTarget>
}

/** The API tells what policies came to; clause by clause the console of a development server does. */
function DecisionElsewhere({ done, target }: DecisionElsewhereProps) {
  const { evaluations, requestId, path } = done
  if (evaluations === undefined) return <NotAsked path={path} />
  return (
    <>
      {evaluations.length === 0 ? (
        <p className="element-hint">
          No policy was evaluated: the root quorum decided, or what every user may do without one.
        </p>
      ) : (
        <Facts
          rows={evaluations.map(({ policyId, outcome }) => [
            <code key={policyId}>{policyId}</code>,
            outcome?.replace('OUTCOME_', ''),
          ])}
        />
      )}
      {'base' in target && target.isHere && requestId !== null && (
        <p className="element-hint">
          Clause by clause, on a development server:{' '}
          <a href={`${target.origin}/dev#requests/${requestId}`} target="_blank" rel="noopener noreferrer">
            this request in its console
          </a>
        </p>
      )}
    </>
  )
}
