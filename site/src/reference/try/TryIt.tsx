/**
 * The API console: fill in a call, stamp it, send it to the page's sandbox, and see bytes, decision and response. For other
 * servers it shows the request as code.
 */
import { parseJson } from '@keywright/keys/json'
import { Button, Buttons, SelectField, TextField } from '../../elements/kit/fields.tsx'
import { messageOf, Trouble, Verdict } from '../../elements/kit/results.tsx'
import { useTask } from '../../elements/kit/useTask.ts'
import { openWorkbench, spendWorkbench } from '../../elements/kit/workbench.ts'
import { useSite } from '../../shell/services.ts'
import type { CallToolProps } from '../callTool.ts'
import { CodeOfRequest } from '../Examples.tsx'
import { pretty } from '../examples.ts'
import { parsedOr, type Violation, violationsOf } from './bodyForm.ts'
import { type Desk, DeskFields, useDesk } from './Desk.tsx'
import { type Exchange, exchange } from './exchange.ts'
import type { Known } from './known.ts'
import { Outcome } from './Outcome.tsx'
import { ObjectFields } from './SchemaField.tsx'
import { type BodyState, useBody } from './useBody.ts'
import '../../elements/kit/elements.css'
import './try.css'

export default function TryIt(tool: CallToolProps) {
  const { path, operation } = tool
  const { operationId: name } = operation
  const { kind, versions = [] } = operation['x-call']
  const body = useBody(tool)
  const desk = useDesk(name, body.type, ({ surroundings, type, prepared }) =>
    body.reset(surroundings, type, prepared?.parameters),
  )
  const startOver = (type = body.type) => desk.start(type)
  const sending = useSending(tool, desk, body)
  const bodyNow = body.around({
    organizationId: desk.organizationId,
    timestampMs: String(Date.now()),
  })
  const done = sending.value
  return (
    <section className="try element" aria-label={`Try ${name}`}>
      <div className="try-fields">
        {versions.length > 1 && (
          <SelectField
            label="Activity type"
            value={body.type!}
            options={[...versions].reverse().map((version) => version.type)}
            onChange={startOver}
          />
        )}
        {desk.surroundings && <DeskFields desk={desk} surroundings={desk.surroundings} type={body.type} />}
      </div>
      {desk.isStarting && <p role="status">Starting the sandbox…</p>}
      <Trouble error={desk.error} />
      {desk.note && (
        <Verdict tone="good" word="Prepared:">
          {desk.note}
        </Verdict>
      )}

      <BodyEditor body={body} known={desk.surroundings} violations={done ? violationsOf(done.answer) : []} />
      <Buttons>
        <Button isMain onClick={() => void sending.send()} disabled={sending.isBusy || !desk.surroundings}>
          {sending.isBusy ? 'Sending…' : 'Stamp and send'}
        </Button>
        {body.raw === undefined ? (
          <Button onClick={() => body.setRaw(pretty(bodyNow))}>Edit as JSON</Button>
        ) : (
          <Button onClick={body.takeRaw}>Back to the form</Button>
        )}
        <Button onClick={() => startOver()}>Reset</Button>
      </Buttons>

      <Trouble error={sending.error} />
      {done && <Outcome done={done} />}
      <details>
        <summary>Copy as code</summary>
        <CodeOfRequest request={{ path, name, body: parsedOr(body.raw, bodyNow), kind }} />
      </details>
    </section>
  )
}

/** Sends to the sandbox and reloads its content. */
function useSending({ path, operation }: CallToolProps, desk: Desk, body: BodyState) {
  const { announce } = useSite()
  const sending = useTask<Exchange>()
  const send = () =>
    sending.run(async () => {
      const { sandbox } = await openWorkbench()
      const { organizationId, userId, method } = desk
      const text = body.text({ organizationId, timestampMs: String(await sandbox.clock.now()) })
      const done = await exchange(sandbox, { sandbox, organizationId, userId, method }, path, text)
      if (operation.operationId.startsWith('delete_')) spendWorkbench()
      announce(`${operation.operationId}: ${done.status}`)
      void desk.read(organizationId)
      return done
    })
  return { ...sending, send }
}

function BodyEditor(props: {
  readonly body: BodyState
  readonly known: Known | undefined
  readonly violations: readonly Violation[]
}) {
  const { body, known, violations } = props
  if (body.raw !== undefined)
    return (
      <TextField
        label="Body, exactly as sent"
        rows={12}
        value={body.raw}
        onChange={body.setRaw}
        error={problemOf(body.raw)}
      />
    )
  return (
    <div className="try-form">
      <ObjectFields
        key={body.filling}
        schema={body.schema}
        value={body.value}
        path={[]}
        form={{
          schemas: body.schemas,
          violations,
          suggest: (field) => known?.suggest(field) ?? [],
          onChange: body.change,
        }}
      />
      {Object.keys(body.schema.properties ?? {}).length === 0 && <p>This call has no fields of its own.</p>}
    </div>
  )
}

function problemOf(text: string): string | undefined {
  try {
    parseJson(text)
    return undefined
  } catch (error) {
    return `Not valid JSON: ${messageOf(error)}. It will be sent as it is.`
  }
}
