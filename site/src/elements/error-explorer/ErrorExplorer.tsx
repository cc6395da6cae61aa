/** Find an error by what you have of it, and cause it in the sandbox. */
import { useMemo, useState } from 'react'
import { Decision } from '../../runner/EventLine.tsx'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, CheckField, Fields, TextField } from '../kit/fields.tsx'
import { Facts, TextBlock, Trouble, Verdict } from '../kit/results.tsx'
import { useDescription } from '../kit/useDescription.ts'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench } from '../kit/workbench.ts'
import { CAUSABLE, cause, type Sent } from './causes.ts'
import { type FoundError, findErrors, listErrors } from './findErrors.ts'

/** As many as one reads through. */
const MOST = 8

export default function ErrorExplorer() {
  const description = useDescription()
  const [query, setQuery] = useState('')
  const [isCausable, setCausable] = useState(true)
  const [count, setCount] = useState(0)
  const all = useMemo(() => (description.value ? listErrors(description.value) : []), [description.value])
  const found = findErrors(all, query).filter(({ errorCode }) => !isCausable || CAUSABLE.includes(errorCode))
  return (
    <ElementFrame
      onReset={() => {
        setQuery('')
        setCausable(true)
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
        <CheckField
          label={`Only what can be caused here (${CAUSABLE.length})`}
          checked={isCausable}
          onChange={setCausable}
        />
      </Fields>
      <Trouble error={description.error} />
      {description.value && (
        <p role="status">
          {found.length === 0
            ? isCausable
              ? 'None of these. Look among all of them.'
              : 'No error has these words.'
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
      {CAUSABLE.includes(errorCode) && (
        <Buttons>
          <Button
            disabled={sending.isBusy}
            onClick={() => void sending.run(async () => cause(errorCode, await openWorkbench()))}
          >
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
  const { call, body, status, answer, log } = sent
  return (
    <>
      <Verdict tone="bad" word={String(status)}>
        {messageIn(answer)}
      </Verdict>
      <TextBlock text={`POST /public/v1/${call}\n\n${body}`} label="Request" />
      {log?.explanation && <Decision explanation={log.explanation} />}
      <TextBlock text={indented(answer)} label="Answer" />
    </>
  )
}

const messageIn = (answer: string) => String(Object(parsed(answer)).message ?? '')
const indented = (answer: string) => JSON.stringify(parsed(answer), null, 2)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
