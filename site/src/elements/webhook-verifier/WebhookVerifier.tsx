/** Capture or paste a delivery: each check is shown; replay it. */
import type { WebhookKey } from '@keywright/sdk-server'
import { useMemo, useState } from 'react'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, TextField } from '../kit/fields.tsx'
import { Checks, Trouble, Verdict } from '../kit/results.tsx'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench } from '../kit/workbench.ts'
import { type Captured, capture, replay } from './capture.ts'
import { inspectWebhook, writeHeaders } from './inspectWebhook.ts'

interface Form {
  readonly body: string
  readonly headers: string
  /** JSON Web Key set, as text. */
  readonly keys: string
  readonly now: string
  /** Of the delivery that was captured. */
  readonly deliveryId?: string
}

const EMPTY: Form = { body: '', headers: '', keys: '', now: '' }
/** Of RFC 8032, test 1: a key of somebody else. */
const OTHER_KEY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'

const SPOILS: readonly (readonly [label: string, spoil: (form: Form) => Form])[] = [
  ['Change the body', (form) => ({ ...form, body: form.body.replace('COMPLETED', 'FAILED') })],
  ['Ten minutes later', (form) => ({ ...form, now: String(Number(form.now) + 600_000) })],
  ['Another key', (form) => ({ ...form, keys: form.keys.replace(/"x": "[\w-]+"/g, `"x": "${OTHER_KEY}"`) })],
  [
    'Leave the signature out',
    (form) => ({ ...form, headers: form.headers.replace(/^x-keywright-signature:.*\n?/m, '') }),
  ],
]

const toForm = ({ delivery, keys, now }: Captured): Form => ({
  body: delivery.body,
  headers: writeHeaders(delivery.tries.at(-1)!.headers),
  keys: JSON.stringify({ keys }, null, 1),
  now: String(now),
  deliveryId: delivery.id,
})

export default function WebhookVerifier() {
  const [form, setForm] = useState(EMPTY)
  const [seen, setSeen] = useState<readonly string[]>([])
  const task = useTask<void>()
  const set = (change: Partial<Form>) => setForm({ ...form, ...change })
  const keys = useMemo(() => readKeys(form.keys), [form.keys])
  const { steps, eventId } = inspectWebhook({ ...form, keys: keys ?? [], now: Number(form.now), seen })
  const isEmpty = form.body === '' && form.headers === ''
  const { deliveryId } = form
  const receive = (work: () => Promise<Captured>) => task.run(async () => setForm(toForm(await work())))
  const failed = steps.find(({ state }) => state === 'failed')
  return (
    <ElementFrame
      onReset={() => {
        setForm(EMPTY)
        setSeen([])
      }}
    >
      <Buttons>
        <Button
          isMain
          disabled={task.isBusy}
          onClick={() => void receive(async () => capture(await openWorkbench()))}
        >
          {task.isBusy ? 'The sandbox delivers…' : 'Capture a delivery'}
        </Button>
        {deliveryId !== undefined && (
          <Button onClick={() => void receive(async () => replay(await openWorkbench(), deliveryId))}>
            Replay it
          </Button>
        )}
        {eventId !== undefined && !seen.includes(eventId) && (
          <Button onClick={() => setSeen([...seen, eventId])}>Mark as handled</Button>
        )}
        {!isEmpty &&
          SPOILS.map(([label, spoil]) => (
            <Button key={label} onClick={() => setForm(spoil(form))}>
              {label}
            </Button>
          ))}
      </Buttons>
      <Trouble error={task.error} />
      {!isEmpty && (
        <>
          {failed ? (
            <Verdict tone="bad" word="Refused:">
              {failed.found}
            </Verdict>
          ) : (
            <Verdict tone="good" word="Verified.">
              It is from this server, new, and unchanged.
            </Verdict>
          )}
          <Checks label="Checks of the delivery" steps={steps} />
        </>
      )}
      <TextField
        label="Body, as it came"
        rows={4}
        value={form.body}
        onChange={(body) => set({ body })}
        placeholder="Capture a delivery, or paste one"
      />
      <TextField
        label="Headers, one in a line"
        rows={4}
        value={form.headers}
        onChange={(headers) => set({ headers })}
      />
      <Fields>
        <TextField
          label="Keys: the JSON Web Key set of the server"
          rows={3}
          value={form.keys}
          onChange={(text) => set({ keys: text })}
          error={keys || form.keys === '' ? undefined : 'This is no JSON Web Key set.'}
        />
        <TextField
          label="Your clock, milliseconds since 1970"
          inputMode="numeric"
          value={form.now}
          onChange={(now) => set({ now })}
        />
      </Fields>
    </ElementFrame>
  )
}

/** undefined for what is no key set */
function readKeys(text: string): readonly WebhookKey[] | undefined {
  try {
    const { keys } = Object(JSON.parse(text))
    const isSet = Array.isArray(keys) && keys.every((key) => typeof Object(key).x === 'string')
    return isSet ? keys : undefined
  } catch {
    return undefined
  }
}
