/**
 * The API console: fill in a call, stamp it, send it, and see bytes, decision and answer. It sends to the sandbox in the
 * page or to a server on the reader's machine. For other servers it shows the request as code.
 */
import { parseJson } from '@keywright/keys/json'
import { useEffect, useRef, useState } from 'react'
import { Button, Buttons, SelectField, TextField } from '../../elements/kit/fields.tsx'
import { messageOf, Trouble, Verdict } from '../../elements/kit/results.tsx'
import { useTask } from '../../elements/kit/useTask.ts'
import { openWorkbench } from '../../elements/kit/workbench.ts'
import { Decision } from '../../runner/EventLine.tsx'
import { useSite } from '../../shell/services.ts'
import type { CallToolProps } from '../callTool.ts'
import { CodeOfRequest } from '../Examples.tsx'
import { pretty } from '../examples.ts'
import { LocalServer } from '../server/LocalServer.tsx'
import { useServer } from '../server/useServer.ts'
import { BEFORE } from './before.ts'
import {
  bodyAround,
  filtersOf,
  firstType,
  formSchema,
  type JsonObject,
  setAt,
  startOf,
  type Violation,
  violationsOf,
} from './bodyForm.ts'
import { type Exchange, exchange } from './exchange.ts'
import { type Known, settle } from './known.ts'
import { NotAsked, Outcome } from './Outcome.tsx'
import { ObjectFields } from './SchemaField.tsx'
import { METHODS, type Method } from './signers.ts'
import { readSurroundings, type Surroundings } from './surroundings.ts'
import '../../elements/kit/elements.css'
import './try.css'

const TARGETS = {
  sandbox: 'Sandbox, in this page',
  local: 'Local server',
} as const
type Target = keyof typeof TARGETS

interface Desk {
  readonly organizationId: string
  readonly rootUserId: string
  readonly surroundings: Surroundings
}

export default function TryIt({ path, operation, description }: CallToolProps) {
  const { schemas } = description.components
  const { operationId: name } = operation
  const { kind, versions = [] } = operation['x-call']
  const { announce } = useSite()
  const desk = useTask<Desk>()
  const sending = useTask<Exchange>()
  const [type, setType] = useState(() => firstType(operation))
  const [value, setValue] = useState<JsonObject>(() => startOf(operation, type, schemas))
  /** Anew with each, so that folds and texts of fields start over. */
  const [filling, setFilling] = useState(0)
  /** The whole body as text, where the reader edits that; undefined in the form. */
  const [raw, setRaw] = useState<string>()
  const [organizationId, setOrganizationId] = useState('')
  const [userId, setUserId] = useState('')
  const [method, setMethod] = useState<Method>('apiKey')
  const [target, setTarget] = useState<Target>('sandbox')
  const server = useServer()
  const isSandbox = target === 'sandbox'
  const targetNow = useRef(target)
  targetNow.current = target

  const fill = (start: JsonObject, known: Known | undefined, empties = !isSandbox) => {
    const takesLast = name.startsWith('delete_')
    setValue(known ? (settle(start, known, { takesLast, empties }) as JsonObject) : start)
    setFilling((count) => count + 1)
    setRaw(undefined)
  }
  const readDesk = (id: string | undefined, andFill: boolean) =>
    desk.run(async () => {
      const { sandbox, organization } = await openWorkbench()
      const chosen = id ?? organization.organizationId
      const surroundings = await readSurroundings(sandbox, chosen)
      setOrganizationId(chosen)
      const users = surroundings.users.map((user) => user.userId)
      setUserId((before) => (users.includes(before) ? before : (users[0] ?? '')))
      // Another target may have been chosen while the sandbox started.
      if (andFill && targetNow.current === 'sandbox') fill(startOf(operation, type, schemas), surroundings)
      return { organizationId: chosen, rootUserId: users[0] ?? '', surroundings }
    })
  // The sandbox starts with the console: it has the ids that make a request real.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each call
  useEffect(() => void readDesk(undefined, true), [name])

  const surroundings = desk.value?.surroundings
  const known: Known | undefined = isSandbox ? surroundings : server.known
  const changeType = (next: string) => {
    setType(next)
    fill(startOf(operation, next, schemas), known)
  }
  /** Ids of one server mean nothing on another; other fields keep what the reader entered. */
  const changeTarget = (next: Target) => {
    setTarget(next)
    if (raw !== undefined) return
    fill(value, next === 'sandbox' ? surroundings : server.known, next !== 'sandbox')
  }
  const frame = {
    organizationId: isSandbox ? organizationId : (server.settings?.organizationId ?? ''),
    timestampMs: String(Date.now()),
  }
  const bodyNow = bodyAround(operation, type, frame, value)

  const send = () =>
    sending.run(async () => {
      const { sandbox } = await openWorkbench()
      const timestampMs = String(await sandbox.clock.now())
      const body = raw ?? JSON.stringify(bodyAround(operation, type, { organizationId, timestampMs }, value))
      const done = await exchange(sandbox, { sandbox, organizationId, userId, method }, path, body)
      announce(`${name}: ${done.status}`)
      void readDesk(organizationId, false)
      return done
    })

  const done = sending.value
  const violations: readonly Violation[] = done ? violationsOf(done.answer) : []
  const schema = formSchema(operation, type, schemas)
  return (
    <section className="try element" aria-label={`Try ${name}`}>
      <div className="try-fields">
        <SelectField
          label="Target"
          value={target}
          options={Object.entries(TARGETS) as [Target, string][]}
          onChange={changeTarget}
        />
        {versions.length > 1 && (
          <SelectField
            label="Activity type"
            value={type!}
            options={[...versions].reverse().map((version) => version.type)}
            onChange={changeType}
          />
        )}
        {isSandbox && surroundings && (
          <>
            <SelectField
              label="Organization"
              value={organizationId}
              options={surroundings.organizations.map(
                (one) =>
                  [
                    one.organizationId,
                    `${one.organizationName}${one.parentId ? ' (sub-organization)' : ''}, ${one.organizationId.slice(0, 8)}`,
                  ] as const,
              )}
              onChange={(id) => void readDesk(id, true)}
            />
            <SelectField
              label="Stamped by"
              value={userId}
              options={surroundings.users.map((user) => [user.userId, user.userName] as const)}
              onChange={setUserId}
            />
            <SelectField
              label="with"
              value={method}
              options={Object.entries(METHODS) as [Method, string][]}
              onChange={setMethod}
            />
          </>
        )}
      </div>
      {desk.isBusy && !desk.value && <p role="status">Starting the sandbox…</p>}
      <Trouble error={desk.error} />
      {BEFORE[name] && (
        <Verdict tone="waiting" word="Before this:">
          {BEFORE[name]}
        </Verdict>
      )}

      {raw === undefined ? (
        <div className="try-form">
          <ObjectFields
            key={filling}
            schema={schema}
            value={value}
            path={[]}
            form={{
              schemas,
              violations,
              suggest: (field) => known?.suggest(field) ?? [],
              onChange: (at, next) => setValue((before) => setAt(before, at, next) as JsonObject),
            }}
          />
          {Object.keys(schema.properties ?? {}).length === 0 && <p>This call has no fields of its own.</p>}
        </div>
      ) : (
        <TextField
          label="Body, exactly as it is sent"
          rows={12}
          value={raw}
          onChange={setRaw}
          error={problemOf(raw)}
        />
      )}
      <Buttons>
        {isSandbox && (
          <Button isMain onClick={() => void send()} disabled={sending.isBusy || !surroundings}>
            {sending.isBusy ? 'Sending…' : 'Stamp and send'}
          </Button>
        )}
        {raw === undefined ? (
          <Button onClick={() => setRaw(pretty(bodyNow))}>Edit as JSON</Button>
        ) : (
          <Button onClick={() => takeRaw(raw)}>Back to the form</Button>
        )}
        <Button onClick={() => fill(startOf(operation, type, schemas), known)}>Reset</Button>
      </Buttons>

      {isSandbox ? (
        <>
          <Trouble error={sending.error} />
          {done && (
            <Outcome done={done} rows={[['Stamp', done.log ? done.log.stamp.check : 'not known']]}>
              {done.log?.explanation ? (
                <Decision explanation={done.log.explanation} />
              ) : (
                <NotAsked path={done.path} />
              )}
            </Outcome>
          )}
        </>
      ) : (
        <LocalServer
          name={name}
          path={path}
          onKnown={(found) => raw === undefined && fill(value, found)}
          bodyFor={(organizationId, now) =>
            raw ??
            JSON.stringify(bodyAround(operation, type, { organizationId, timestampMs: String(now) }, value))
          }
        />
      )}
      <details>
        <summary>Copy as code</summary>
        <CodeOfRequest request={{ path, name, body: parsedOr(raw, bodyNow), kind }} />
      </details>
    </section>
  )

  /** What the text says becomes what the form says; a text that is no object stays a text. */
  function takeRaw(text: string) {
    const body = parsedOr(text, undefined)
    if (body === undefined) return
    const { type, parameters } = body
    if (kind === 'submit' && versions.some((version) => version.type === type)) setType(String(type))
    setValue(kind === 'query' ? filtersOf(body) : (Object(parameters) as JsonObject))
    setFilling((count) => count + 1)
    setRaw(undefined)
  }
}

function parsedOr<T>(text: string | undefined, otherwise: T): JsonObject | T {
  try {
    const value = parseJson(text ?? '')
    return value !== null && typeof value === 'object' ? (value as JsonObject) : otherwise
  } catch {
    return otherwise
  }
}

function problemOf(text: string): string | undefined {
  try {
    parseJson(text)
    return undefined
  } catch (error) {
    return `Not JSON: ${messageOf(error)}. It is sent all the same.`
  }
}
