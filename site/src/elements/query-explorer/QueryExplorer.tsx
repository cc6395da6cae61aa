/** Choose a query, set its filters, run it, and walk through the pages of its answer. */
import { useState } from 'react'
import type { ApiDescription } from '../../reference/description.ts'
import { pretty } from '../../reference/examples.ts'
import {
  bodyAround,
  formSchema,
  type JsonObject,
  setAt,
  startOf,
  violationsOf,
} from '../../reference/try/bodyForm.ts'
import { type Exchange, exchange } from '../../reference/try/exchange.ts'
import { settle } from '../../reference/try/known.ts'
import { ObjectFields } from '../../reference/try/SchemaField.tsx'
import { readSurroundings, type Surroundings } from '../../reference/try/surroundings.ts'
import { ElementFrame, useReset } from '../kit/ElementFrame.tsx'
import { Button, Buttons, SelectField } from '../kit/fields.tsx'
import { TextBlock, Trouble, Verdict } from '../kit/results.tsx'
import { useDescription } from '../kit/useDescription.ts'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench } from '../kit/workbench.ts'
import { pageOf, turned } from './pages.ts'
import '../../reference/try/try.css'

const FIRST = 'list_activities'
/** Small, so that there is a second page. */
const LIMIT = '3'

export default function QueryExplorer() {
  const { value: description, error } = useDescription()
  const [key, reset] = useReset()
  return (
    <ElementFrame onReset={reset}>
      <Trouble error={error} />
      {description && <Explorer key={key} description={description} />}
    </ElementFrame>
  )
}

function Explorer({ description }: { readonly description: ApiDescription }) {
  const { schemas } = description.components
  const queries = Object.entries(description.paths).filter(([, { post }]) => post['x-call'].kind === 'query')
  const [name, setName] = useState(FIRST)
  const [path, { post: operation }] = queries.find(([, { post }]) => post.operationId === name)!
  const schema = formSchema(operation, undefined, schemas)
  const isPaged = schema.properties?.['paginationOptions'] !== undefined
  const [value, setValue] = useState<JsonObject>({ paginationOptions: { limit: LIMIT } })
  const [surroundings, setSurroundings] = useState<Surroundings>()
  const [filling, setFilling] = useState(0)
  const sending = useTask<Exchange>()

  const choose = (next: string) => {
    const { post } = queries.find(([, { post }]) => post.operationId === next)![1]
    const paged = formSchema(post, undefined, schemas).properties?.['paginationOptions'] !== undefined
    const start = {
      ...startOf(post, undefined, schemas),
      ...(paged && { paginationOptions: { limit: LIMIT } }),
    }
    setName(next)
    fill(surroundings ? (settle(start, surroundings) as JsonObject) : start)
  }
  const fill = (next: JsonObject) => {
    setValue(next)
    setFilling((count) => count + 1)
  }
  const send = (asked: JsonObject) =>
    sending.run(async () => {
      const { sandbox, organization } = await openWorkbench()
      const { organizationId, rootUserId: userId } = organization
      const known = surroundings ?? (await readSurroundings(sandbox, organizationId))
      // The ids of the recorded example give way to those of the sandbox, once.
      const settled = surroundings ? asked : (settle(asked, known) as JsonObject)
      setSurroundings(known)
      if (settled !== value) fill(settled)
      const body = JSON.stringify(
        bodyAround(operation, undefined, { organizationId, timestampMs: '' }, settled),
      )
      return exchange(sandbox, { sandbox, organizationId, userId, method: 'apiKey' }, path, body)
    })

  const done = sending.value?.path === path ? sending.value : undefined
  const page = done?.status === 200 ? pageOf(done.answer) : undefined
  return (
    <div className="try-fields">
      <SelectField
        label="Query"
        value={name}
        options={queries.map(([, { post }]) => [post.operationId, `${post.operationId}: ${post.summary}`])}
        onChange={choose}
      />
      <ObjectFields
        key={`${name} ${filling}`}
        schema={schema}
        value={value}
        path={[]}
        form={{
          schemas,
          violations: done ? violationsOf(done.answer) : [],
          suggest: (field) => surroundings?.suggest(field) ?? [],
          onChange: (at, next) => setValue((before) => setAt(before, at, next) as JsonObject),
        }}
      />
      <Buttons>
        <Button isMain disabled={sending.isBusy} onClick={() => void send(value)}>
          {sending.isBusy ? 'Asking…' : 'Run the query'}
        </Button>
        {isPaged && page?.last && (
          <>
            <Button disabled={sending.isBusy} onClick={() => void send(turned(value, 'after', page.last!))}>
              Next page
            </Button>
            <Button disabled={sending.isBusy} onClick={() => void send(turned(value, 'before', page.first!))}>
              Page before
            </Button>
          </>
        )}
      </Buttons>
      <Trouble error={sending.error} />
      {done && (
        <>
          <Verdict tone={done.status === 200 ? 'good' : 'bad'} word={String(done.status)}>
            {done.status !== 200
              ? String(Object(done.answer).message)
              : page
                ? `${page.count} in ${page.member}${isPaged && page.count === 0 ? ': this is the end' : ''}`
                : 'answered'}
          </Verdict>
          <TextBlock text={done.body} label="Request, as it was stamped" />
          <TextBlock text={pretty(Object(done.answer))} label="Answer" />
        </>
      )}
    </div>
  )
}
