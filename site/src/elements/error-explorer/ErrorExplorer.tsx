/** Find an error by what you have of it, and cause it in the sandbox. */
import { useMemo, useState } from 'react'
import { Decision } from '../../runner/EventLine.tsx'
import { parsed } from '../../ui/parsed.ts'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, TextField } from '../kit/fields.tsx'
import { Facts, TextBlock, Trouble, Verdict } from '../kit/results.tsx'
import { useDescription } from '../kit/useDescription.ts'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench } from '../kit/workbench.ts'
import { errorIn } from './errorIn.ts'
import { type FoundError, findErrors, listErrors } from './findErrors.ts'
import type { Sent } from './prober.ts'
import { whyUncausable } from './uncausable.ts'

/** As many as one reads through. */
const MOST = 8
/** Characters of a body that are shown: the largest has a million. */
const MOST_SHOWN = 2_000

/** The requests, and the keys that stamp them, are loaded by the first press. */
const causeIt = async (code: string): Promise<Sent> => {
  const { cause } = await import('./cause.ts')
  return cause(code, await openWorkbench())
}

export default function ErrorExplorer() {
  const description = useDescription()
  const [query, setQuery] = useState('')
  const [count, setCount] = useState(0)
  const all = useMemo(() => (description.value ? listErrors(description.value) : []), [description.value])
  const found = findErrors(all, query)
  return (
    <ElementFrame
      onReset={() => {
        setQuery('')
        setCount(count + 1)
      }}
    >
      <Fields>
        <TextField
          label="Find by text, code or call"
          isCode={false}
          value={query}
          onChange={setQuery}
          placeholder="create_wallet, 403, “is already taken” …"
          hint="A whole message, as it came, finds its entry."
        />
      </Fields>
      <Trouble error={description.error} />
      {description.value && (
        <p role="status">
          {found.length === 0
            ? 'No error has these words.'
            : `${found.length} of ${all.length} errors${found.length > MOST ? `, the first ${MOST} below` : ''}`}
        </p>
      )}
      {found.slice(0, MOST).map((error) => (
        <ErrorEntry key={`${error.errorCode} ${count}`} error={error} />
      ))}
    </ElementFrame>
  )
}

function ErrorEntry({ error }: { readonly error: FoundError }) {
  const { errorCode, status, code, message, cause: reason, help, calls } = error
  const sending = useTask<Sent>()
  const why = whyUncausable(errorCode)
  return (
    <fieldset>
      <legend>
        <code>{errorCode}</code>
      </legend>
      <Facts
        rows={[
          ['Message', <code key="message">{message}</code>],
          ['Answer', `HTTP ${status}, code ${code}`],
          ['Cause', reason.replaceAll('`', '')],
          ['Fix', help.replaceAll('`', '')],
          ...(calls.length > 0 && calls.length <= 6 ? [['Calls', calls.join(', ')] as const] : []),
        ]}
      />
      {why !== undefined ? (
        <p className="element-hint">No page can cause this one: {why}.</p>
      ) : (
        <Buttons>
          <Button disabled={sending.isBusy} onClick={() => void sending.run(() => causeIt(errorCode))}>
            {sending.isBusy ? 'Sending…' : 'Cause it'}
          </Button>
        </Buttons>
      )}
      <Trouble error={sending.error} />
      {sending.value && <Caused sent={sending.value} />}
    </fieldset>
  )
}

function Caused({ sent }: { readonly sent: Sent }) {
  const { method, path, body, status, answer, log } = sent
  return (
    <>
      <Verdict tone="bad" word={String(status)}>
        {errorIn(answer)?.message}
      </Verdict>
      <TextBlock text={[`${method} ${path}`, shortened(body)].join('\n\n').trimEnd()} label="Request" />
      {log?.explanation && <Decision explanation={log.explanation} />}
      <TextBlock text={JSON.stringify(parsed(answer), null, 2)} label="Answer" />
    </>
  )
}

const shortened = (body: string) =>
  body.length <= MOST_SHOWN ? body : `${body.slice(0, MOST_SHOWN).trimEnd()}… (${body.length} characters)`
