/**
 * The API console: fill in a call, stamp it, send it, and see bytes, decision and response. It sends to the page's sandbox.
 * For servers it shows the request as code.
 */
import { parseJson } from '@keywright/keys/json'
import { useEffect, useRef, useState } from 'react'
import { useSite } from '../../shared/services.ts'
import { Button, Buttons, TextField } from '../../widgets/kit/fields.tsx'
import { messageOf, Trouble, Verdict } from '../../widgets/kit/results.tsx'
import { useTask } from '../../widgets/kit/useTask.ts'
import { openWorkbench, spendWorkbench } from '../../widgets/kit/workbench.ts'
import { Decision } from '../../widgets/runner/EventLine.tsx'
import type { CallToolProps } from '../callTool.ts'
import { CodeOfRequest } from '../Examples.tsx'
import { pretty } from '../examples.ts'
import { parsedOr, type Violation, violationsOf } from './bodyForm.ts'
import type { Desk } from './Desk.tsx'
import { type Exchange, exchange } from './exchange.ts'
import type { Known } from './known.ts'
import { type ErrorCatalog, Outcome } from './Outcome.tsx'
import { ObjectFields } from './SchemaField.tsx'
import { TargetFields, useTarget } from './Target.tsx'
import type { BodyState } from './useBody.ts'

export default function TryIt(tool: CallToolProps) {
  const { operation } = tool
  const { operationId: name } = operation
  const { versions = [] } = operation['x-call']
  const target = useTarget(tool)
  const { desk, body, bodyNow } = target
  const sending = useSending(tool, desk, body)
  const { form, missing, isComplete } = useComplete(body)
  const done = sending.value
  return (
    // Enter in a field of one line presses the button that submits.
    <form
      className="try element"
      ref={form}
      aria-label={`Try ${name}`}
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      <TargetFields target={target} types={versions.map(({ type }) => type)} />
      {desk.isStarting && <p role="status">Starting the sandbox…</p>}
      <Trouble error={desk.error} />
      {desk.note && (
        <Verdict tone="good" word="Prepared:">
          {desk.note}
        </Verdict>
      )}

      <BodyEditor
        body={body}
        known={desk.surroundings}
        violations={missing.length > 0 || !done ? missing : violationsOf(done.answer)}
      />
      <Buttons>
        <Button
          isMain
          submits
          onClick={() => isComplete() && void sending.send()}
          disabled={sending.isBusy}
          isPreparing={!desk.surroundings}
        >
          {sending.isBusy ? 'Sending…' : 'Stamp and send'}
        </Button>
        {body.raw === undefined ? (
          <Button onClick={() => body.setRaw(pretty(bodyNow))}>Edit as JSON</Button>
        ) : (
          <Button onClick={body.takeRaw}>Back to the form</Button>
        )}
        <Button onClick={() => desk.start(body.type)}>Reset</Button>
      </Buttons>

      <SandboxOutcome error={sending.error} done={done} errors={tool.description['x-errors']} />
      <details>
        <summary>Copy as code</summary>
        <CodeOfRequest tool={tool} body={parsedOr(body.raw, bodyNow)} isAtHome />
      </details>
    </form>
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

/** Marks required fields without a value, and moves the focus to the first. */
function useComplete(body: BodyState) {
  const { announce } = useSite()
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<readonly Violation[]>([])
  useEffect(() => {
    if (missing.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [missing])
  return {
    form,
    missing,
    isComplete() {
      const empty = body.missing()
      setMissing(empty)
      if (empty.length > 0) announce(`Not sent. Required: ${empty.map(({ field }) => field).join(', ')}.`)
      return empty.length === 0
    },
  }
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

/** Scrolls to what came back, because it is below the form. */
function SandboxOutcome({
  error,
  done,
  errors,
}: {
  readonly error: unknown
  readonly done: Exchange | undefined
  readonly errors: ErrorCatalog
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error || done) place.current?.scrollIntoView({ block: 'nearest' })
  }, [error, done])
  return (
    <div ref={place} className="try-answer">
      <Trouble error={error} />
      {done && (
        <Outcome done={done} errors={errors} stamp={done.log?.stamp.check ?? 'unknown'}>
          {done.log?.explanation ? (
            <Decision explanation={done.log.explanation} />
          ) : (
            <p className="element-hint">
              {done.path.includes('/query/')
                ? 'Policies don’t apply to queries: every user of the organization can read it.'
                : 'No policy was evaluated: the request ended before that step.'}
            </p>
          )}
        </Outcome>
      )}
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
