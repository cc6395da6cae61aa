/** The API console for a local server: base URL, credentials, sending and outcome. */
import { useState } from 'react'
import { useSite } from '../../shared/services.ts'
import { Button, Buttons, TextField } from '../../widgets/kit/fields.tsx'
import { Facts, messageOf, Trouble } from '../../widgets/kit/results.tsx'
import { useTask } from '../../widgets/kit/useTask.ts'
import { type Known, knownOf } from '../try/known.ts'
import type { ErrorCatalog } from '../try/Outcome.tsx'
import { clockSkewOf, exchangeLocal } from './exchangeLocal.ts'
import { LocalOutcome, type SentLocally } from './LocalOutcome.tsx'
import { readServer } from './readServer.ts'
import { readSettings } from './settings.ts'
import { readTarget } from './target.ts'
import { changeServer, useServer } from './useServer.ts'

interface LocalServerProps {
  readonly name: string
  readonly path: string
  /** Builds the body for the server's organization and time. */
  readonly bodyFor: (organizationId: string, now: number) => string
  /** Whether all required fields have a value. Marks those without. */
  readonly isComplete: () => boolean
  /** The catalog of the description. */
  readonly errors: ErrorCatalog
  /** Called with the server's ids. */
  readonly onKnown: (known: Known) => void
}

export function LocalServer({ name, path, errors, isComplete, bodyFor, onKnown }: LocalServerProps) {
  const { announce } = useSite()
  const { address, settings, skewMs } = useServer()
  const sending = useTask<SentLocally>()
  const target = readTarget(address)
  const local = settings && target.base !== undefined ? { base: target.base, settings } : undefined

  const send = () =>
    sending.run(async () => {
      const body = bodyFor(local!.settings.organizationId, Date.now() + skewMs)
      const done = await exchangeLocal(local!, path, body)
      announce(`${name}: ${done.status}`)
      const skew = clockSkewOf(done.answer, Date.now())
      if (skew !== undefined) changeServer({ skewMs: skew })
      return { ...done, skew }
    })
  const reading = useTask<number>()
  const read = () =>
    reading.run(async () => {
      const found = await readServer(local!)
      const known = knownOf(found)
      changeServer({ known })
      onKnown(known)
      announce('Ids from the server are filled in.')
      return found.users.length
    })
  const done = sending.value
  return (
    <div className="try-local">
      <TextField
        label="Base URL"
        value={address}
        onChange={(next) => changeServer({ address: next })}
        hint="A server on your machine, such as the one that npx keywright dev starts."
        error={target.problem}
      />
      <Credentials />
      <Buttons>
        <Button isMain onClick={() => isComplete() && void send()} disabled={!local || sending.isBusy}>
          {sending.isBusy ? 'Sending…' : 'Stamp and send'}
        </Button>
        <Button onClick={() => void read()} disabled={!local || reading.isBusy}>
          {reading.isBusy ? 'Loading…' : 'Fill in ids from the server'}
        </Button>
      </Buttons>
      <p className="element-hint">
        {local
          ? '“Fill in ids” lists users, wallets, keys, policies and activities of the organization with your key.'
          : 'Paste the settings of your server to send requests to it. Ids from the sandbox don’t exist there, so their fields are empty.'}
      </p>
      <Trouble error={reading.error} />
      <Trouble error={sending.error} />
      {done && sending.error === undefined && <LocalOutcome done={done} base={target.base} errors={errors} />}
    </div>
  )
}

/** The API key, pasted or read from a file. The private key isn't shown again. */
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
        label="Settings of the server"
        rows={4}
        value={text}
        onChange={take}
        placeholder="export KEYWRIGHT_ORGANIZATION_ID=…"
        hint="Paste the lines that keywright dev prints. The key stays in the memory of this page and is gone when you leave it."
        error={error}
      />
      <label className="try-file">
        Or read the file that keywright dev --write-env wrote{' '}
        <input
          type="file"
          onChange={({ target }) => {
            const file = target.files?.[0]
            // Settings files are small. Don't read all of another file.
            void file?.slice(0, 65_536).text().then(take)
            target.value = ''
          }}
        />
      </label>
    </>
  )
}
