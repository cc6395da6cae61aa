/** The request and its approvers, from a form or a pasted transaction. */
import {
  exampleOf,
  kindOfActivity,
  labelOfRequest,
  parseExactJson,
  type RequestFacts,
  type RequestTemplate,
  shapesOf,
  VOCABULARY,
  writeExactJson,
} from '@keywright/policy'
import { useState } from 'react'
import { ContractCallForm } from './ContractCallForm.tsx'
import { PasteForm } from './PasteForm.tsx'
import type { PanelProps } from './panel.ts'
import { readAt, writeAt } from './requestFields.ts'
import { Users } from './Users.tsx'

export function RequestForm({ scenario, onChange, activityTypes }: PanelProps) {
  const { request } = scenario
  const { type } = request.activity
  const shapes = shapesOf(type)
  const shape = shapeOf(request, shapes)
  const setRequest = (next: RequestFacts) => onChange({ request: next })
  const types = activityTypes.includes(type) ? activityTypes : [type, ...activityTypes]
  return (
    <>
      <Users scenario={scenario} onChange={onChange} />
      <div className="playground-row">
        <label>
          Activity type
          <select value={type} onChange={(event) => setRequest(exampleOf(shapesOf(event.target.value)[0]!))}>
            {types.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        {shapes.length > 1 && (
          <label>
            Signs
            <select
              value={shapes.indexOf(shape)}
              onChange={(event) => setRequest(exampleOf(shapes[Number(event.target.value)]!))}
            >
              {shapes.map((each, at) => (
                <option key={labelOfRequest(each)} value={at}>
                  {labelOfRequest(each)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {kindOfActivity(type) === 'SIGN_TRANSACTION' && <PasteForm request={request} onRead={setRequest} />}
      {request.eth?.tx && <ContractCallForm request={request} onBuild={setRequest} />}
      {shape.names
        .filter((name) => name !== 'activity')
        .map((name) => (
          <Fields key={`${type} ${name}`} name={name} request={request} onChange={setRequest} />
        ))}
    </>
  )
}

function shapeOf(request: RequestFacts, shapes: readonly RequestTemplate[]): RequestTemplate {
  const has = (name: string | undefined) => name === undefined || readAt(request, name) !== undefined
  const rank = ({ payload, signer }: RequestTemplate) =>
    Number(payload !== undefined) + Number(signer !== undefined)
  const fitting = shapes.filter(({ payload, signer }) => has(payload) && has(signer))
  return fitting.sort((a, b) => rank(b) - rank(a))[0] ?? shapes[0]!
}

interface FieldsProps {
  readonly name: string
  readonly request: RequestFacts
  readonly onChange: (request: RequestFacts) => void
}

/** The fields of one object, by their names in the vocabulary. */
function Fields({ name, request, onChange }: FieldsProps) {
  const type = VOCABULARY.names.find(({ path }) => path === name)!.type
  const fields = VOCABULARY.structs.find((struct) => struct.name === type)?.fields
  if (!fields) return null
  return (
    <fieldset>
      <legend>
        <code>{name}</code>
      </legend>
      <div className="playground-fields">
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            label={field.name}
            type={field.type}
            value={readAt(request, `${name}.${field.name}`)}
            onChange={(value) => onChange(writeAt(request, `${name}.${field.name}`, value))}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface FieldInputProps {
  readonly label: string
  readonly type: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** Omits an empty field. Strings are typed without quotes, everything else as JSON. */
function FieldInput({ label, type, value, onChange }: FieldInputProps) {
  const [typed, setTyped] = useState<string>()
  const shown = value === undefined ? '' : type === 'string' ? String(value) : writeExactJson(value)
  const isBad = typed !== undefined && read(typed, type) === BAD
  function take(text: string) {
    const next = read(text, type)
    setTyped(next === BAD ? text : undefined)
    if (next !== BAD) onChange(next)
  }
  return (
    <label>
      <span>
        <code>{label}</code> <small>{type}</small>
      </span>
      <input
        value={typed ?? shown}
        placeholder="not set"
        spellCheck={false}
        inputMode={type === 'int' || type === 'uint' ? 'numeric' : undefined}
        aria-invalid={isBad}
        onChange={(event) => take(event.target.value)}
      />
      {isBad && <small className="playground-problem">✕ not {WANTED[type] ?? 'JSON of this type'}</small>}
    </label>
  )
}

const BAD = Symbol('not of its type')
const WANTED: Readonly<Record<string, string>> = {
  int: 'a whole number',
  uint: 'a whole number',
  bool: 'true or false',
}

function read(text: string, type: string): unknown {
  if (type === 'string') return text === '' ? undefined : text
  if (text.trim() === '') return undefined
  try {
    const value = parseExactJson(text)
    if (type === 'int' || type === 'uint') return typeof value === 'bigint' && value >= 0n ? value : BAD
    if (type === 'bool') return typeof value === 'boolean' ? value : BAD
    if (type.startsWith('list<')) return Array.isArray(value) ? value : BAD
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : BAD
  } catch {
    return BAD
  }
}
